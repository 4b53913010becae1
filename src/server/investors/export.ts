// The list of investors as a file.
import type * as z from 'zod/mini'
import type { Investor, investorColumns, investorExport } from '../../contract/investors.ts'
import type { Tenant } from '../db/index.ts'
import { type DownloadFile, type TableColumn, tableFile } from '../downloads/service.ts'
import { listAll } from './service.ts'

type Input = z.output<typeof investorExport>['input']
type Name = (typeof investorColumns)[number]

export async function exportInvestors(tenant: Tenant, { format, query, columns = [] }: Input): Promise<DownloadFile> {
  const chosen = all.filter(({ header }) => header === 'id' || columns.length === 0 || columns.includes(header))
  return tableFile({ name: 'investors', format, columns: chosen }, listAll(tenant, query))
}

const plain = (header: Name & keyof Investor, kind?: 'decimal' | 'day') => ({
  header,
  ...(kind && { kind }),
  value: (investor: Investor) => investor[header] as string | number | boolean | null,
})
const names = (labels: readonly { name: string }[]) => labels.map(({ name }) => name).join(', ')
/** One amount for each currency: `IDR 12500000000.00, USD 50000.00`. */
const sum = (header: 'committed' | 'funded' | 'outstanding' | 'distributed') => ({
  header,
  value: ({ figures }: Investor) => figures.map((line) => `${line.currency} ${line[header]}`).join(', '),
})

const all: (TableColumn<Investor> & { header: Name | 'id' })[] = [
  { header: 'id', value: ({ id }) => id },
  plain('code'),
  plain('name'),
  plain('kind'),
  { header: 'type', value: ({ type }) => type.name },
  plain('relationship'),
  { header: 'contact', value: ({ contacts }) => contacts[0]?.name },
  { header: 'phone', value: ({ contacts }) => contacts[0]?.phone },
  sum('committed'),
  sum('funded'),
  sum('outstanding'),
  sum('distributed'),
  { header: 'owner', value: ({ owner }) => owner?.name },
  plain('next_follow_up_on', 'day'),
  plain('is_reachable'),
  plain('do_not_contact'),
  { header: 'tags', value: ({ tags }) => names(tags) },
  plain('email'),
  plain('country'),
  plain('city'),
  plain('website'),
  { header: 'preferred_stages', value: ({ preferred_stages }) => names(preferred_stages) },
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
