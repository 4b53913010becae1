// Form values of an investor (text per field, empty if unset) and their conversion to the API.
import * as z from 'zod/mini'
import { type Investor, type InvestorChange, InvestorCreate, InvestorInput } from '../../../contract/investors.ts'
import type { InvestorKind } from '../../../contract/master-data.ts'
import { issue } from '../../../contract/messages/issue.ts'
import { type CustomFormValues, customFormValues, splitCustom } from '../../platform/lib/custom-form.ts'
import { changeFrom, requestOf, valuesIn } from '../../platform/ui/form-values.ts'

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
  follow_up_note: string
  source: string
  do_not_contact: boolean
  tag_ids: string[]
  notes: string
  /** New investors only: an existing contact, or the number of a new one. */
  'contact.id': string
  'contact.phone': string
  'contact.preferred_name': string
} & CustomFormValues

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
  follow_up_note: '',
  source: '',
  do_not_contact: false,
  tag_ids: [],
  notes: '',
  'contact.id': '',
  'contact.phone': '',
  'contact.preferred_name': '',
}

export function valuesOf({ type, preferred_stages, owner, tags, ...investor }: Investor): InvestorValues {
  return {
    ...valuesIn(emptyInvestor, investor),
    investor_type_id: type.id,
    preferred_stage_ids: preferred_stages.map(({ id }) => id),
    owner_user_id: owner?.id ?? '',
    tag_ids: tags.map(({ id }) => id),
    ...customFormValues(investor),
  }
}

/** Converts to the API. */
export function inputOf(all: InvestorValues, investor?: Investor): InvestorCreate {
  const { others: values, custom } = splitCustom(all, investor)
  const { 'contact.id': id, 'contact.phone': phone, 'contact.preferred_name': preferred_name, ...given } = values
  const contact = contactOf(values.kind, { id, phone: phone.trim(), preferred_name })
  return { ...(requestOf(InvestorInput, given) as InvestorCreate), ...custom, ...(contact && { contact }) }
}

/** For users who do not see amounts: the form does not show these fields, so it must not save them. */
export const withoutTicket = <I extends Partial<InvestorInput>>({ ticket_min: _min, ticket_max: _max, ...input }: I) =>
  input

/** Converts one edited field from text; ids are separated by commas. */
export const changeOf = (texts: Record<string, string>): Partial<InvestorChange> => changeFrom(InvestorInput, texts)

/** An individual is their own contact, with or without a number; an entity's is an existing contact. */
function contactOf(kind: InvestorKind, { id, ...person }: { id: string; phone: string; preferred_name: string }) {
  if (id) return { id }
  return kind === 'individual' ? person : undefined
}

/** Validates form values with the schema of the request. A missing id is reported as missing, not as malformed. */
export const InvestorForm = z.pipe(
  z.transform((values: InvestorValues) => inputOf(values)),
  z.extend(InvestorCreate, { investor_type_id: z.string().check(z.minLength(1, { error: issue('field.required') })) }),
)
