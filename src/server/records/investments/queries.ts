// All SQL of investments (positions; the cap table is `ownership_percent` and `units`), their status history
// and sums.
import { type RawBuilder, sql } from 'kysely'
import type { CustomInput, CustomValues } from '../../../contract/custom-values.ts'
import type { StatusChange } from '../../../contract/investments.ts'
import type { StatusCategory } from '../../../contract/master-data.ts'
import { customChange, customOf } from '../../platform/db/custom-values.ts'
import type { Tenant } from '../../platform/db/index.ts'
import { insertRecord, updateRecord } from '../../platform/db/records.ts'
import { nextInSequence } from '../../platform/db/sequences.ts'
import { type TotalsRow, totalsOf } from '../../platform/db/totals.ts'
import { shownName } from '../master-data/service.ts'
import { type Filters, matching } from './filters/queries.ts'

/**
 * Sums over all matches. `of`: optional condition on `investments i`; `target`: a currency, defaults to the
 * base.
 */
export async function totals(
  tenant: Tenant,
  of: Filters | RawBuilder<unknown>,
  target: string | undefined,
): Promise<readonly TotalsRow[]> {
  if ('toOperationNode' in of) return await totalsOf(tenant, { where: of, target })
  return await totalsOf(tenant, { where: matching(tenant, of), target, day: of.as_of })
}

/** An investment as stored: unrounded amounts, ids without names. */
export interface LockedInvestment {
  reference: string
  investor_id: string
  offering_id: string | null
  title: string
  title_is_automatic: boolean
  status_id: string
  stage_id: string | null
  instrument: string | null
  currency: string
  expected_amount: string | null
  committed_amount: string | null
  probability: number | null
  expected_close_on: string | null
  committed_on: string | null
  closed_on: string | null
  lost_reason: string
  units: string | null
  unit_price: string | null
  ownership_percent: string | null
  interest_rate_percent: string | null
  discount_percent: string | null
  valuation_cap: string | null
  maturity_on: string | null
  owner_user_id: string | null
  notes: string
}

/**
 * Locks what an investment refers to, before and after the change, ahead of the investment itself: renaming
 * an investor or an offering, or deleting a status or a stage, locks that row first and then changes the
 * investments (docs/decisions/0007-order-of-locks.md).
 */
export async function holdNamed(
  tenant: Tenant,
  id: string,
  next: { [column in 'status_id' | 'stage_id' | 'investor_id' | 'offering_id']?: string | null | undefined },
): Promise<void> {
  const named = [
    ['investment_statuses', 'status_id'],
    ['investment_stages', 'stage_id'],
    ['investors', 'investor_id'],
    ['offerings', 'offering_id'],
  ] as const
  for (const [table, column] of named) {
    await sql`
      select from ${sql.table(table)} where organization_id = ${tenant.organization_id} and id in (
        select ${sql.ref(column)} from investments where organization_id = ${tenant.organization_id} and id = ${id}
        union all select ${next[column] ?? null}::uuid)
      order by id for share`.execute(tenant.db)
  }
}

/** Locks the investment until the transaction ends; this also blocks writes to its transactions. */
export async function lock(
  tenant: Tenant,
  id: string,
): Promise<(LockedInvestment & { version: number; transaction_count: number }) | undefined> {
  const { rows } = await sql<LockedInvestment & { version: number; transaction_count: number }>`
    select reference, investor_id, offering_id, title, title_is_automatic, status_id, stage_id, instrument, currency,
      expected_amount, committed_amount, probability, expected_close_on, committed_on, closed_on, lost_reason, units,
      unit_price, ownership_percent, interest_rate_percent, discount_percent, valuation_cap, maturity_on, owner_user_id,
      notes, version, transaction_count
    from investments where organization_id = ${tenant.organization_id} and id = ${id} and deleted_at is null
    for no key update`.execute(tenant.db)
  return rows[0]
}

export interface NamedReferences {
  investor: string | null
  offering: string | null
  status: { category: StatusCategory; is_active: boolean } | null
  stage: { is_active: boolean } | null
  owner: string | null
}

/**
 * Resolves the ids of an investment; null if missing or deleted. Locks statuses and stages against deletion.
 */
export async function named(
  tenant: Tenant,
  ids: Pick<LockedInvestment, 'investor_id' | 'offering_id' | 'status_id' | 'stage_id' | 'owner_user_id'>,
): Promise<NamedReferences> {
  const { organization_id } = tenant
  await sql`select from investment_statuses where organization_id = ${organization_id} and id = ${ids.status_id} for share`.execute(
    tenant.db,
  )
  await sql`select from investment_stages where organization_id = ${organization_id} and id = ${ids.stage_id} for share`.execute(
    tenant.db,
  )
  await sql`select from investors where organization_id = ${organization_id} and id = ${ids.investor_id} for share`.execute(
    tenant.db,
  )
  await sql`select from offerings where organization_id = ${organization_id} and id = ${ids.offering_id} for share`.execute(
    tenant.db,
  )
  const own = (id: string | null) => sql`organization_id = ${organization_id} and id = ${id} and deleted_at is null`
  const { rows } = await sql<NamedReferences>`
    select
      (select name from investors where ${own(ids.investor_id)}) as investor,
      (select name from offerings where ${own(ids.offering_id)}) as offering,
      (select json_build_object('category', category, 'is_active', is_active) from investment_statuses where ${own(ids.status_id)}) as status,
      (select json_build_object('is_active', is_active) from investment_stages where ${own(ids.stage_id)}) as stage,
      (select name from users where organization_id = ${organization_id} and id = ${ids.owner_user_id}) as owner`.execute(
    tenant.db,
  )
  return rows[0]!
}

export async function defaultStatus(tenant: Tenant): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from investment_statuses
    where organization_id = ${tenant.organization_id} and is_default and deleted_at is null`.execute(tenant.db)
  return rows[0]?.id
}

/** The next automatic reference that is not already taken by a manual one. */
export async function nextReference(tenant: Tenant): Promise<string> {
  for (;;) {
    const reference = `INV-${await nextInSequence(tenant, 'investments')}`
    if (!(await isTaken(tenant, reference))) return reference
  }
}

/** Numeric terms. */
const figures = [
  'units',
  'unit_price',
  'ownership_percent',
  'interest_rate_percent',
  'discount_percent',
  'valuation_cap',
] as const
const terms = sql.join([...figures, 'maturity_on'].map((field) => sql.ref(field)))

/** Fields of an investment that an import compares with its rows; amounts without trailing zeros. */
export interface Match {
  id: string
  reference: string
  investor_id: string
  offering_id: string | null
  currency: string
  expected_amount: string | null
  committed_amount: string | null
  expected_close_on: string | null
  committed_on: string | null
  closed_on: string | null
  stage_id: string | null
  instrument: string | null
  units: string | null
  unit_price: string | null
  ownership_percent: string | null
  interest_rate_percent: string | null
  discount_percent: string | null
  valuation_cap: string | null
  maturity_on: string | null
  title: string
  transactions: { id: string; kind: string; amount: string; on: string | null; reference: string }[]
}

/** Investments with one of these references or of these investors, oldest first. */
export async function matches(tenant: Tenant, references: string[], investor_ids: string[]): Promise<Match[]> {
  const { rows } = await sql<Match>`
    select i.id, i.reference, i.investor_id, i.offering_id, i.currency, trim_scale(i.expected_amount) as expected_amount,
      trim_scale(i.committed_amount) as committed_amount, i.expected_close_on, i.committed_on, i.closed_on, i.stage_id,
      i.instrument, i.title, i.maturity_on, ${sql.join(
        figures.map((field) => sql`trim_scale(${sql.ref(`i.${field}`)}) as ${sql.ref(field)}`),
      )},
      (select coalesce(json_agg(json_build_object('id', t.id, 'kind', t.kind, 'amount', trim_scale(t.amount)::text,
        'on', coalesce(t.settled_on, t.due_on), 'reference', t.reference) order by t.id), '[]') from transactions t
        where t.organization_id = i.organization_id and t.investment_id = i.id and t.deleted_at is null) as transactions
    from investments i
    where i.organization_id = ${tenant.organization_id} and i.deleted_at is null and i.id in (
      select id from investments where organization_id = ${tenant.organization_id}
        and lower(reference) = any (${references.map((each) => each.toLowerCase())}::text[])
      union select id from investments where organization_id = ${tenant.organization_id}
        and investor_id = any (${investor_ids}::uuid[]))
    order by i.id`.execute(tenant.db)
  return rows
}

/**
 * Inserts the investments whose reference is free and whose investor, offering, status and stage still exist,
 * with the first entry of their history.
 */
export async function insertMany(
  tenant: Tenant,
  investments: (LockedInvestment & { custom?: CustomValues | undefined })[],
): Promise<{ id: string; reference: string }[]> {
  const held = [
    ['investment_statuses', 'status_id'],
    ['investment_stages', 'stage_id'],
    ['investors', 'investor_id'],
    ['offerings', 'offering_id'],
  ] as const
  for (const [table, column] of held)
    await sql`
      select from ${sql.table(table)} where organization_id = ${tenant.organization_id}
        and id = any (${[...new Set(investments.map((each) => each[column]))]}::uuid[]) order by id for share`.execute(
      tenant.db,
    )
  const gone = sql.join(
    held.map(
      ([
        table,
        column,
      ]) => sql`exists (select from ${sql.table(table)} g where g.organization_id = ${tenant.organization_id}
        and g.id = n.${sql.ref(column)} and g.deleted_at is not null)`,
    ),
    sql` or `,
  )
  const { rows } = await sql<{ id: string; reference: string }>`
    with made as (
      insert into investments (organization_id, created_by, reference, investor_id, offering_id, title, title_is_automatic,
        status_id, stage_id, instrument, currency, expected_amount, committed_amount, expected_close_on, committed_on,
        closed_on, lost_reason, notes, custom, ${terms})
      select ${tenant.organization_id}, ${tenant.user_id ?? null}::uuid, reference, investor_id, offering_id, title, title_is_automatic,
        status_id, stage_id, instrument, currency, expected_amount, committed_amount, expected_close_on, committed_on,
        closed_on, lost_reason, notes, coalesce(custom, '{}'), ${terms}
      from json_populate_recordset(null::investments, ${JSON.stringify(investments)}) n where not (${gone}) order by lower(reference)
      on conflict do nothing returning id, reference, status_id),
    noted as (
      insert into investment_status_changes (organization_id, investment_id, to_status_id, changed_by)
      select ${tenant.organization_id}, id, status_id, ${tenant.user_id ?? null}::uuid from made)
    select id, reference from made`.execute(tenant.db)
  return rows
}

/** Assignment for updates that change the status. */
export const statusSinceNow = sql`status_since = clock_timestamp(), `

/** Returns undefined if the reference is taken. */
export const insert = (
  tenant: Tenant,
  { custom, ...investment }: LockedInvestment & { custom?: CustomInput | undefined },
) => insertRecord(tenant, 'investments', { ...investment, ...customOf(custom) })

/**
 * The investment must be locked. Fields with a history change from `valid_from` on, by default today. Returns
 * false if the reference is taken.
 */
export async function update(
  tenant: Tenant,
  id: string,
  { custom, ...change }: Partial<LockedInvestment> & { custom?: CustomInput | undefined },
  valid_from?: string,
): Promise<boolean> {
  if (change.reference !== undefined && (await isTaken(tenant, change.reference, id))) return false
  const since = change.status_id === undefined ? {} : { status_since: sql<string>`clock_timestamp()` }
  if (valid_from) await sql`select set_config('app.valid_from', ${valid_from}, true)`.execute(tenant.db)
  await updateRecord(tenant, 'investments', { id }, { ...change, ...since, ...customChange(custom) })
  if (valid_from) await sql`select set_config('app.valid_from', '', true)`.execute(tenant.db)
  return true
}

async function isTaken(tenant: Tenant, reference: string, besides?: string): Promise<boolean> {
  const { rows } = await sql`
    select from investments where organization_id = ${tenant.organization_id} and lower(reference) = lower(${reference})
      and deleted_at is null and id is distinct from ${besides ?? null}`.execute(tenant.db)
  return rows.length > 0
}

export async function addStatusChanges(
  tenant: Tenant,
  changes: readonly { id: string; from: string | null; to: string }[],
): Promise<void> {
  await sql`
    insert into investment_status_changes (organization_id, investment_id, from_status_id, to_status_id, changed_by)
    select ${tenant.organization_id}, n.id, n."from", n."to", ${tenant.user_id ?? null}::uuid
    from json_to_recordset(${JSON.stringify(changes)}) n (id uuid, "from" uuid, "to" uuid)`.execute(tenant.db)
}

export async function statusChanges(tenant: Tenant, id: string): Promise<StatusChange[]> {
  const { rows } = await sql<StatusChange>`
    select c.id, c.at, u.name as by,
      case when f.id is not null then json_build_object('id', f.id, 'name', ${shownName(tenant, 'f')}, 'color', f.color) end as "from",
      json_build_object('id', t.id, 'name', ${shownName(tenant, 't')}, 'color', t.color) as "to"
    from investment_status_changes c
    join investment_statuses t on t.organization_id = c.organization_id and t.id = c.to_status_id
    left join investment_statuses f on f.organization_id = c.organization_id and f.id = c.from_status_id
    left join users u on u.organization_id = c.organization_id and u.id = c.changed_by
    where c.organization_id = ${tenant.organization_id} and c.investment_id = ${id}
    order by c.at desc, c.id desc`.execute(tenant.db)
  return rows
}

/** Moves all live investments from one status to another, with a history entry each; returns their number. */
export async function moveStatus(tenant: Tenant, from: string, to: string): Promise<number> {
  const { rows } = await sql<{ moved: number }>`
    with moved as (
      update investments set status_id = ${to}, status_since = clock_timestamp(), updated_at = now(), version = version + 1
      where organization_id = ${tenant.organization_id} and status_id = ${from} and deleted_at is null returning id),
    noted as (
      insert into investment_status_changes (organization_id, investment_id, from_status_id, to_status_id, changed_by)
      select ${tenant.organization_id}, id, ${from}, ${to}, ${tenant.user_id ?? null}::uuid from moved)
    select count(*) as moved from moved`.execute(tenant.db)
  return rows[0]!.moved
}

export async function moveStage(tenant: Tenant, from: string, to: string): Promise<number> {
  const { numAffectedRows } = await sql`
    update investments set stage_id = ${to}, updated_at = now(), version = version + 1
    where organization_id = ${tenant.organization_id} and stage_id = ${from} and deleted_at is null`.execute(tenant.db)
  return Number(numAffectedRows)
}

/** Automatic titles follow the names they are composed of. */
export async function retitle(tenant: Tenant, of: { investor_id: string } | { offering_id: string }): Promise<void> {
  const [column, id] = Object.entries(of)[0]!
  await sql`
    update investments i set title = ${automaticTitle}, version = i.version + 1, updated_at = now()
    from investors v
    where v.organization_id = i.organization_id and v.id = i.investor_id
      and i.organization_id = ${tenant.organization_id} and i.${sql.ref(column)} = ${id} and i.title_is_automatic
      and i.title <> ${automaticTitle}`.execute(tenant.db)
}
const automaticTitle = sql`left(concat_ws(' – ', v.name, (select o.name from offerings o
  where o.organization_id = i.organization_id and o.id = i.offering_id)), 200)`

/** Returns the number of settled transactions that prevent deletion; `gone` if it was deleted. */
export async function remove(tenant: Tenant, id: string): Promise<'gone' | number> {
  const { rows } = await sql<{ settled: number }>`
    select count(*) as settled from transactions t
    where t.organization_id = ${tenant.organization_id} and t.investment_id = ${id} and t.state = 'settled' and t.deleted_at is null`.execute(
    tenant.db,
  )
  if (rows[0]!.settled > 0) return rows[0]!.settled
  await sql`
    update investments set deleted_at = now(), updated_at = now(), version = version + 1
    where organization_id = ${tenant.organization_id} and id = ${id} and deleted_at is null`.execute(tenant.db)
  return 'gone'
}

/**
 * Deletes investments that no user edited, without transactions and in no closed period; returns the reason
 * for each that is kept.
 */
export async function removeUnchanged(
  tenant: Tenant,
  investments: { id: string; version: number }[],
): Promise<Map<string, 'changed' | 'has_transactions' | 'closed'>> {
  await sql`
    select from investments where organization_id = ${tenant.organization_id}
      and id = any (${investments.map(({ id }) => id)}::uuid[]) order by id for no key update`.execute(tenant.db)
  await sql`select lock_period(${tenant.organization_id})`.execute(tenant.db)
  // As in check_closed_period_of_changed_investment: an investment exists from the day it was created, or from its commitment if
  // that is earlier.
  const { rows } = await sql<{ id: string; why: 'changed' | 'has_transactions' | 'closed' }>`
    with checked as (
      select i.id, case when i.version <> n.version then 'changed' when i.transaction_count > 0 then 'has_transactions'
        when o.closed_until >= least(i.committed_on, (i.created_at at time zone o.time_zone)::date) then 'closed' end as why
      from json_to_recordset(${JSON.stringify(investments)}) as n (id uuid, version integer)
      join investments i on i.organization_id = ${tenant.organization_id} and i.id = n.id and i.deleted_at is null
      join organizations o on o.organization_id = i.organization_id),
    removed as (
      update investments i set deleted_at = now(), updated_at = now(), version = i.version + 1 from checked
      where i.organization_id = ${tenant.organization_id} and i.id = checked.id and checked.why is null)
    select id, why from checked where why is not null`.execute(tenant.db)
  return new Map(rows.map(({ id, why }) => [id, why]))
}

/** A deleted investment, with what prevents restoring it. */
export async function lockDeleted(tenant: Tenant, id: string) {
  const { rows } = await sql<{ reference: string; investor_id: string; has_investor: boolean }>`
    select i.reference, i.investor_id, v.deleted_at is null as has_investor
    from investments i join investors v on v.organization_id = i.organization_id and v.id = i.investor_id
    where i.organization_id = ${tenant.organization_id} and i.id = ${id} and i.deleted_at is not null
    for no key update of i`.execute(tenant.db)
  return rows[0]
}

/** Returns false if its reference has been taken since. */
export async function restore(tenant: Tenant, id: string, reference: string): Promise<boolean> {
  if (await isTaken(tenant, reference, id)) return false
  await sql`
    update investments set deleted_at = null, updated_at = now(), version = version + 1
    where organization_id = ${tenant.organization_id} and id = ${id}`.execute(tenant.db)
  return true
}
