// Parses one record of a file as a contact, or reports its problems.

import * as z from 'zod/mini'
import { Email } from '../../../contract/common.ts'
import type { Consent } from '../../../contract/contacts.ts'
import type { ImportField } from '../../../contract/imports.ts'
import { type Message, message } from '../../../contract/messages/message.ts'
import { isMobile, isPlausible, type NewContact, parsePhone, phoneText } from '../contacts/service.ts'
import { distinct, proseOf, short, textsOf, tooManyCells, valuesIn } from './cells.ts'
import type { Layout } from './columns.ts'
import type { SourceRow } from './csv.ts'
import { fieldLabel } from './field-labels.ts'
import { tagsOf } from './marks.ts'
import { neitherYesNorNo, readYesNo } from './yes-no.ts'

/** A contact as read from a row. */
export type ReadContact = Omit<NewContact, 'phone_key'>

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
  /** Further numbers and addresses, as written to the notes. */
  others: string
  tags: string[]
  /** The row says that the person agreed or may be contacted. */
  isWelcome: boolean
}

/** `tagged`: tags that the user chose for all rows. */
export function readRow(
  { line, cells }: SourceRow,
  layout: Layout,
  { country, tags: tagged = [] }: { country: string; tags?: readonly string[] },
): ContactRow {
  const text = (field: ImportField) => textsOf(cells, layout, field)[0] ?? ''
  const email = readEmail(textsOf(cells, layout, 'email'))
  const phone = parsePhones(cells, layout, country)
  const consent = readConsent(text('consent'))
  const off = text('do_not_contact')
  const isOff = readYesNo(off)
  const unreadable: Message[] = isOff === undefined ? [neitherYesNorNo(short(off))] : []
  const tags = tagsOf(cells, layout, (problem) => unreadable.push(problem), tagged)
  const others = [...phone.others, ...email.others].join(', ')
  const contact = {
    name: text('name') || [text('first_name'), text('middle_name'), text('last_name')].filter(Boolean).join(' '),
    preferred_name: text('preferred_name'),
    phone: phone.phone,
    email: email.email,
    company: text('company'),
    job_title: text('job_title'),
    notes: [proseOf(cells, layout, 'notes'), others && `Also: ${others}`].filter(Boolean).join('\n'),
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
    others,
    tags,
    isWelcome: contact.consent === 'opted_in' || isOff === false,
    // Remarks are listed with the problems, to be corrected together.
    problems: problems.length > 0 && !torn ? distinct([...problems, ...remarks, moved]) : problems,
    remarks: distinct(remarks),
    doubt: phone.doubt,
    remarksAsNew: distinct([nameless ? message('row.named_for_now', { name: contact.name }) : null, moved]),
  }
}

const addressIn = (text: string) => z.safeParse(Email, text).data

export function readEmail(addresses: string[]): { email: string; others: string[]; remark: Message | null } {
  const email = addresses.map(addressIn).find((address) => address !== undefined)
  const read = addresses.map((address) => addressIn(address) ?? address)
  const others = [...new Map(read.map((each) => [each.toLowerCase(), each])).values()].filter(
    (each) => email !== undefined && each.toLowerCase() !== email.toLowerCase(),
  )
  if (email !== undefined || addresses.length === 0) return { email: email ?? '', others, remark: null }
  const shown = addresses[0]!.slice(0, 100).toWellFormed()
  return { email: '', others, remark: message('row.email_skipped', { text: shown }) }
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
  problem: Message | null
  /** Why the number may be wrong although Kabar can save it. */
  doubt: Message | null
  /** The other numbers, each once, in full. */
  others: string[]
}

/** Chooses among several numbers: the one labelled mobile, else the first mobile number, else the first readable one. */
export function parsePhones(cells: string[], layout: Layout, country: string): PhoneCell {
  const typed = layout.phones
    .flatMap(({ column, label }) => {
      const saysMobile =
        label !== undefined && /mobile|cell|whatsapp|iphone|ponsel|hp|celular|m[oó]vil|handy/i.test(cells[label] ?? '')
      return valuesIn(cells[column] ?? '').map((value) => ({ value, saysMobile }))
    })
    .sort((a, b) => Number(b.saysMobile) - Number(a.saysMobile))
  const parsed = typed.map(({ value, saysMobile }) => ({ ...parsePhone(value, country), saysMobile }))
  const usable = parsed.filter((each) => each.ok)
  const chosen =
    usable.length < 2 || usable[0]?.saysMobile ? usable[0] : (usable.find(({ phone }) => isMobile(phone)) ?? usable[0])
  if (chosen) {
    const others = new Map<string, string>()
    for (const [nth, each] of parsed.entries())
      if (!each.ok) others.set(typed[nth]!.value, typed[nth]!.value)
      else if (each.key !== chosen.key) others.set(each.key, each.phone)
    return {
      phone: chosen.phone,
      key: chosen.key,
      problem: null,
      doubt: doubtOf(chosen.phone),
      others: [...others.values()],
    }
  }
  const refused = parsed[0]
  if (!refused || refused.ok) return { phone: null, key: null, problem: null, doubt: null, others: [] }
  return { phone: typed[0]!.value, key: null, problem: refused.reason, doubt: null, others: [] }
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
