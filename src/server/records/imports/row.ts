// Parses one record of a file as a contact, or reports its problems.

import * as z from 'zod/mini'
import { Email } from '../../../contract/common.ts'
import { type Consent, maxOthers, type PhoneLabel } from '../../../contract/contacts.ts'
import type { CustomValues } from '../../../contract/custom-values.ts'
import type { ImportField } from '../../../contract/imports.ts'
import { type Message, message } from '../../../contract/messages/message.ts'
import { isMobile, isPlausible, type NewContact, parsePhone, phoneText } from '../contacts/service.ts'
import { distinct, proseOf, short, textsOf, tooManyCells, valuesIn } from './cells.ts'
import type { Layout } from './columns.ts'
import type { SourceRow } from './csv.ts'
import { readCustomRow } from './custom-cells.ts'
import { fieldLabel } from './field-labels.ts'
import type { ImportContext } from './importer.ts'
import { tagsOf } from './marks.ts'
import { neitherYesNorNo, readYesNo } from './yes-no.ts'

/** A contact as read from a row. */
export type ReadContact = Omit<NewContact, 'phone_key' | 'other_phones' | 'other_phone_keys'>

/** Another number in a row. Numbers are compared by `key`. */
export interface OtherNumber {
  label: PhoneLabel
  phone: string
  key: string
}

export interface ContactRow {
  line: number
  /** If there is a problem, with the number as written in the file. */
  contact: ReadContact
  phone_key: string | null
  /** Why it cannot be a contact: all problems. */
  problems: Message[]
  /** What was left out, shown whatever the outcome of the row. */
  remarks: Message[]
  /** A warning that the number may be wrong, shown if the row would be saved. */
  doubt: Message | null
  /** What was generated or moved to another field, shown if a contact is created. */
  remarksAsNew: Message[]
  /** The other numbers in the row. */
  other_numbers: OtherNumber[]
  /** Other numbers and addresses that could not be read, as the notes will show them. */
  others: string
  tags: string[]
  custom: CustomValues
  /** The row says that the person agreed or may be contacted. */
  isWelcome: boolean
}

export function readRow(
  { line, cells }: SourceRow,
  context: Pick<ImportContext, 'layout' | 'options' | 'custom'>,
): ContactRow {
  const { layout, options } = context
  const { country, tags: tagged } = options
  const text = (field: ImportField) => textsOf(cells, layout, field)[0] ?? ''
  const email = readEmail(textsOf(cells, layout, 'email'))
  const phone = parsePhones(cells, layout, country)
  const consent = readConsent(text('consent'))
  const off = text('do_not_contact')
  const isOff = readYesNo(off)
  const unreadable: Message[] = isOff === undefined ? [neitherYesNorNo(short(off))] : []
  const tags = tagsOf(cells, layout, (problem) => unreadable.push(problem), tagged)
  const custom = readCustomRow(cells, context, (problem) => unreadable.push(problem))
  const others = [...phone.unreadable, ...email.unreadable].join(', ')
  const contact = {
    name: text('name') || [text('first_name'), text('middle_name'), text('last_name')].filter(Boolean).join(' '),
    preferred_name: text('preferred_name'),
    phone: phone.phone,
    phone_label: phone.label,
    email: email.email,
    other_emails: email.addresses,
    company: text('company'),
    job_title: text('job_title'),
    notes: withOthers(proseOf(cells, layout, 'notes'), others),
    consent: isOff ? ('opted_out' as const) : consent.consent,
  }
  const nameless = contact.name === ''
  if (nameless) contact.name = contact.preferred_name || contact.company || contact.email || (contact.phone ?? '')
  const remarks = [email.remark, consent.remark]
  const moved = others ? message('row.others_in_notes', { others }) : null
  // Cells in the wrong columns would only cause further errors.
  const torn = tooManyCells(cells, layout)
  const problems = torn ? [torn] : distinct([...tooLong(contact), phone.problem ?? nothing(contact), ...unreadable])
  return {
    line,
    contact: shortened(contact),
    phone_key: phone.key,
    other_numbers: phone.numbers,
    others,
    tags,
    custom,
    isWelcome: contact.consent === 'opted_in' || isOff === false,
    // Remarks are listed with the problems, to be corrected together.
    problems: problems.length > 0 && !torn ? distinct([...problems, ...remarks, moved]) : problems,
    remarks: distinct(remarks),
    doubt: phone.doubt,
    remarksAsNew: distinct([nameless ? message('row.named_for_now', { name: contact.name }) : null, moved]),
  }
}

/** Appends to the notes what no field can hold. */
export const withOthers = (notes: string, others: string) =>
  [notes, others && `Also: ${others}`].filter(Boolean).join('\n')

const addressIn = (text: string) => z.safeParse(Email, text).data

interface ReadEmails {
  email: string
  /** The other addresses in the cells; `unreadable` are texts that are no address. */
  addresses: string[]
  unreadable: string[]
  remark: Message | null
}

export function readEmail(texts: string[]): ReadEmails {
  const email = texts.map(addressIn).find((address) => address !== undefined)
  const read = texts.map((text) => addressIn(text) ?? text)
  const others = [...new Map(read.map((each) => [each.toLowerCase(), each])).values()].filter(
    (each) => email !== undefined && each.toLowerCase() !== email.toLowerCase(),
  )
  const addresses = others.filter((each) => addressIn(each) !== undefined).slice(0, maxOthers)
  const unreadable = others.filter((each) => !addresses.includes(each))
  if (email !== undefined || texts.length === 0) return { email: email ?? '', addresses, unreadable, remark: null }
  const shown = texts[0]!.slice(0, 100).toWellFormed()
  return { email: '', addresses, unreadable, remark: message('row.email_skipped', { text: shown }) }
}

const yes = /^(y|yes|ya|iya|true|1|x|✓|opted[ _-]?in|opt[ _-]?in|subscribed|setuju|bersedia|si|sí|sim)$/i
const no =
  /^(n|no|tidak|tdk|false|0|opted[ _-]?out|opt[ _-]?out|unsubscribed|stop|berhenti|tidak setuju|menolak|não|nao)$/i

/** A missing or unreadable consent is unknown. */
function readConsent(text: string): { consent: Consent; remark: Message | null } {
  if (yes.test(text)) return { consent: 'opted_in', remark: null }
  if (no.test(text)) return { consent: 'opted_out', remark: null }
  if (/^(unknown|tidak diketahui|-)?$/i.test(text)) return { consent: 'unknown', remark: null }
  return { consent: 'unknown', remark: message('row.not_consent', { text: short(text) }) }
}

interface PhoneCell {
  phone: string | null
  key: string | null
  label: PhoneLabel
  problem: Message | null
  /** Why the number may be wrong although Kabar can save it. */
  doubt: Message | null
  /** The other numbers, without repetitions; `unreadable` are texts that are no number. */
  numbers: OtherNumber[]
  unreadable: string[]
}

const saysMobile = /mobile|cell|whatsapp|iphone|ponsel|hp|celular|m[oó]vil|handy/i
const saysWork = /work|office|business|company|kantor|trabal|trabaj|bureau/i
const saysHome = /home|rumah|house|casa/i

/** The label of a number: as its header or the column beside it says, otherwise by its range. */
function phoneLabel(said: string, phone: string): PhoneLabel {
  if (saysMobile.test(said)) return 'mobile'
  if (saysWork.test(said)) return 'work'
  if (saysHome.test(said)) return 'home'
  return isMobile(phone) ? 'mobile' : 'other'
}

/** Chooses among several numbers: the one labelled mobile, else the first mobile number, else the first readable one. */
export function parsePhones(cells: string[], layout: Layout, country: string): PhoneCell {
  const typed = layout.phones
    .flatMap(({ column, label }) => {
      const said = label === undefined ? '' : (cells[label] ?? '')
      const kind = `${layout.columns[column]?.header ?? ''} ${said}`
      return valuesIn(cells[column] ?? '').map((value) => ({ value, kind, saysMobile: saysMobile.test(said) }))
    })
    .sort((a, b) => Number(b.saysMobile) - Number(a.saysMobile))
  const parsed = typed.map(({ value, ...each }) => ({ ...parsePhone(value, country), ...each }))
  const usable = parsed.filter((each) => each.ok)
  const chosen =
    usable.length < 2 || usable[0]?.saysMobile ? usable[0] : (usable.find(({ phone }) => isMobile(phone)) ?? usable[0])
  if (chosen) {
    const numbers = new Map<string, OtherNumber>()
    const others = new Map<string, string>()
    for (const [nth, each] of parsed.entries())
      if (!each.ok) others.set(typed[nth]!.value, typed[nth]!.value)
      else if (each.key !== chosen.key) {
        const { phone, key } = each
        others.set(key, phone)
        if (!numbers.has(key) && numbers.size < maxOthers)
          numbers.set(key, { label: phoneLabel(each.kind, phone), phone, key })
      }
    return {
      phone: chosen.phone,
      key: chosen.key,
      label: phoneLabel(chosen.kind, chosen.phone),
      problem: null,
      doubt: doubtOf(chosen.phone),
      numbers: [...numbers.values()],
      unreadable: [...others].flatMap(([key, text]) => (numbers.has(key) ? [] : text)),
    }
  }
  const none = { key: null, label: 'mobile' as const, doubt: null, numbers: [], unreadable: [] }
  const refused = parsed[0]
  if (!refused || refused.ok) return { ...none, phone: null, problem: null }
  return { ...none, phone: typed[0]!.value, problem: refused.reason }
}

const doubtOf = (phone: string) =>
  isPlausible(phone) ? null : message('row.phone_unusual', { phone: phoneText(phone) })

const limits = [
  ['name', 200],
  ['preferred_name', 200],
  ['email', 254],
  ['company', 200],
  ['job_title', 200],
  ['notes', 20_000],
] as const

function tooLong(contact: ContactRow['contact']): Message[] {
  return limits
    .filter(([field, max]) => contact[field].length > max)
    .map(([field, max]) => message('row.text_longer', { field: fieldLabel(field), max }))
}

/** A preview of a row in error needs only short texts. */
function shortened(contact: ContactRow['contact']): ContactRow['contact'] {
  const cut = Object.fromEntries(limits.map(([field, max]) => [field, contact[field].slice(0, max).toWellFormed()]))
  return { ...contact, ...cut, phone: contact.phone?.slice(0, 60).toWellFormed() ?? null }
}

function nothing(contact: ContactRow['contact']): Message | null {
  if (contact.phone || contact.email) return null
  return message(contact.name === '' ? 'row.no_name_no_address' : 'row.no_address')
}
