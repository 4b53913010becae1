// All SQL of transactions: capital calls (scheduled contributions, one per tranche), distributions, refunds.
// Triggers maintain the sums of their investment.
import { type RawBuilder, sql } from 'kysely'
import type { Transaction } from '../../../contract/transactions.ts'
import { today } from '../../platform/db/day.ts'
import { fetchInBatches, type Tenant } from '../../platform/db/index.ts'
import { time } from '../../platform/db/json-rows.ts'

const columns = (tenant: Tenant) => sql`
  t.id, t.investment_id, t.kind, t.state, money(t.amount, i.currency) as amount, i.currency, t.due_on, t.settled_on,
  t.state = 'scheduled' and t.due_on is not null and t.due_on < ${today(tenant)} as is_overdue,
  t.reference, t.note, t.version, t.created_at, t.updated_at
  from transactions t join investments i on i.organization_id = t.organization_id and i.id = t.investment_id
  where t.organization_id = ${tenant.organization_id} and i.deleted_at is null`

/** All transactions of an investment, latest day first; those without a day come before. */
export async function list(tenant: Tenant, investment_id: string): Promise<Transaction[]> {
  const { rows } = await sql<Transaction>`
    select ${columns(tenant)} and t.investment_id = ${investment_id} and t.deleted_at is null
    order by coalesce(t.settled_on, t.due_on) desc nulls first, t.id desc`.execute(tenant.db)
  return rows
}

export async function get(tenant: Tenant, investment_id: string, id: string): Promise<Transaction | undefined> {
  const { rows } = await sql<Transaction>`
    select ${columns(tenant)} and t.investment_id = ${investment_id} and t.id = ${id} and t.deleted_at is null`.execute(
    tenant.db,
  )
  return rows[0]
}

/** For exports: includes the identification of the investment. */
export interface ListedTransaction {
  id: string
  investment_id: string
  investment: string
  investor_code: string
  investor: string
  kind: string
  state: string
  currency: string
  amount: string
  due_on: string | null
  settled_on: string | null
  reference: string
  note: string
  version: number
  created_at: string
  updated_at: string
}

const inFile = (where: RawBuilder<unknown>) => sql<ListedTransaction>`
  select t.id, t.investment_id, i.reference as investment, v.code as investor_code, v.name as investor, t.kind, t.state, i.currency,
    money(t.amount, i.currency)::text as amount, t.due_on, t.settled_on, t.reference, t.note, t.version,
    ${time(sql`t.created_at`)} as created_at, ${time(sql`t.updated_at`)} as updated_at
  from transactions t
  join investments i on i.organization_id = t.organization_id and i.id = t.investment_id and i.deleted_at is null
  join investors v on v.organization_id = i.organization_id and v.id = i.investor_id
  where t.deleted_at is null and ${where}`

/** Of the investments `i` that match a condition, in batches. */
export const allOf = (tenant: Tenant, where: RawBuilder<unknown>) =>
  fetchInBatches(
    tenant,
    sql<ListedTransaction>`${inFile(sql`t.organization_id = ${tenant.organization_id} and ${where}`)}
      order by lower(i.reference), coalesce(t.settled_on, t.due_on) nulls last, t.id`,
  )

export async function listed(tenant: Tenant, ids: string[]): Promise<ListedTransaction[]> {
  const where = sql`t.organization_id = ${tenant.organization_id} and t.id = any (${ids}::uuid[])`
  return (await inFile(where).execute(tenant.db)).rows
}

export async function ofInvestments(tenant: Tenant, investment_ids: string[]): Promise<ListedTransaction[]> {
  const where = sql`t.organization_id = ${tenant.organization_id} and t.investment_id = any (${investment_ids}::uuid[])`
  return (await sql<ListedTransaction>`${inFile(where)} order by t.id`.execute(tenant.db)).rows
}

export interface LockedTransaction {
  kind: string
  state: string
  amount: string
  due_on: string | null
  settled_on: string | null
  reference: string
  note: string
}

/** The investment must be locked. */
export async function insert(tenant: Tenant, investment_id: string, transaction: LockedTransaction): Promise<string> {
  const { id } = await tenant.db
    .insertInto('transactions')
    .values({
      ...transaction,
      investment_id,
      organization_id: tenant.organization_id,
      created_by: tenant.user_id ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export type NewTransaction = LockedTransaction & { investment_id: string; currency: string }

/** In their order; null if the investment was deleted or its currency changed. */
export async function insertMany(tenant: Tenant, transactions: NewTransaction[]): Promise<(string | null)[]> {
  await lockInvestments(tenant, transactions)
  const ids = await sql<{ id: string }>`select uuid_v7() as id from generate_series(1, ${transactions.length})`.execute(
    tenant.db,
  )
  const rows = transactions.map((each, index) => ({ ...each, id: ids.rows[index]!.id }))
  const made = await sql<{ id: string }>`
    insert into transactions (organization_id, created_by, id, investment_id, kind, state, amount, due_on, settled_on, reference, note)
    select ${tenant.organization_id}, ${tenant.user_id ?? null}::uuid, n.id, n.investment_id, n.kind, n.state, n.amount, n.due_on, n.settled_on, n.reference, n.note
    from json_to_recordset(${JSON.stringify(rows)}) as n (id uuid, investment_id uuid, currency text, kind text, state text, amount numeric, due_on date, settled_on date, reference text, note text)
    join investments i on i.organization_id = ${tenant.organization_id} and i.id = n.investment_id
      and i.deleted_at is null and i.currency = n.currency
    returning id`.execute(tenant.db)
  const there = new Set(made.rows.map(({ id }) => id))
  return rows.map(({ id }) => (there.has(id) ? id : null))
}

/** The investment must be locked. Returns false if the version is stale. */
export async function update(
  tenant: Tenant,
  id: string,
  version: number,
  transaction: LockedTransaction,
): Promise<boolean> {
  const { numUpdatedRows } = await tenant.db
    .updateTable('transactions')
    .set({ ...transaction, updated_at: sql`now()`, version: sql`version + 1` })
    .where('organization_id', '=', tenant.organization_id)
    .where('id', '=', id)
    .where('version', '=', version)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** The investment must be locked. Returns true if that changed something. */
export async function mark(
  tenant: Tenant,
  investment_id: string,
  id: string,
  as: 'deleted' | 'live',
): Promise<boolean> {
  const { numUpdatedRows } = await tenant.db
    .updateTable('transactions')
    .set({
      deleted_at: as === 'deleted' ? sql<string>`now()` : null,
      updated_at: sql`now()`,
      version: sql`version + 1`,
    })
    .where('organization_id', '=', tenant.organization_id)
    .where('investment_id', '=', investment_id)
    .where('id', '=', id)
    .where('deleted_at', as === 'deleted' ? 'is' : 'is not', null)
    .where('purged_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Currency of the investment before its first change after the transaction was deleted, if it changed. */
export async function currencyWhenDeleted(
  tenant: Tenant,
  investment_id: string,
  id: string,
): Promise<string | undefined> {
  const { rows } = await sql<{ currency: string }>`
    select e.changes -> 'currency' ->> 0 as currency
    from transactions t join record_edits e on e.organization_id = t.organization_id and e.record_id = t.investment_id
    where t.organization_id = ${tenant.organization_id} and t.investment_id = ${investment_id} and t.id = ${id}
      and e.record = 'investment' and e.changes ? 'currency' and e.at > t.deleted_at
    order by e.at limit 1`.execute(tenant.db)
  return rows[0]?.currency
}

/**
 * Deletes transactions that no user edited and that are in no closed period; returns the reason for each that
 * is kept.
 */
export async function removeUnchanged(
  tenant: Tenant,
  transactions: { id: string; version: number; investment_id: string }[],
): Promise<Map<string, 'changed' | 'closed'>> {
  await lockInvestments(tenant, transactions)
  await sql`select lock_period(${tenant.organization_id})`.execute(tenant.db)
  // As in check_closed_period_of_changed_transaction: a transaction that is not settled was due until today.
  const { rows } = await sql<{ id: string; why: 'changed' | 'closed' }>`
    with checked as (
      select t.id, case when t.version <> n.version then 'changed' when t.state = 'settled' and o.closed_until >= least(t.settled_on,
        case when not exists (select from transaction_history h where h.organization_id = t.organization_id and h.transaction_id = t.id)
          then t.due_on end) then 'closed' end as why
      from json_to_recordset(${JSON.stringify(transactions)}) as n (id uuid, version integer, investment_id uuid)
      join transactions t on t.organization_id = ${tenant.organization_id} and t.investment_id = n.investment_id and t.id = n.id
      join investments i on i.organization_id = t.organization_id and i.id = t.investment_id and i.deleted_at is null
      join organizations o on o.organization_id = t.organization_id
      where t.deleted_at is null),
    removed as (
      update transactions t set deleted_at = now(), updated_at = now(), version = t.version + 1 from checked
      where t.organization_id = ${tenant.organization_id} and t.id = checked.id and checked.why is null)
    select id, why from checked where why is not null`.execute(tenant.db)
  return new Map(rows.map(({ id, why }) => [id, why]))
}

async function lockInvestments(tenant: Tenant, transactions: { investment_id: string }[]) {
  await sql`
    select from investments where organization_id = ${tenant.organization_id}
      and id = any (${transactions.map(({ investment_id }) => investment_id)}::uuid[]) order by id for no key update`.execute(
    tenant.db,
  )
}
