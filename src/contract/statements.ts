// The statement of an investor: what was committed, paid in and paid out, by currency, at the end of a day.
import * as z from 'zod/mini'
import { byId, Day, Id } from './common.ts'
import { endpoint } from './endpoint.ts'
import { TransactionKind } from './transactions.ts'

const sums = {
  committed: z.string(),
  /** Settled contributions less refunds. */
  funded: z.string(),
  outstanding: z.string(),
  /** Settled distributions and returns of capital. */
  distributed: z.string(),
}
const Payment = z.object({
  id: Id,
  /** When it was settled, or is due; null when it has no day. */
  day: z.nullable(z.string()),
  kind: TransactionKind,
  investment: z.string(),
  reference: z.string(),
  amount: z.string(),
})

export const Statement = z.object({
  organization: z.string(),
  investor: z.object({ id: Id, code: z.string(), name: z.string(), city: z.string(), country: z.nullable(z.string()) }),
  as_of: z.string(),
  currencies: z.array(
    z.object({
      currency: z.string(),
      /** The sums of the list of this investor's investments on that day. */
      ...sums,
      /** Those that are committed, or in which money has moved. */
      investments: z.array(z.object({ id: Id, reference: z.string(), title: z.string(), status: z.string(), ...sums })),
      /** What was settled until that day, the first one first. */
      payments: z.array(Payment),
      /** Contributions that were still to be paid. */
      due: z.array(Payment),
    }),
  ),
})
export type Statement = z.output<typeof Statement>

export const statements = {
  get: endpoint({
    method: 'GET',
    path: '/v1/investors/:id/statement',
    access: 'signed_in',
    params: byId,
    query: z.strictObject({ as_of: z.optional(Day) }),
    response: Statement,
  }),
}
