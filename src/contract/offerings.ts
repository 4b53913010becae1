// Offerings: a round, a fund, a project or a property that investors invest in.
import * as z from 'zod/mini'
import { Day, Id, Name, Timestamp } from './common.ts'
import { CustomFilter, customListQuery } from './custom-filters.ts'
import { CustomInput, CustomValues } from './custom-values.ts'
import { listExport } from './exports.ts'
import { Amount, Currency } from './money.ts'
import { recordEndpoints } from './record-endpoints.ts'

export const OfferingKind = z.enum(['round', 'fund', 'spv', 'project', 'property', 'other'])
export type OfferingKind = z.output<typeof OfferingKind>
/** A closed offering is kept on its investments and not offered for new ones. */
export const OfferingState = z.enum(['open', 'closed'])
export type OfferingState = z.output<typeof OfferingState>

export const Offering = z.object({
  id: Id,
  name: z.string(),
  kind: OfferingKind,
  currency: z.string(),
  /** Null without the permission to see amounts. */
  target_amount: z.nullable(z.string()),
  min_ticket: z.nullable(z.string()),
  opens_on: z.nullable(z.string()),
  closes_on: z.nullable(z.string()),
  state: OfferingState,
  /** Number of investments in it. */
  investment_count: z.int(),
  custom: CustomValues,
  version: z.int(),
  created_at: Timestamp,
  updated_at: Timestamp,
})
export type Offering = z.output<typeof Offering>

export const OfferingInput = z.strictObject({
  name: Name,
  kind: z.optional(OfferingKind),
  currency: Currency,
  target_amount: z.optional(z.nullable(Amount)),
  min_ticket: z.optional(z.nullable(Amount)),
  opens_on: z.optional(z.nullable(Day)),
  closes_on: z.optional(z.nullable(Day)),
  state: z.optional(OfferingState),
  custom: z.optional(CustomInput),
})
export type OfferingInput = z.output<typeof OfferingInput>
export const OfferingChange = z.extend(z.partial(OfferingInput), { version: z.int() })
export type OfferingChange = z.output<typeof OfferingChange>
export const OfferingQuery = z.strictObject({
  ...customListQuery(['name', 'created_at', 'updated_at']),
  /** Filters by custom fields. */
  custom: z.optional(CustomFilter),
  state: z.optional(OfferingState),
})
export type OfferingQuery = z.output<typeof OfferingQuery>

export const offeringColumns = [
  ...['name', 'kind', 'currency', 'target_amount', 'min_ticket', 'opens_on', 'closes_on', 'state'],
  ...['investment_count', 'created_at', 'updated_at'],
] as const
/** All offerings: an organization has few, and they have no list. */
export const offeringExport = listExport('offerings', z.strictObject({}), offeringColumns)

export const offerings = recordEndpoints('/v1/offerings', {
  query: OfferingQuery,
  record: Offering,
  input: OfferingInput,
  change: OfferingChange,
  amounts: 'to_write',
})
