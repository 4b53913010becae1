// Statements: sums and rows of the list of an investor's investments, with their payments.
import type { Investment } from '../../../contract/investments.ts'
import type { Statement } from '../../../contract/statements.ts'
import { orNotFound } from '../../errors.ts'
import { dayOf } from '../../platform/db/day.ts'
import type { Tenant } from '../../platform/db/index.ts'
import { listAll, resolveFilters, totals } from '../investments/service.ts'
import { letterhead, payments } from './queries.ts'

export { openPaper } from './paper.ts'

export async function get(
  tenant: Tenant,
  investor_id: string,
  query: { as_of?: string | undefined },
): Promise<Statement> {
  const head = orNotFound(await letterhead(tenant, investor_id))
  const { as_of } = await resolveFilters(tenant, { as_of: query.as_of })
  const { by_currency } = await totals(tenant, { investor_id, as_of })
  const rows: Investment[] = []
  for await (const some of listAll(tenant, { investor_id, as_of, sort: 'title' })) rows.push(...some)
  // The investments the investor had on that day; those created later have no dues.
  const titles = new Map(rows.map((row) => [row.id, withoutName(row.title, head.investor.name)]))
  const paid = await payments(tenant, [...titles.keys()], as_of)
  const all = paid.map((each) => ({ ...each, investment: titles.get(each.investment_id)! }))
  const currencies = by_currency.map((sums) => {
    const mine = all.filter(({ currency }) => currency === sums.currency)
    const paid = new Set(mine.map(({ investment_id }) => investment_id))
    return {
      ...sums,
      investments: rows
        .filter((row) => row.currency === sums.currency && hasMoney(row, paid))
        .map((row) => ({ ...shown(row), title: titles.get(row.id)! })),
      payments: mine.filter(({ is_due }) => !is_due),
      due: mine.filter(({ is_due }) => is_due),
    }
  })
  return {
    ...head,
    as_of: as_of ?? (await dayOf(tenant)),
    // Omits currencies without commitments and payments.
    currencies: currencies.filter(
      ({ investments, payments: moved, due }) => investments.length + moved.length + due.length > 0,
    ),
  }
}

/** Turns Budi's investment `Budi – Fund I` into `Fund I`, because the statement's heading has the name. */
function withoutName(title: string, name: string): string {
  if (!title.startsWith(name)) return title
  return /^\s*[-–—:]\s*(\S.*)$/s.exec(title.slice(name.length))?.[1] ?? title
}

const isCommitted = ({ status: { category } }: Investment) => ['committed', 'funded', 'exited'].includes(category)

const hasMoney = (row: Investment, paid: ReadonlySet<string>) =>
  isCommitted(row) || [row.funded, row.distributed].some((amount) => /[1-9]/.test(amount)) || paid.has(row.id)

/** Investments that are not committed yet have no commitment in the sums, so their rows show none. */
const shown = (row: Investment) => ({
  ...row,
  status: row.status.name,
  committed: (isCommitted(row) && row.committed_amount) || zeroOf(row.funded),
})
/** Zero with the decimals of the amount and without its sign. */
const zeroOf = (amount: string) =>
  amount
    .replace('-', '')
    .replace(/\d/g, '0')
    .replace(/^0+(?=0)/, '')
