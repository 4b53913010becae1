// All files of the contract; their schema names become those of the OpenAPI document.
import * as account from '../../contract/account.ts'
import * as activity from '../../contract/activity.ts'
import * as analytics from '../../contract/analytics.ts'
import * as audiences from '../../contract/audiences.ts'
import * as auth from '../../contract/auth.ts'
import * as broadcastGroups from '../../contract/broadcast-groups.ts'
import * as broadcasts from '../../contract/broadcasts.ts'
import * as color from '../../contract/color.ts'
import * as common from '../../contract/common.ts'
import * as contacts from '../../contract/contacts.ts'
import * as country from '../../contract/country.ts'
import * as currencies from '../../contract/currencies.ts'
import * as dashboard from '../../contract/dashboard.ts'
import * as downloads from '../../contract/downloads.ts'
import * as errors from '../../contract/errors.ts'
import * as exports from '../../contract/exports.ts'
import * as home from '../../contract/home.ts'
import * as imports from '../../contract/imports.ts'
import * as investments from '../../contract/investments.ts'
import * as investors from '../../contract/investors.ts'
import * as issueText from '../../contract/issue-text.ts'
import * as localTime from '../../contract/local-time.ts'
import * as mail from '../../contract/mail.ts'
import * as masterData from '../../contract/master-data.ts'
import * as media from '../../contract/media.ts'
import * as money from '../../contract/money.ts'
import * as notes from '../../contract/notes.ts'
import * as offerings from '../../contract/offerings.ts'
import * as organization from '../../contract/organization.ts'
import * as pacing from '../../contract/pacing.ts'
import * as preflight from '../../contract/preflight.ts'
import * as quotas from '../../contract/quotas.ts'
import * as recipientStatus from '../../contract/recipient-status.ts'
import * as replies from '../../contract/replies.ts'
import * as sampleData from '../../contract/sample-data.ts'
import * as search from '../../contract/search.ts'
import * as segments from '../../contract/segments.ts'
import * as statements from '../../contract/statements.ts'
import * as tags from '../../contract/tags.ts'
import * as team from '../../contract/team.ts'
import * as templateLanguage from '../../contract/template-language.ts'
import * as templateSamples from '../../contract/template-samples.ts'
import * as templates from '../../contract/templates.ts'
import * as text from '../../contract/text.ts'
import * as transactions from '../../contract/transactions.ts'
import * as users from '../../contract/users.ts'
import * as waGroups from '../../contract/wa-groups.ts'
import * as waSessions from '../../contract/wa-sessions.ts'

export const contract: Record<string, unknown>[] = [
  account,
  activity,
  analytics,
  audiences,
  auth,
  broadcastGroups,
  broadcasts,
  color,
  common,
  contacts,
  country,
  currencies,
  dashboard,
  downloads,
  exports,
  home,
  imports,
  investments,
  investors,
  issueText,
  localTime,
  mail,
  masterData,
  media,
  money,
  notes,
  offerings,
  organization,
  pacing,
  preflight,
  quotas,
  recipientStatus,
  replies,
  sampleData,
  search,
  segments,
  statements,
  tags,
  team,
  templateLanguage,
  templateSamples,
  templates,
  text,
  transactions,
  users,
  waGroups,
  waSessions,
  errors,
]
