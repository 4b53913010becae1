// A statement: the sums and rows of the list of an investor's investments, with the payments that make them.
import type { Investment } from '../../contract/investments.ts'
import type { Statement } from '../../contract/statements.ts'
import { dayOf } from '../db/day.ts'
import type { Tenant } from '../db/index.ts'
import { orNotFound } from '../errors.ts'
import { known, listAll, totals } from '../investments/service.ts'
import { letterhead, payments } from './queries.ts'

export async function get(
  tenant: Tenant,
  investor_id: string,
  asked: { as_of?: string | undefined },
): Promise<Statement> {
  const head = orNotFound(await letterhead(tenant, investor_id))
  const { as_of } = await known(tenant, { as_of: asked.as_of })
  const { by_currency } = await totals(tenant, { investor_id, as_of })
  const rows: Investment[] = []
  for await (const some of listAll(tenant, { investor_id, as_of, sort: 'title' })) rows.push(...some)
  // Whose they were on that day, and of those that were not there yet nothing was due.
  const titles = new Map(rows.map((row) => [row.id, row.title]))
  const paid = await payments(tenant, [...titles.keys()], as_of)
  const all = paid.map((each) => ({ ...each, investment: titles.get(each.investment_id)! }))
  const currencies = by_currency.map((sums) => {
    const mine = all.filter(({ currency }) => currency === sums.currency)
    const paid = new Set(mine.map(({ investment_id }) => investment_id))
    return {
      ...sums,
      investments: rows.filter((row) => row.currency === sums.currency && hasMoney(row, paid)).map(shown),
      payments: mine.filter(({ is_due }) => !is_due),
      due: mine.filter(({ is_due }) => is_due),
    }
  })
  return {
    ...head,
    as_of: as_of ?? (await dayOf(tenant)),
    // Of a currency in which nothing was promised or moved there is nothing to say.
    currencies: currencies.filter(
      ({ investments, payments: moved, due }) => investments.length + moved.length + due.length > 0,
    ),
  }
}

const isCommitted = ({ status: { category } }: Investment) => ['committed', 'funded', 'exited'].includes(category)

const hasMoney = (row: Investment, paid: ReadonlySet<string>) =>
  isCommitted(row) || [row.funded, row.distributed].some((amount) => /[1-9]/.test(amount)) || paid.has(row.id)

/** What is not committed yet is in no sum of what is. */
const shown = (row: Investment) => ({
  ...row,
  status: row.status.name,
  committed: (isCommitted(row) && row.committed_amount) || zeroOf(row.funded),
})
/** With the decimals of the amount, and without its sign: nothing is not below zero. */
const zeroOf = (amount: string) =>
  amount
    .replace('-', '')
    .replace(/\d/g, '0')
    .replace(/^0+(?=0)/, '')
