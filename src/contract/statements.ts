// Statements: what an investor has committed, paid in and received, by currency, at the end of a day.
import * as z from 'zod/mini'
import { byId, Day, Id, Locale } from './common.ts'
import { endpoint } from './endpoint.ts'
import { Media } from './media.ts'
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
  /** Day of settlement or due day; null if unset. */
  day: z.nullable(z.string()),
  kind: TransactionKind,
  investment: z.string(),
  reference: z.string(),
  amount: z.string(),
})

/** The titles of investments omit the investor's name, because the statement's heading has it already. */
export const Statement = z.object({
  organization: z.string(),
  investor: z.object({ id: Id, code: z.string(), name: z.string(), city: z.string(), country: z.nullable(z.string()) }),
  as_of: z.string(),
  currencies: z.array(
    z.object({
      currency: z.string(),
      /** The same sums as the list of this investor's investments on that day. */
      ...sums,
      /** Investments that are committed or have settled transactions. */
      investments: z.array(z.object({ id: Id, reference: z.string(), title: z.string(), status: z.string(), ...sums })),
      /** Transactions settled by that day, oldest first. */
      payments: z.array(Payment),
      /** Contributions outstanding on that day. */
      due: z.array(Payment),
    }),
  ),
})
export type Statement = z.output<typeof Statement>

/** `locale` determines the language and the format of amounts and dates; English if Kabar is not translated into that language. */
const file = { as_of: z.optional(Day), locale: z.optional(Locale) }

/** Input of the export that downloads a statement as a PDF. */
export const statementFile = z.strictObject({
  kind: z.literal('statement'),
  input: z.strictObject({ id: Id, ...file }),
})

export const statements = {
  get: endpoint({
    permission: 'see_amounts',
    method: 'GET',
    path: '/v1/investors/:id/statement',
    access: 'signed_in',
    params: byId,
    query: z.strictObject({ as_of: z.optional(Day) }),
    response: Statement,
  }),
  /** Stores the statement as a PDF that can be attached to a message. Storing an identical statement again returns the same file. */
  keep: endpoint({
    permission: 'edit',
    also: 'see_amounts',
    method: 'POST',
    path: '/v1/investors/:id/statement/file',
    access: 'signed_in',
    params: byId,
    body: z.strictObject(file),
    response: Media,
    status: 201,
  }),
}
