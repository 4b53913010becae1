// What the form of an investor holds: a text for every field, empty for nothing, and what becomes of it.
import * as z from 'zod/mini'
import { type Investor, type InvestorChange, InvestorCreate } from '../../contract/investors.ts'
import type { InvestorKind } from '../../contract/master-data.ts'

export type InvestorValues = {
  name: string
  kind: InvestorKind
  investor_type_id: string
  code: string
  email: string
  website: string
  country: string
  city: string
  preferred_stage_ids: string[]
  preferred_currency: string
  ticket_min: string
  ticket_max: string
  owner_user_id: string
  next_follow_up_on: string
  source: string
  do_not_contact: boolean
  tag_ids: string[]
  notes: string
  /** Of a new one only: somebody who is a contact already, or the number of a new contact. */
  'contact.id': string
  'contact.phone': string
  'contact.preferred_name': string
}

export const emptyInvestor: InvestorValues = {
  name: '',
  kind: 'individual',
  investor_type_id: '',
  code: '',
  email: '',
  website: '',
  country: '',
  city: '',
  preferred_stage_ids: [],
  preferred_currency: '',
  ticket_min: '',
  ticket_max: '',
  owner_user_id: '',
  next_follow_up_on: '',
  source: '',
  do_not_contact: false,
  tag_ids: [],
  notes: '',
  'contact.id': '',
  'contact.phone': '',
  'contact.preferred_name': '',
}

export function valuesOf({ type, preferred_stages, owner, tags, ...investor }: Investor): InvestorValues {
  const known = Object.keys(emptyInvestor).map((name) => [name, (investor as Record<string, unknown>)[name] ?? ''])
  return {
    ...(Object.fromEntries(known) as InvestorValues),
    investor_type_id: type.id,
    preferred_stage_ids: preferred_stages.map(({ id }) => id),
    owner_user_id: owner?.id ?? '',
    tag_ids: tags.map(({ id }) => id),
  }
}

/** As the contract takes it. */
export function inputOf(values: InvestorValues): InvestorCreate {
  const { 'contact.id': id, 'contact.phone': phone, 'contact.preferred_name': preferred_name, ...given } = values
  const contact = contactOf(values.kind, { id, phone: phone.trim(), preferred_name })
  const filled = Object.entries(given).map(([name, value]) => [name, value === '' && isNullable(name) ? null : value])
  return { ...(Object.fromEntries(filled) as InvestorCreate), ...(contact && { contact }) }
}

/** A fact that was edited alone, as text; ids are parted by commas. */
export function changeOf(texts: Record<string, string>): Partial<InvestorChange> {
  return Object.fromEntries(
    Object.entries(texts).map(([name, text]) => {
      if (name.endsWith('_ids')) return [name, text.split(',').filter(Boolean)]
      if (name === 'do_not_contact') return [name, text === 'true']
      return [name, text === '' && isNullable(name) ? null : text]
    }),
  )
}
const isNullable = (name: string) =>
  /^(country|preferred_currency|ticket_min|ticket_max|owner_user_id|next_follow_up_on)$/.test(name)

/** An individual is their own contact, with a number or without; an entity's is somebody who is there already. */
function contactOf(kind: InvestorKind, { id, ...person }: { id: string; phone: string; preferred_name: string }) {
  if (id) return { id }
  return kind === 'individual' ? person : undefined
}

/** The request's own schema, for what stands in the fields. An id that is missing is not a malformed one. */
export const InvestorForm = z.pipe(
  z.transform((values: InvestorValues) => inputOf(values)),
  z.extend(InvestorCreate, { investor_type_id: z.string().check(z.minLength(1, { error: 'is required' })) }),
)
