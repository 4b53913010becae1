// Decides the action for each row: create a contact, update an existing one, or skip the row.
import type { Consent } from '../../../contract/contacts.ts'
import { type Message, message } from '../../../contract/messages/message.ts'
import type { Match } from '../contacts/service.ts'
import { distinct } from './cells.ts'
import { fieldLabel } from './field-labels.ts'
import { newTags, type TagsBy } from './marks.ts'
import type { ReadContact } from './row.ts'
import { optOutStays } from './yes-no.ts'

export interface Subject {
  contact: ReadContact
  phone_key: string | null
  tags?: string[]
  isWelcome?: boolean
}

/** The values that a row adds. */
export type NewValues = { [field in (typeof fillable)[number]]?: string } & { consent?: Consent }

export type Decision =
  | { action: 'create'; reasons: Message[]; match: undefined; news: NewValues; tags: string[] }
  | { action: 'update' | 'skip'; reasons: Message[]; match: Match; news: NewValues; tags: string[] }

/** Rows without a number are matched by their address. */
export const emailKey = (subject: Subject) => subject.contact.email.toLowerCase()

/** Only empty fields are filled: a value entered in Kabar takes precedence over one from a file. */
const fillable = ['preferred_name', 'email', 'company', 'job_title', 'notes'] as const

/** Decides in order. A match takes over the values that a row adds, so that several rows of one contact add up. */
export function decide<S extends Subject>(
  subjects: S[],
  matches: Match[],
  tagged: TagsBy,
): (Decision & { subject: S })[] {
  const byPhone = new Map(matches.map((match) => [match.phone_key, match]))
  // Matches come oldest first, so the oldest of several with one address wins.
  const byEmail = new Map([...matches].reverse().map((match) => [match.email_key, match]))
  return subjects.map((subject) => {
    const match = subject.phone_key ? byPhone.get(subject.phone_key) : byEmail.get(emailKey(subject))
    if (!match) return { subject, action: 'create', reasons: [], match, news: {}, tags: subject.tags ?? [] }
    const stays = subject.isWelcome && match.consent === 'opted_out' ? optOutStays : null
    const filled = fillable.filter((field) => match[field] === '' && subject.contact[field] !== '')
    const news: NewValues = Object.fromEntries(filled.map((field) => [field, subject.contact[field]]))
    const fields = filled.map(fieldLabel)
    if (isNewConsent(subject.contact.consent, match.consent)) {
      news.consent = subject.contact.consent
      fields.push(fieldLabel('consent'))
    }
    Object.assign(match, news)
    const { tags, remark } = newTags(subject.tags, tagged.get(match.id))
    if (tags.length > 0) fields.push(fieldLabel('tags'))
    const { name } = match
    const [action, what] =
      fields.length > 0
        ? (['update', message('row.adds', { fields, name })] as const)
        : (['skip', message(subject.phone_key ? 'row.phone_known' : 'row.email_known', { name })] as const)
    return { subject, action, reasons: distinct([what, stays, remark]), match, news, tags }
  })
}

/** An opt-out always counts; an opt-in only if no consent was recorded before. */
const isNewConsent = (said: Consent, existing: Consent) =>
  said === 'opted_out' ? existing !== 'opted_out' : said === 'opted_in' && existing === 'unknown'
