// Parses one row as an investor with its contact, or reports its problems.
import { Country, Email } from '../../../contract/common.ts'
import { ContactRole } from '../../../contract/contacts.ts'
import type { CustomValues } from '../../../contract/custom-values.ts'
import { type Message, message } from '../../../contract/messages/message.ts'
import { Amount, Currency } from '../../../contract/money.ts'
import { AppError } from '../../errors.ts'
import { checkTicket } from '../investors/service.ts'
import { isCalled } from '../master-data/service.ts'
import { proseOf, short, textOf, textsOf, tooManyCells } from './cells.ts'
import { countryOf } from './country.ts'
import type { SourceRow } from './csv.ts'
import { readCustomRow } from './custom-cells.ts'
import { fieldLabel } from './field-labels.ts'
import type { ImportContext } from './importer.ts'
import { tagsOf } from './marks.ts'
import { parsePhones, readEmail } from './row.ts'
import { canonical, fitsCurrency, readAmount, readDay, unreadAmounts, unreadDay } from './styles.ts'
import { neitherYesNorNo, readYesNo } from './yes-no.ts'

export interface InvestorData {
  code: string
  name: string
  kind: string
  investor_type_id: string
  email: string
  country: string | null
  city: string
  website: string
  source: string
  notes: string
  preferred_currency: string | null
  ticket_min: string | null
  ticket_max: string | null
  next_follow_up_on: string | null
  follow_up_note: string
  /** Null if the row does not say. */
  do_not_contact?: boolean | null
  tags?: string[]
  custom?: CustomValues
  contact: { name: string; phone: string | null; phone_key: string | null; email: string; role: ContactRole } | null
}
interface Type {
  id: string
  name: string
  seed_key: string | null
  kind: string
  is_active: boolean
}

export function readInvestor({ line, cells }: SourceRow, context: ImportContext, types: Type[]) {
  const { layout, options } = context
  const text = (field: Parameters<typeof textOf>[2]) => textOf(cells, layout, field)
  const problems: Message[] = []
  const say = (problem: Message) => {
    problems.push(problem)
    return null
  }
  const type = typeOf(text('type'), types, options.investor_type_id, say)
  const currency = text('preferred_currency').toUpperCase()
  const isCurrency = currency === '' || Currency.safeParse(currency).success
  const amount = (field: 'ticket_min' | 'ticket_max') => {
    const cell = text(field)
    if (cell === '') return null
    const reading = readAmount(cell, options.number_style)
    if (!reading.ok) return say(unreadAmounts[reading.problem](cell))
    if (isCurrency && !fitsCurrency(reading.value.sign, currency || options.currency))
      return say(message('row.other_currency', { text: short(cell), currency: currency || options.currency }))
    const plain = canonical(reading.value.amount)
    return Amount.safeParse(plain).success ? plain : say(message('row.amount_out_of_range', { text: short(cell) }))
  }
  const day = text('next_follow_up_on')
  const follow = day ? readDay(day, options.date_style) : undefined
  const phone = parsePhones(cells, layout, options.country)
  const emails = readEmail(textsOf(cells, layout, 'contact_email'))
  const role = roleOf(text('contact_role'))
  const isOff = readYesNo(text('do_not_contact'))
  const isPerson = /^(individual|person|perorangan|orang|pribadi|individu)/i.test(text('kind'))
  const isEntity = /^(entity|company|organi[sz]ation|badan|perusahaan|pt|lembaga)/i.test(text('kind'))
  const data: InvestorData = {
    code: text('code'),
    name: text('name'),
    kind: isPerson ? 'individual' : isEntity ? 'entity' : (type?.kind ?? 'individual'),
    investor_type_id: type?.id ?? '',
    email: text('email'),
    country: text('country') ? countryOf(text('country')) : null,
    city: text('city'),
    website: text('website'),
    source: text('source'),
    notes: proseOf(cells, layout, 'notes'),
    ticket_min: amount('ticket_min'),
    ticket_max: amount('ticket_max'),
    preferred_currency: null,
    next_follow_up_on: follow?.ok ? follow.value : null,
    follow_up_note: follow?.ok ? text('follow_up_note') : '',
    do_not_contact: isOff ?? null,
    tags: tagsOf(cells, layout, say, options.tags),
    custom: readCustomRow(cells, context, say),
    contact: null,
  }
  const hasTicket = data.ticket_min !== null || data.ticket_max !== null
  data.preferred_currency = currency || (hasTicket ? options.currency : null)
  if (phone.phone || emails.email || text('contact_name'))
    data.contact = {
      name: text('contact_name') || data.name,
      phone: phone.key ? phone.phone : null,
      phone_key: phone.key,
      email: emails.email || (data.kind === 'individual' ? data.email : ''),
      role: role ?? (data.kind === 'individual' && !text('contact_name') ? 'self' : 'primary'),
    }
  if (data.name === '') say(message('row.investor_name_missing'))
  if (data.email !== '' && !Email.safeParse(data.email).success)
    say(message('value.not_email', { text: short(data.email) }))
  if (emails.remark && emails.email === '')
    say(message('value.not_email', { text: short(textsOf(cells, layout, 'contact_email')[0]!) }))
  if (phone.problem) say(phone.problem)
  if (text('country') && !Country.safeParse(data.country).success)
    say(message('row.not_country', { text: short(text('country')) }))
  if (!isCurrency) say(message('value.not_currency', { text: short(currency) }))
  if (text('contact_role') && !role) say(message('row.not_role', { text: short(text('contact_role')) }))
  if (follow && !follow.ok) say(unreadDay(day, follow.problem))
  if (isOff === undefined) say(neitherYesNorNo(short(text('do_not_contact'))))
  for (const [field, max] of limits)
    if (data[field].length > max) say(message('row.text_longer', { field: fieldLabel(field), max }))
  const isRead = (field: 'ticket_min' | 'ticket_max') => data[field] !== null || text(field) === ''
  if (isCurrency && isRead('ticket_min') && isRead('ticket_max')) problems.push(...ticketProblems(data))
  // Cells in the wrong columns would only cause further errors.
  const torn = tooManyCells(cells, layout)
  return { line, cells, data, problems: torn ? [torn] : problems, isTorn: torn !== null, doubt: phone.doubt }
}

const limits = [
  ['code', 40],
  ['name', 200],
  ['city', 200],
  ['website', 200],
  ['source', 200],
  ['follow_up_note', 200],
  ['notes', 20_000],
] as const

function ticketProblems(data: InvestorData): Message[] {
  try {
    checkTicket(data)
    return []
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return (error.fields ?? []).map(({ path, message: fault }) =>
      message(path === 'ticket_max' ? 'row.largest_ticket_fault' : 'row.smallest_ticket_fault', { fault }),
    )
  }
}

function typeOf(name: string, types: Type[], otherwise: string | null, say: (problem: Message) => null) {
  const what = message('column.investor_type')
  if (name === '') return types.find(({ id }) => id === otherwise) ?? say(message('row.type_missing'))
  const type = types.find((each) => isCalled(each, name))
  if (!type) return say(message('row.not_in_master_data', { what, name: short(name) }))
  return type.is_active ? type : say(message('row.inactive', { what, name: type.name }))
}

const roles: { [word: string]: ContactRole } = {
  sendiri: 'self',
  utama: 'primary',
  keuangan: 'finance',
  hukum: 'legal',
  asisten: 'assistant',
  sekretaris: 'assistant',
  lain: 'other',
  lainnya: 'other',
}
const roleOf = (text: string): ContactRole | undefined =>
  ContactRole.options.find((role) => role === text.toLowerCase()) ?? roles[text.toLowerCase()]
