// Makes a contact of one record of a file, or says what is wrong with it.
import * as z from 'zod/mini'
import { Email } from '../../contract/common.ts'
import type { ContactField } from '../../contract/imports.ts'
import { isMobile, type NewContact, readPhone } from '../contacts/service.ts'
import type { Layout } from './columns.ts'
import type { Record } from './csv.ts'

export interface Row {
  line: number
  /** With a problem, the number as it stands in the file. */
  contact: Omit<NewContact, 'phone_key'>
  phone_key: string | null
  /** Why it cannot be a contact. */
  problem: string | null
  /** What was left out or made up, for people to know. */
  remark: string | null
}

export function readRow({ line, cells }: Record, layout: Layout, country: string): Row {
  const text = (field: ContactField) => texts(cells, layout, field)[0] ?? ''
  const email = readEmail(texts(cells, layout, 'email'))
  const phone = readPhones(cells, layout, country)
  const contact = {
    name: text('name') || [text('first_name'), text('middle_name'), text('last_name')].filter(Boolean).join(' '),
    preferred_name: text('preferred_name'),
    phone: phone.phone,
    email: email.email,
    company: text('company'),
    job_title: text('job_title'),
    notes: readNotes(cells, layout),
  }
  const nameless = contact.name === ''
  if (nameless) contact.name = contact.preferred_name || contact.company || contact.email || (contact.phone ?? '')
  const remarks = [nameless ? `No name in the file: it is called “${contact.name}” for now.` : '', email.remark]
  return {
    line,
    contact: shortened(contact),
    phone_key: phone.key,
    problem: tooManyCells(cells, layout) ?? tooLong(contact) ?? phone.problem ?? nothing(contact),
    remark: remarks.filter(Boolean).join(' ') || null,
  }
}

const isAddress = (text: string) => z.safeParse(Email, text).success

/** All values of a field, of several columns and of cells with several values, as Google writes them. */
function texts(cells: string[], layout: Layout, field: ContactField): string[] {
  return (layout.places.get(field) ?? []).flatMap((column) => values(cells[column] ?? ''))
}

function values(cell: string): string[] {
  if (cell === '') return []
  return cell.split(' ::: ').map(oneLine).filter(Boolean)
}

function oneLine(cell: string): string {
  return plain(cell).replace(/\s+/g, ' ').trim()
}

/** Without the sign by which spreadsheets are told "this is text", and without what cannot be kept. */
function plain(cell: string): string {
  return cell
    .trim()
    .replace(/^="+([^"]*)"+$/, '$1')
    .replace(/(?![\t\n\r])\p{Cc}/gu, ' ')
    .normalize('NFC')
}

function readNotes(cells: string[], layout: Layout): string {
  const column = layout.places.get('notes')?.[0]
  return column === undefined ? '' : plain(cells[column] ?? '').trim()
}

function readEmail(addresses: string[]): { email: string; remark: string } {
  const email = addresses.find(isAddress)
  if (email !== undefined || addresses.length === 0) return { email: email ?? '', remark: '' }
  return { email: '', remark: `“${addresses[0]!.slice(0, 100)}” is not an e-mail address and is left out.` }
}

interface PhoneCell {
  phone: string | null
  key: string | null
  problem: string | null
}

/** Of several numbers the one that says it is mobile, else the first that is one, else the first that can be read. */
function readPhones(cells: string[], layout: Layout, country: string): PhoneCell {
  const typed = layout.phones
    .flatMap(({ column, label }) => {
      const saysMobile =
        label !== undefined && /mobile|cell|whatsapp|iphone|ponsel|hp|celular|m[oó]vil|handy/i.test(cells[label] ?? '')
      return values(cells[column] ?? '').map((value) => ({ value, saysMobile }))
    })
    .sort((a, b) => Number(b.saysMobile) - Number(a.saysMobile))
  const readings = typed.map(({ value, saysMobile }) => ({ ...readPhone(value, country), saysMobile }))
  const usable = readings.filter((reading) => reading.ok)
  const chosen =
    usable.length < 2 || usable[0]?.saysMobile ? usable[0] : (usable.find(({ phone }) => isMobile(phone)) ?? usable[0])
  if (chosen) return { phone: chosen.phone, key: chosen.key, problem: null }
  const refused = readings[0]
  if (!refused || refused.ok) return { phone: null, key: null, problem: null }
  return { phone: typed[0]!.value, key: null, problem: refused.reason }
}

const limits = [
  ['name', 'name', 200],
  ['preferred_name', 'preferred name', 200],
  ['email', 'e-mail address', 254],
  ['company', 'company', 200],
  ['job_title', 'job title', 200],
  ['notes', 'notes', 20_000],
] as const

function tooLong(contact: Row['contact']): string | null {
  const field = limits.find(([field, , max]) => contact[field].length > max)
  return field ? `The text in ${field[1]} is longer than ${field[2]} characters.` : null
}

/** What is shown of a row in error needs no more than a glance. */
function shortened(contact: Row['contact']): Row['contact'] {
  const cut = Object.fromEntries(limits.map(([field, , max]) => [field, contact[field].slice(0, max)]))
  return { ...contact, ...cut, phone: contact.phone?.slice(0, 60) ?? null }
}

function tooManyCells(cells: string[], layout: Layout): string | null {
  const extra = cells.slice(layout.columns.length).some((cell) => cell.trim() !== '')
  return extra
    ? `This row has ${cells.length} cells, but there are ${layout.columns.length} columns. Put quotes around texts that hold the separator.`
    : null
}

function nothing(contact: Row['contact']): string | null {
  if (contact.phone || contact.email) return null
  return contact.name === ''
    ? 'No name, no phone number and no e-mail address.'
    : 'No phone number and no e-mail address.'
}
