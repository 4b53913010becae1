// Decides what becomes of each row: a new contact, something new for a known one, or nothing.
import type { Match, NewContact } from '../contacts/service.ts'

export interface Subject {
  contact: Omit<NewContact, 'phone_key'>
  phone_key: string | null
}

export type Decision =
  | { action: 'create'; reason: null; match: undefined }
  | { action: 'update' | 'skip'; reason: string; match: Match }

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
export function decide<S extends Subject>(subjects: S[], matches: Match[]): (Decision & { subject: S })[] {
  const byPhone = new Map(matches.map((match) => [match.phone_key, match]))
  // The eldest of several with one address: they come in that order.
  const byEmail = new Map([...matches].reverse().map((match) => [match.email_key, match]))
  return subjects.map((subject) => {
    const match = subject.phone_key ? byPhone.get(subject.phone_key) : byEmail.get(emailKey(subject))
    if (!match) return { subject, action: 'create', reason: null, match }
    const news = fillable.filter(([field]) => match[field] === '' && subject.contact[field] !== '')
    for (const [field] of news) match[field] = subject.contact[field]
    if (news.length > 0)
      return {
        subject,
        action: 'update',
        reason: `Adds ${enumerate(news.map(([, label]) => label))} to ${match.name}.`,
        match,
      }
    const known = subject.phone_key ? 'number' : 'e-mail address'
    return { subject, action: 'skip', reason: `${match.name} has this ${known} already, and nothing is new.`, match }
  })
}

/** "a", "a and b", "a, b and c". */
function enumerate(words: string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`
}
