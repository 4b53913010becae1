// Columns of the investors export, which the import reads back.

import { listText, type TableColumn } from '../../../contract/exports.ts'
import type { investorColumns } from '../../../contract/investors.ts'
import type { InvestorRow } from './rows/queries.ts'

type Name = (typeof investorColumns)[number]
type Column = TableColumn<InvestorRow> & { name: Name | 'id' }

const plain = (name: Name & keyof InvestorRow, kind?: 'decimal' | 'day'): Column => ({
  name,
  header: name,
  ...(kind && { kind }),
  value: (investor) => investor[name] as string | number | boolean | null,
})
const made = (name: Name | 'id', value: Column['value']): Column => ({ name, header: name, value })
const names = (labels: readonly { name: string }[]) => listText(labels.map(({ name }) => name))

/** Columns that need the permission to see amounts. */
export const amountColumns: readonly Name[] = [
  'committed',
  'funded',
  'outstanding',
  'distributed',
  'ticket_min',
  'ticket_max',
]

/** One column per figure and currency. */
export const columnsIn = (currencies: readonly string[]): Column[] => {
  /** `committed_IDR`, `committed_USD`; empty if an investor has nothing in this currency. */
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
    made('contacts', ({ contacts }) => contactsText(contacts)),
    ...sums('committed'),
    ...sums('funded'),
    ...sums('outstanding'),
    ...sums('distributed'),
    made('owner', ({ owner }) => owner?.name),
    plain('next_follow_up_on', 'day'),
    plain('follow_up_note'),
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

/** All contacts in a form the import can read back: identifying fields and role. */
export const contactsText = (
  contacts: Pick<InvestorRow['contacts'][number], 'name' | 'phone' | 'email' | 'role' | 'is_primary'>[],
) =>
  contacts.length === 0
    ? ''
    : JSON.stringify(
        contacts.map(({ name, phone, email, role, is_primary }) => ({ name, phone, email, role, is_primary })),
      )
