// Parses one record of a file as a contact, or reports its problems.
import * as z from 'zod/mini'
import { Email } from '../../contract/common.ts'
import type { Consent } from '../../contract/contacts.ts'
import type { ImportField } from '../../contract/imports.ts'
import { isMobile, type NewContact, readPhone } from '../contacts/service.ts'
import { proseOf, reasonOf, short, textsOf, tooManyCells, valuesIn } from './cells.ts'
import type { Layout } from './columns.ts'
import type { SourceRow } from './csv.ts'
import { tagsOf } from './marks.ts'
import { neitherYesNorNo, readYesNo } from './yes-no.ts'

/** A contact as read from a row. */
export type ReadContact = Omit<NewContact, 'phone_key'>

export interface ContactRow {
  line: number
  /** If there is a problem, with the number as written in the file. */
  contact: ReadContact
  phone_key: string | null
  /** Why it cannot be a contact: all problems, one per line. */
  problem: string | null
  /** What was left out, shown whatever the outcome of the row. */
  remark: string | null
  /** What was generated or moved to another field, shown if a contact is created. */
  remarkAsNew: string | null
  /** Further numbers and addresses, as written to the notes. */
  others: string
  tags: string[]
  /** The row says that the person agreed or may be contacted. */
  isWelcome: boolean
}

export function readRow({ line, cells }: SourceRow, layout: Layout, country: string): ContactRow {
  const text = (field: ImportField) => textsOf(cells, layout, field)[0] ?? ''
  const email = readEmail(textsOf(cells, layout, 'email'))
  const phone = readPhones(cells, layout, country)
  const consent = readConsent(text('consent'))
  const off = text('do_not_contact')
  const isOff = readYesNo(off)
  const unreadable: string[] = isOff === undefined ? [neitherYesNorNo(short(off))] : []
  const tags = tagsOf(cells, layout, (problem) => unreadable.push(problem))
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
  const moved = others && `A contact has one number and one address. Saved in the notes: ${others}.`
  // Cells in the wrong columns would only cause further errors.
  const torn = tooManyCells(cells, layout)
  const problems = torn ? [torn] : [...tooLong(contact), phone.problem ?? nothing(contact) ?? '', ...unreadable]
  const problem = reasonOf(problems)
  return {
    line,
    contact: shortened(contact),
    phone_key: phone.key,
    others,
    tags,
    isWelcome: contact.consent === 'opted_in' || isOff === false,
    // Remarks are listed with the problems, to be corrected together.
    problem: problem && !torn ? reasonOf([...problems, ...remarks, moved]) : problem,
    remark: reasonOf(remarks),
    remarkAsNew: reasonOf([nameless ? `No name in the file: named “${contact.name}” for now.` : '', moved]),
  }
}

const addressIn = (text: string) => z.safeParse(Email, text).data

export function readEmail(addresses: string[]): { email: string; others: string[]; remark: string } {
  const email = addresses.map(addressIn).find((address) => address !== undefined)
  const read = addresses.map((address) => addressIn(address) ?? address)
  const others = [...new Map(read.map((each) => [each.toLowerCase(), each])).values()].filter(
    (each) => email !== undefined && each.toLowerCase() !== email.toLowerCase(),
  )
  if (email !== undefined || addresses.length === 0) return { email: email ?? '', others, remark: '' }
  const shown = addresses[0]!.slice(0, 100).toWellFormed()
  return { email: '', others, remark: `“${shown}” is not an email address and is skipped.` }
}

const yes = /^(y|yes|ya|iya|true|1|x|✓|opted[ _-]?in|opt[ _-]?in|subscribed|setuju|bersedia|si|sí|sim)$/i
const no =
  /^(n|no|tidak|tdk|false|0|opted[ _-]?out|opt[ _-]?out|unsubscribed|stop|berhenti|tidak setuju|menolak|não|nao)$/i

/** A missing or unreadable consent is unknown. */
function readConsent(text: string): { consent: Consent; remark: string } {
  if (yes.test(text)) return { consent: 'opted_in', remark: '' }
  if (no.test(text)) return { consent: 'opted_out', remark: '' }
  if (/^(unknown|tidak diketahui|-)?$/i.test(text)) return { consent: 'unknown', remark: '' }
  return { consent: 'unknown', remark: `“${short(text)}” is not a valid consent: it stays unknown.` }
}

interface PhoneCell {
  phone: string | null
  key: string | null
  problem: string | null
  /** The other numbers, each once, in full. */
  others: string[]
}

/** Chooses among several numbers: the one labelled mobile, else the first mobile number, else the first readable one. */
export function readPhones(cells: string[], layout: Layout, country: string): PhoneCell {
  const typed = layout.phones
    .flatMap(({ column, label }) => {
      const saysMobile =
        label !== undefined && /mobile|cell|whatsapp|iphone|ponsel|hp|celular|m[oó]vil|handy/i.test(cells[label] ?? '')
      return valuesIn(cells[column] ?? '').map((value) => ({ value, saysMobile }))
    })
    .sort((a, b) => Number(b.saysMobile) - Number(a.saysMobile))
  const readings = typed.map(({ value, saysMobile }) => ({ ...readPhone(value, country), saysMobile }))
  const usable = readings.filter((reading) => reading.ok)
  const chosen =
    usable.length < 2 || usable[0]?.saysMobile ? usable[0] : (usable.find(({ phone }) => isMobile(phone)) ?? usable[0])
  if (chosen) {
    const others = new Map<string, string>()
    for (const [nth, reading] of readings.entries())
      if (!reading.ok) others.set(typed[nth]!.value, typed[nth]!.value)
      else if (reading.key !== chosen.key) others.set(reading.key, reading.phone)
    return { phone: chosen.phone, key: chosen.key, problem: null, others: [...others.values()] }
  }
  const refused = readings[0]
  if (!refused || refused.ok) return { phone: null, key: null, problem: null, others: [] }
  return { phone: typed[0]!.value, key: null, problem: refused.reason, others: [] }
}

const limits = [
  ['name', 'name', 200],
  ['preferred_name', 'preferred name', 200],
  ['email', 'email address', 254],
  ['company', 'company', 200],
  ['job_title', 'job title', 200],
  ['notes', 'notes', 20_000],
] as const

function tooLong(contact: ContactRow['contact']): string[] {
  return limits
    .filter(([field, , max]) => contact[field].length > max)
    .map(([, label, max]) => `The text in ${label} is longer than ${max} characters.`)
}

/** A preview of a row in error needs only short texts. */
function shortened(contact: ContactRow['contact']): ContactRow['contact'] {
  const cut = Object.fromEntries(limits.map(([field, , max]) => [field, contact[field].slice(0, max).toWellFormed()]))
  return { ...contact, ...cut, phone: contact.phone?.slice(0, 60).toWellFormed() ?? null }
}

function nothing(contact: ContactRow['contact']): string | null {
  if (contact.phone || contact.email) return null
  return contact.name === ''
    ? 'No name, no phone number and no email address.'
    : 'No phone number and no email address.'
}
