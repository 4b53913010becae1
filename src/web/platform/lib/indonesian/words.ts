// Indonesian: all sentences of the web app and of the server.
import { account } from './account.ts'
import { activity } from './activity.ts'
import { approvals } from './approvals.ts'
import { audit } from './audit.ts'
import { broadcastGroups } from './broadcast-groups.ts'
import { broadcastPlans } from './broadcast-plans.ts'
import { broadcasts } from './broadcasts.ts'
import { bulkChanges } from './bulk-changes.ts'
import { contacts } from './contacts.ts'
import { currencies } from './currencies.ts'
import { customFields } from './custom-fields.ts'
import { dashboard } from './dashboard.ts'
import { directMessages } from './direct-messages.ts'
import { erasures } from './erasures.ts'
import { home } from './home.ts'
import { imports } from './imports.ts'
import { investments } from './investments.ts'
import { investors } from './investors.ts'
import { lists } from './lists.ts'
import { masterData } from './master-data.ts'
import { media } from './media.ts'
import { merges } from './merges.ts'
import { replies } from './replies.ts'
import { sampleData } from './sample-data.ts'
import { search } from './search.ts'
import { shell } from './shell.ts'
import { signedOut } from './signed-out.ts'
import { tasks } from './tasks.ts'
import { team } from './team.ts'
import { templates } from './templates.ts'
import { trash } from './trash.ts'
import { waGroups } from './wa-groups.ts'
import { webhooks } from './webhooks.ts'

export const words = {
  ...activity,
  ...search,
  ...shell,
  ...signedOut,
  ...media,
  ...lists,
  ...tasks,
  ...team,
  ...webhooks,
  ...account,
  ...contacts,
  ...investors,
  ...masterData,
  ...currencies,
  ...investments,
  ...dashboard,
  ...directMessages,
  ...home,
  ...imports,
  ...waGroups,
  ...broadcasts,
  ...approvals,
  ...broadcastPlans,
  ...broadcastGroups,
  ...bulkChanges,
  ...templates,
  ...erasures,
  ...merges,
  ...audit,
  ...trash,
  ...customFields,
  ...replies,
  ...sampleData,
}
