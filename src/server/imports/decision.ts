// Decides what becomes of each row: a new contact, something new for a known one, or nothing.
import type { Consent } from '../../contract/contacts.ts'
import type { Match } from '../contacts/service.ts'
import { enumerate } from './cells.ts'
import { newTags, type TagsBy } from './marks.ts'
import type { ReadContact } from './row.ts'
import { optOutStays } from './yes-no.ts'

export interface Subject {
  contact: ReadContact
  phone_key: string | null
  tags?: string[]
  isWelcome?: boolean
}

/** What a row adds. */
export type NewValues = { [field in (typeof fillable)[number][0]]?: string } & { consent?: Consent }

export type Decision =
  | { action: 'create'; reason: null; match: undefined; news: NewValues; tags: string[] }
  | { action: 'update' | 'skip'; reason: string; match: Match; news: NewValues; tags: string[] }

/** Rows with a number are known by it, rows without by their address. */
export const emailKey = (subject: Subject) => subject.contact.email.toLowerCase()

/** Only empty fields are filled: what somebody wrote in Kabar is worth more than what a file says. */
const fillable = [
  ['preferred_name', 'preferred name'],
  ['email', 'e-mail'],
  ['company', 'company'],
  ['job_title', 'job title'],
  ['notes', 'notes'],
] as const

/** In order. A match takes over what a row adds to it, so that two rows of one contact add up. */
export function decide<S extends Subject>(
  subjects: S[],
  matches: Match[],
  tagged: TagsBy,
): (Decision & { subject: S })[] {
  const byPhone = new Map(matches.map((match) => [match.phone_key, match]))
  // The eldest of several with one address: they come in that order.
  const byEmail = new Map([...matches].reverse().map((match) => [match.email_key, match]))
  return subjects.map((subject) => {
    const match = subject.phone_key ? byPhone.get(subject.phone_key) : byEmail.get(emailKey(subject))
    if (!match) return { subject, action: 'create', reason: null, match, news: {}, tags: subject.tags ?? [] }
    const stays = subject.isWelcome && match.consent === 'opted_out' ? optOutStays : ''
    const filled = fillable.filter(([field]) => match[field] === '' && subject.contact[field] !== '')
    const news: NewValues = Object.fromEntries(filled.map(([field]) => [field, subject.contact[field]]))
    const labels: string[] = filled.map(([, label]) => label)
    if (isNewConsent(subject.contact.consent, match.consent)) {
      news.consent = subject.contact.consent
      labels.push('consent')
    }
    Object.assign(match, news)
    const { tags, remark } = newTags(subject.tags, tagged.get(match.id))
    if (tags.length > 0) labels.push('tags')
    const known = subject.phone_key ? 'number' : 'e-mail address'
    const [action, what] =
      labels.length > 0
        ? (['update', `Adds ${enumerate(labels)} to ${match.name}.`] as const)
        : (['skip', `${match.name} has this ${known} already, and nothing is new.`] as const)
    return { subject, action, reason: [what, stays, remark].filter(Boolean).join('\n'), match, news, tags }
  })
}

/** An opt-out counts whenever it is said; an opt-in only where nothing was said before. */
const isNewConsent = (said: Consent, known: Consent) =>
  said === 'opted_out' ? known !== 'opted_out' : said === 'opted_in' && known === 'unknown'
