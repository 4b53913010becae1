// Master data: an organization's own types, statuses and stages, in its own order.

import * as z from 'zod/mini'
import { Color } from './color.ts'
import { byId, Id, listQuery, Name, pageOf, Timestamp } from './common.ts'
import { endpoint } from './endpoint.ts'
import { issue } from './messages/issue.ts'

const shared = {
  id: Id,
  name: z.string(),
  /** Identifies a row that Kabar created. While it is set, `name` is in the user's language; editing the name clears it. */
  seed_key: z.nullable(z.string()),
  color: z.string(),
  /** Starts at 1, without gaps. */
  position: z.int(),
  /** Inactive ones are kept on their records but not offered for new ones. */
  is_active: z.boolean(),
  /** Number of live records that use it. */
  in_use: z.int(),
  version: z.int(),
  created_at: Timestamp,
  updated_at: Timestamp,
}
const given = { name: Name, color: z.optional(Color), is_active: z.optional(z.boolean()) }

export const InvestorKind = z.enum(['individual', 'entity'])
export type InvestorKind = z.output<typeof InvestorKind>
/** Phase of a deal. Code depends on a status's category, never on its name. */
export const StatusCategory = z.enum(['prospect', 'soft', 'committed', 'funded', 'exited', 'lost'])
export type StatusCategory = z.output<typeof StatusCategory>
const percentFault = { error: issue('field.not_whole_between', { min: 0, max: 100 }) }
export const Probability = z.nullable(z.int(percentFault).check(z.gte(0, percentFault), z.lte(100, percentFault)))

export const InvestorType = z.object({ ...shared, kind: InvestorKind })
export type InvestorType = z.output<typeof InvestorType>
export const InvestorTypeInput = z.strictObject({ ...given, kind: InvestorKind })

export const InvestmentStatus = z.object({
  ...shared,
  category: StatusCategory,
  /** Percent; null in categories without a probability. */
  probability: Probability,
  /** Status of new investments: exactly one, an active `prospect`. */
  is_default: z.boolean(),
})
export type InvestmentStatus = z.output<typeof InvestmentStatus>
export const InvestmentStatusInput = z.strictObject({
  ...given,
  category: StatusCategory,
  probability: z.optional(Probability),
})

export const InvestmentStage = z.object(shared)
export type InvestmentStage = z.output<typeof InvestmentStage>
export const InvestmentStageInput = z.strictObject(given)

/** Without `per_page` the whole list is returned: it is short. */
export const MasterDataQuery = z.strictObject(listQuery(['position', 'name', 'created_at', 'updated_at']))
export type MasterDataQuery = z.output<typeof MasterDataQuery>

/** The new order and the one the user saw; if that is no longer the current order, nothing is moved. */
export const Order = z.strictObject({
  ids: z.array(Id).check(z.maxLength(1_000)),
  previous_ids: z.array(Id).check(z.maxLength(1_000)),
})
export type Order = z.output<typeof Order>

/** Moves every record of one row to another; `remove` deletes the row in the same transaction. */
export const Move = z.strictObject({ to_id: Id, remove: z.optional(z.boolean()) })
export type Move = z.output<typeof Move>

export const investorTypes = endpointsOf(
  '/v1/investor-types',
  InvestorType,
  InvestorTypeInput,
  z.extend(z.partial(InvestorTypeInput), { version: z.int() }),
)
export const investmentStatuses = endpointsOf(
  '/v1/investment-statuses',
  InvestmentStatus,
  InvestmentStatusInput,
  // No `false`: exactly one status is the default, so another one must be made the default instead.
  z.extend(z.partial(InvestmentStatusInput), { is_default: z.optional(z.literal(true)), version: z.int() }),
)
export const investmentStages = endpointsOf(
  '/v1/investment-stages',
  InvestmentStage,
  InvestmentStageInput,
  z.extend(z.partial(InvestmentStageInput), { version: z.int() }),
)

function endpointsOf<R extends z.ZodMiniType, I extends z.ZodMiniType, C extends z.ZodMiniType>(
  path: string,
  row: R,
  input: I,
  change: C,
) {
  const one = { path: `${path}/:id`, access: 'signed_in', params: byId } as const
  return {
    list: endpoint({
      permission: 'view',
      method: 'GET',
      path,
      access: 'signed_in',
      query: MasterDataQuery,
      response: pageOf(row),
    }),
    create: endpoint({
      permission: 'manage_settings',
      method: 'POST',
      path,
      access: 'signed_in',
      body: input,
      response: row,
      status: 201,
    }),
    reorder: endpoint({
      permission: 'manage_settings',
      method: 'PUT',
      path: `${path}/order`,
      access: 'signed_in',
      body: Order,
      response: pageOf(row),
    }),
    get: endpoint({ permission: 'view', ...one, method: 'GET', response: row }),
    update: endpoint({ permission: 'manage_settings', ...one, method: 'PATCH', body: change, response: row }),
    remove: endpoint({ permission: 'manage_settings', ...one, method: 'DELETE' }),
    restore: endpoint({
      permission: 'manage_settings',
      ...one,
      method: 'POST',
      path: `${path}/:id/restore`,
      response: row,
    }),
    move: endpoint({
      permission: 'manage_settings',
      ...one,
      method: 'POST',
      path: `${path}/:id/move`,
      body: Move,
      response: z.object({ moved: z.int() }),
    }),
  }
}
