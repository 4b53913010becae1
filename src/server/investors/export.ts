// The list of investors as a file: one line for each, and a column for each figure in each currency, to be added up.
import type * as z from 'zod/mini'
import type { investorColumns, investorExport } from '../../contract/investors.ts'
import type { Tenant } from '../db/index.ts'
import { type DownloadFile, type TableColumn, tableFile } from '../downloads/service.ts'
import { type Listed, listAll, totals } from './service.ts'

type Input = z.output<typeof investorExport>['input']
type Name = (typeof investorColumns)[number]
type Column = TableColumn<Listed> & { name: Name | 'id' }

export async function exportInvestors(tenant: Tenant, { format, query, columns = [] }: Input): Promise<DownloadFile> {
  const { sort: _sort, ...filters } = query
  const { by_currency, base } = await totals(tenant, filters)
  // Without any investment the columns are there all the same: a sheet that is made for them goes on working.
  const currencies = by_currency.length > 0 ? by_currency.map(({ currency }) => currency) : [base.currency]
  const chosen = columnsIn(currencies).filter(
    ({ name }) => name === 'id' || columns.length === 0 || columns.includes(name),
  )
  return tableFile({ name: 'investors', format, columns: chosen }, listAll(tenant, query))
}

const plain = (name: Name & keyof Listed, kind?: 'decimal' | 'day'): Column => ({
  name,
  header: name,
  ...(kind && { kind }),
  value: (investor) => investor[name] as string | number | boolean | null,
})
const made = (name: Name | 'id', value: Column['value']): Column => ({ name, header: name, value })
const names = (labels: readonly { name: string }[]) => labels.map(({ name }) => name).join(', ')

const columnsIn = (currencies: readonly string[]): Column[] => {
  /** `committed_IDR`, `committed_USD`; empty where an investor has nothing in this currency. */
  const sums = (name: 'committed' | 'funded' | 'outstanding' | 'distributed') =>
    currencies.map(
      (code): Column => ({
        name,
        header: `${name}_${code}`,
        kind: 'decimal',
        value: ({ figures }) => figures.find(({ currency }) => currency === code)?.[name],
      }),
    )
  return [
    made('id', ({ id }) => id),
    plain('code'),
    plain('name'),
    plain('kind'),
    made('type', ({ type }) => type.name),
    plain('relationship'),
    made('contact', ({ contacts }) => contacts[0]?.name),
    made('phone', ({ contacts }) => contacts[0]?.phone),
    ...sums('committed'),
    ...sums('funded'),
    ...sums('outstanding'),
    ...sums('distributed'),
    made('owner', ({ owner }) => owner?.name),
    plain('next_follow_up_on', 'day'),
    plain('is_reachable'),
    plain('do_not_contact'),
    made('tags', ({ tags }) => names(tags)),
    plain('email'),
    plain('country'),
    plain('city'),
    plain('website'),
    made('preferred_stages', ({ preferred_stages }) => names(preferred_stages)),
    plain('preferred_currency'),
    plain('ticket_min', 'decimal'),
    plain('ticket_max', 'decimal'),
    plain('source'),
    plain('investment_count', 'decimal'),
    plain('last_contacted_at'),
    plain('is_archived'),
    plain('notes'),
    plain('created_at'),
    plain('updated_at'),
  ]
}
