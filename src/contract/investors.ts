// Investors: the parties that invest. Messages go to their contacts.

import * as z from 'zod/mini'
import {
  asTyped,
  Country,
  Day,
  Email,
  Id,
  line,
  listQuery,
  Name,
  PhoneText,
  prose,
  severalOf,
  Timestamp,
  YesNo,
} from './common.ts'
import { Consent } from './contacts.ts'
import { CustomFilter, customListQuery } from './custom-filters.ts'
import { CustomInput, CustomValues } from './custom-values.ts'
import { endpoint } from './endpoint.ts'
import { listExport } from './exports.ts'
import { InvestmentTotals } from './investments.ts'
import { InvestorKind } from './master-data.ts'
import { issue } from './messages/issue.ts'
import { Amount, Currency } from './money.ts'
import { recordEndpoints } from './record-endpoints.ts'
import { TagFilter, TagIds, TagLabel } from './tags.ts'

/** Role of a contact for an investor. */
export const ContactRole = z.enum(['self', 'primary', 'finance', 'legal', 'assistant', 'other'])
export type ContactRole = z.output<typeof ContactRole>
/** Derived from the investments: `active` has one committed or funded, `past` has only exited ones. */
export const Relationship = z.enum(['prospect', 'active', 'past'])
export type Relationship = z.output<typeof Relationship>

export const InvestorContact = z.object({
  id: Id,
  name: z.string(),
  phone: z.nullable(z.string()),
  phone_text: PhoneText,
  email: z.string(),
  consent: Consent,
  role: ContactRole,
  is_primary: z.boolean(),
})
export type InvestorContact = z.output<typeof InvestorContact>

const figures = {
  /** Categories committed, funded and exited. */
  committed: z.string(),
  /** Settled contributions less refunds. */
  funded: z.string(),
  outstanding: z.string(),
  distributed: z.string(),
}

export const Investor = z.object({
  id: Id,
  code: z.string(),
  name: z.string(),
  kind: InvestorKind,
  type: z.object({ id: Id, name: z.string(), color: z.string() }),
  email: z.string(),
  country: z.nullable(z.string()),
  city: z.string(),
  website: z.string(),
  preferred_stages: z.array(z.object({ id: Id, name: z.string(), color: z.string() })),
  preferred_currency: z.nullable(z.string()),
  /** In preferred_currency. Null without the permission to see amounts. */
  ticket_min: z.nullable(z.string()),
  ticket_max: z.nullable(z.string()),
  source: z.string(),
  owner: z.nullable(z.object({ id: Id, name: z.string() })),
  next_follow_up_on: z.nullable(z.string()),
  /** The reason for the follow-up. It is removed together with the day. */
  follow_up_note: z.string(),
  do_not_contact: z.boolean(),
  notes: z.string(),
  tags: z.array(TagLabel),
  /** Hidden from pickers, included in totals. */
  is_archived: z.boolean(),
  /** The primary one first. */
  contacts: z.array(InvestorContact),
  relationship: Relationship,
  investment_count: z.int(),
  /** One entry per currency of its investments; empty without the permission to see amounts. */
  figures: z.array(z.object({ currency: z.string(), ...figures })),
  /** When a broadcast was last sent to one of its contacts. */
  last_contacted_at: z.nullable(Timestamp),
  /** The investor may be contacted, and one of its contacts has a number and has not opted out. */
  is_reachable: z.boolean(),
  custom: CustomValues,
  version: z.int(),
  created_at: Timestamp,
  updated_at: Timestamp,
})
export type Investor = z.output<typeof Investor>

/** `https://` is optional. */
const Website = asTyped(200).check(
  z.trim(),
  z.refine<string>((text) => text === '' || /^(https?:\/\/)?[^\s/.]+(\.[^\s/.]+)+(\/\S*)?$/i.test(text), {
    error: issue('field.not_web_address'),
  }),
)

export const InvestorInput = z.strictObject({
  name: Name,
  kind: InvestorKind,
  investor_type_id: Id,
  /** Empty means the next number, such as IV-0001. */
  code: z.optional(line(40, 0)),
  email: z.optional(z.union([z.literal(''), Email])),
  country: z.optional(z.nullable(Country)),
  city: z.optional(line(100, 0)),
  website: z.optional(Website),
  preferred_stage_ids: z.optional(z.array(Id).check(z.maxLength(50))),
  preferred_currency: z.optional(z.nullable(Currency)),
  ticket_min: z.optional(z.nullable(Amount)),
  ticket_max: z.optional(z.nullable(Amount)),
  source: z.optional(line(200, 0)),
  owner_user_id: z.optional(z.nullable(Id)),
  next_follow_up_on: z.optional(z.nullable(Day)),
  follow_up_note: z.optional(line(200, 0)),
  do_not_contact: z.optional(z.boolean()),
  notes: z.optional(prose(20_000)),
  tag_ids: z.optional(TagIds),
  custom: z.optional(CustomInput),
})
export type InvestorInput = z.output<typeof InvestorInput>

/** Adding an individual creates its contact too, or links an existing one (`id`). */
export const InvestorCreate = z.extend(InvestorInput, {
  contact: z.optional(
    z.strictObject({
      id: z.optional(Id),
      /** As typed; the server parses local numbers with the organization's country. */
      phone: z.optional(z.string().check(z.maxLength(60))),
      preferred_name: z.optional(line(200, 0)),
    }),
  ),
})
export type InvestorCreate = z.output<typeof InvestorCreate>
export const InvestorChange = z.extend(z.partial(InvestorInput), {
  is_archived: z.optional(z.boolean()),
  version: z.int(),
})
export type InvestorChange = z.output<typeof InvestorChange>

const filters = {
  /** Filters by custom fields. */
  custom: z.optional(CustomFilter),
  q: listQuery(['name']).q,
  kind: z.optional(InvestorKind),
  investor_type_id: z.optional(severalOf(Id)),
  relationship: z.optional(severalOf(Relationship)),
  /** Preferred stages. */
  stage_id: z.optional(severalOf(Id)),
  owner_user_id: z.optional(Id),
  country: z.optional(severalOf(Country)),
  tag_id: z.optional(TagFilter),
  contact_id: z.optional(Id),
  /** Follow-ups whose day has come. */
  follow_up: z.optional(z.enum(['due'])),
  is_archived: z.optional(YesNo),
  is_reachable: z.optional(YesNo),
  /** Only investors of this import: it created, updated or found them, or they hold its investments. */
  import_id: z.optional(Id),
  /** Only investors that a bulk change selected, and investors of the investments that it selected. */
  bulk_change_id: z.optional(Id),
}
export const InvestorQuery = z.strictObject({
  /** Amounts are sorted by value in the base currency at today's exchange rates. Investors without a rate or an amount come last. */
  ...customListQuery([
    'name',
    'code',
    'type',
    'relationship',
    'contact',
    'committed',
    'funded',
    'outstanding',
    'distributed',
    'owner',
    'next_follow_up_on',
    'email',
    'country',
    'city',
    'website',
    'source',
    'investment_count',
    'last_contacted_at',
    'created_at',
    'updated_at',
  ]),
  ...filters,
})
export type InvestorQuery = z.output<typeof InvestorQuery>
/** Columns of the list and of its export, in addition to the id. */
export const investorColumns = [
  'code',
  'name',
  'kind',
  'type',
  'relationship',
  'contact',
  'phone',
  'contacts',
  'committed',
  'funded',
  'outstanding',
  'distributed',
  'owner',
  'next_follow_up_on',
  'follow_up_note',
  'is_reachable',
  'do_not_contact',
  'tags',
  'email',
  'country',
  'city',
  'website',
  'preferred_stages',
  'preferred_currency',
  'ticket_min',
  'ticket_max',
  'source',
  'investment_count',
  'last_contacted_at',
  'is_archived',
  'notes',
  'created_at',
  'updated_at',
] as const
export const investorExport = listExport(
  'investors',
  z.omit(InvestorQuery, { page: true, per_page: true }),
  investorColumns,
)
export const InvestorTotalsQuery = z.strictObject({ ...filters, in: z.optional(Currency) })
export type InvestorTotalsQuery = z.output<typeof InvestorTotalsQuery>

const link = {
  path: '/v1/investors/:id/contacts/:contact_id',
  access: 'signed_in',
  params: z.object({ id: Id, contact_id: Id }),
} as const

export const investors = {
  ...recordEndpoints('/v1/investors', {
    query: InvestorQuery,
    record: Investor,
    input: InvestorCreate,
    change: InvestorChange,
    /** The contact may be new. */
    adds: ({ contact }: InvestorCreate) => (contact && contact.id === undefined ? 2 : 1),
  }),
  /** The sums of all investments of the matching investors; `count` is the number of investments. */
  totals: endpoint({
    permission: 'see_amounts',
    method: 'GET',
    path: '/v1/investors/totals',
    access: 'signed_in',
    query: InvestorTotalsQuery,
    response: InvestmentTotals,
  }),
  /** Links a contact to the investor or changes its role. A new primary contact replaces the old one. */
  setContact: endpoint({
    permission: 'edit',
    ...link,
    method: 'PUT',
    body: z.strictObject({ role: ContactRole, is_primary: z.optional(z.boolean()) }),
    response: Investor,
  }),
  removeContact: endpoint({ permission: 'edit', ...link, method: 'DELETE', response: Investor }),
}
