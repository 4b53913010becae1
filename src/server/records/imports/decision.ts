// Decides the action for each row: create a contact, update an existing one, or skip the row.
import type { Consent } from '../../../contract/contacts.ts'
import type { CustomValues } from '../../../contract/custom-values.ts'
import { type Message, message } from '../../../contract/messages/message.ts'
import type { Match } from '../contacts/service.ts'
import { distinct } from './cells.ts'
import { labelOf } from './custom-cells.ts'
import { fieldLabel } from './field-labels.ts'
import type { CustomCells } from './importer.ts'
import { newTags, type TagsBy } from './marks.ts'
import type { OtherNumber, ReadContact } from './row.ts'
import { optOutStays } from './yes-no.ts'

export interface Subject {
  contact: ReadContact
  phone_key: string | null
  other_numbers?: OtherNumber[]
  tags?: string[]
  custom?: CustomValues
  isWelcome?: boolean
}

/** The values that a row adds. */
export type NewValues = { [field in (typeof fillable)[number]]?: string } & { consent?: Consent }

/** Other numbers and addresses that a row adds to an existing contact. */
export interface Further {
  numbers: OtherNumber[]
  emails: string[]
}
const noneFurther: Further = { numbers: [], emails: [] }

export type Decision = {
  reasons: Message[]
  news: NewValues
  custom: CustomValues
  further: Further
  tags: string[]
} & ({ action: 'create'; match: undefined } | { action: 'update' | 'skip'; match: Match })

/** Rows without a number are matched by their address. */
export const emailKey = (subject: Subject) => subject.contact.email.toLowerCase()

/** Only empty fields are filled: a value entered in Kabar takes precedence over one from a file. */
const fillable = ['preferred_name', 'email', 'company', 'job_title', 'notes'] as const

const fresh = { reasons: [], news: {}, custom: {}, further: noneFurther }

/** Decides in order. A match takes over the values that a row adds, so that several rows of one contact add up. */
export function decide<S extends Subject>(
  subjects: S[],
  matches: Match[],
  tagged: TagsBy,
  cells: CustomCells,
): (Decision & { subject: S })[] {
  const byPhone = new Map(matches.flatMap((match) => match.phone_keys.map((key) => [key, match])))
  // Matches come oldest first, so the oldest of several with one address wins.
  const byEmail = new Map([...matches].reverse().flatMap((match) => match.email_keys.map((key) => [key, match])))
  return subjects.map((subject) => {
    const match = subject.phone_key
      ? (byPhone.get(subject.phone_key) ?? namesake(subject, byPhone))
      : byEmail.get(emailKey(subject))
    if (!match) return { ...fresh, subject, action: 'create', match, tags: subject.tags ?? [] }
    const stays = subject.isWelcome && match.consent === 'opted_out' ? optOutStays : null
    const filled = fillable.filter((field) => match[field] === '' && subject.contact[field] !== '')
    const news: NewValues = Object.fromEntries(filled.map((field) => [field, subject.contact[field]]))
    const fields = filled.map(fieldLabel)
    if (isNewConsent(subject.contact.consent, match.consent)) {
      news.consent = subject.contact.consent
      fields.push(fieldLabel('consent'))
    }
    const custom = newCustom(subject.custom, match.custom)
    fields.push(...Object.keys(custom).map((key) => labelOf(cells, `custom.${key}`)))
    Object.assign(match, news, { custom: { ...match.custom, ...custom } })
    const further = furtherOf(subject, match, byPhone)
    if (further.numbers.length > 0) fields.push(fieldLabel('other_phones'))
    if (further.emails.length > 0) fields.push(fieldLabel('other_emails'))
    const { tags, remark } = newTags(subject.tags, tagged.get(match.id))
    if (tags.length > 0) fields.push(fieldLabel('tags'))
    const { name } = match
    const [action, what] =
      fields.length > 0
        ? (['update', message('row.adds', { fields, name })] as const)
        : (['skip', message(subject.phone_key ? 'row.phone_known' : 'row.email_known', { name })] as const)
    return { subject, action, reasons: distinct([what, stays, remark]), match, news, custom, further, tags }
  })
}

/** The values of fields that are empty in the record. */
export const newCustom = (given: CustomValues = {}, present: CustomValues): CustomValues =>
  Object.fromEntries(Object.entries(given).filter(([key]) => present[key] === undefined))

/** The row's numbers and addresses that nobody has yet. Later rows can then match the contact by them. */
function furtherOf(
  { contact, phone_key, other_numbers = [] }: Subject,
  match: Match,
  byPhone: Map<string, Match>,
): Further {
  const preferred =
    phone_key && contact.phone ? [{ label: contact.phone_label ?? 'mobile', phone: contact.phone, key: phone_key }] : []
  const numbers =
    match.phone_key === null ? [] : [...preferred, ...other_numbers].filter(({ key }) => !byPhone.has(key))
  for (const { key } of numbers) byPhone.set(key, match)
  match.phone_keys.push(...numbers.map(({ key }) => key))
  const addresses = [contact.email, ...(contact.other_emails ?? [])]
  const emails = addresses.filter((email) => email !== '' && !match.email_keys.includes(email.toLowerCase()))
  // If the contact has no address, the row's first address becomes the preferred one, not another.
  const others = match.email === '' ? [] : emails.filter((email) => email.toLowerCase() !== match.email.toLowerCase())
  match.email_keys.push(...others.map((email) => email.toLowerCase()))
  return { numbers, emails: others }
}

/** A contact with this name and one of the row's other numbers. The name must match, as colleagues share an office number. */
const namesake = ({ contact, other_numbers = [] }: Subject, byPhone: ReadonlyMap<string, Match>) =>
  other_numbers
    .map(({ key }) => byPhone.get(key))
    .find((match) => match?.name.toLowerCase() === contact.name.toLowerCase())

/** An opt-out always counts; an opt-in only if no consent was recorded before. */
const isNewConsent = (said: Consent, existing: Consent) =>
  said === 'opted_out' ? existing !== 'opted_out' : said === 'opted_in' && existing === 'unknown'
