// All SQL of statements: the transactions of an investor up to a day, and those outstanding on it.
import { sql } from 'kysely'
import type { Statement } from '../../../contract/statements.ts'
import { type AsOf, owedOn, transactionsOn } from '../../platform/db/as-of.ts'
import type { Tenant } from '../../platform/db/index.ts'

export type Payment = Omit<Statement['currencies'][number]['payments'][number], 'investment'> & {
  currency: string
  investment_id: string
  is_due: boolean
}

/** Transactions of these investments settled by the day, and those due then. */
export async function payments(tenant: Tenant, investment_ids: string[], day: AsOf): Promise<Payment[]> {
  const settled = sql`t.state = 'settled' and t.deleted_at is null ${day === undefined ? sql`` : sql`and t.settled_on <= ${day}::date`}`
  const part = (is_due: boolean) => sql`
    select t.id, ${is_due ? sql`t.due_on` : sql`t.settled_on`} as day, t.kind, i.id as investment_id, i.currency,
      coalesce(nullif(t.reference, ''), i.reference) as reference, money(t.amount, i.currency) as amount, ${is_due}::boolean as is_due
    from ${is_due ? transactionsOn(tenant, day) : sql`transactions t`} join investments i on i.organization_id = t.organization_id and i.id = t.investment_id
    where t.organization_id = ${tenant.organization_id} and t.investment_id = any (${investment_ids}::uuid[])
      and ${is_due ? owedOn(tenant, day) : settled}`
  const { rows } = await sql<Payment>`
    select * from (${part(false)} union all ${part(true)}) every_payment order by day nulls last, id`.execute(tenant.db)
  return rows
}

export async function letterhead(
  tenant: Tenant,
  investor_id: string,
): Promise<Pick<Statement, 'organization' | 'investor'> | undefined> {
  const { rows } = await sql<Pick<Statement, 'organization' | 'investor'>>`
    select o.name as organization, json_build_object('id', v.id, 'code', v.code, 'name', v.name, 'city', v.city,
      'country', v.country) as investor
    from investors v join organizations o on o.organization_id = v.organization_id
    where v.organization_id = ${tenant.organization_id} and v.id = ${investor_id} and v.deleted_at is null`.execute(
    tenant.db,
  )
  return rows[0]
}
