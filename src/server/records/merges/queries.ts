// All SQL of merges: probable duplicates, and everything that points at a record, moved to another one and back.
import { type RawBuilder, sql } from 'kysely'
import type { CustomValue } from '../../../contract/custom-values.ts'
import {
  type DuplicatePair,
  type DuplicateQuery,
  type Merge,
  type MergeKind,
  type MergeRecord,
  mergeFields,
  type UndoableMerge,
} from '../../../contract/merges.ts'
import { customChange, customValues } from '../../platform/db/custom-values.ts'
import type { Tenant } from '../../platform/db/index.ts'

const tables = { contact: 'contacts', investor: 'investors' } as const
const column = { contact: 'contact_id', investor: 'investor_id' } as const

/** Tables whose rows have an id of their own and refer to the record in a column: a merge updates the column. */
const references: Record<MergeKind, readonly string[]> = {
  contact: ['notes', 'tasks', 'recipients', 'wa_messages', 'wa_answers'],
  investor: ['notes', 'tasks', 'recipients', 'investments'],
}
/** Tables whose key includes the record: rows that would get the same key become one. A flag named `keep` is set if any of them had it. */
const memberships: Record<MergeKind, readonly { table: string; key: readonly string[]; keep?: string }[]> = {
  contact: [
    { table: 'contact_tags', key: ['contact_id', 'tag_id'] },
    { table: 'broadcast_contacts', key: ['broadcast_id', 'contact_id'], keep: 'excluded' },
    { table: 'broadcast_group_contacts', key: ['broadcast_group_id', 'contact_id'], keep: 'excluded' },
    { table: 'investor_contacts', key: ['investor_id', 'contact_id'], keep: 'is_primary' },
  ],
  investor: [
    { table: 'investor_tags', key: ['investor_id', 'tag_id'] },
    { table: 'investor_stages', key: ['investor_id', 'stage_id'] },
    { table: 'investor_contacts', key: ['investor_id', 'contact_id'] },
  ],
}

export interface Moved {
  /** Ids of rows by table and former record. */
  references: { table: string; from: string; ids: string[] }[]
  /** Whole rows of winner and losers before the merge. */
  memberships: { table: string; rows: object[] }[]
  /** Values of the winner before and after. */
  before: Record<string, unknown>
  after: Record<string, unknown>
  losers: string[]
  /** The numbers that the merge opted out. Merges of an earlier version store at most one. */
  opted_out: string[] | string | null
}

const shown = (tenant: Tenant, kind: MergeKind) => {
  const fields = sql.join(
    mergeFields[kind].map((name) => sql`${sql.lit(name)}, coalesce(r.${sql.ref(name)}::text, '')`),
  )
  const count = (table: string) => sql`(select count(*) from ${sql.table(table)} t
    where t.organization_id = r.organization_id and t.${sql.ref(column[kind])} = r.id)`
  const consent = sql`case when exists (select from opt_outs o where o.organization_id = r.organization_id and o.phone_key = r.phone_key)
    then 'opted_out' else r.consent end`
  return sql`jsonb_build_object('id', r.id, 'code', ${kind === 'investor' ? sql`r.code` : sql`null::text`},
    'investor_kind', ${kind === 'investor' ? sql`r.kind` : sql`null::text`},
    'fields', jsonb_build_object(${fields}), 'custom', ${customValues(tenant, kind, 'r')},
    'phone', ${kind === 'contact' ? sql`r.phone` : sql`null::text`},
    'consent', ${kind === 'contact' ? consent : sql`null::text`},
    'investments', ${
      kind === 'investor'
        ? count('investments')
        : sql`(select count(*) from investor_contacts x join investments i
      on i.organization_id = x.organization_id and i.investor_id = x.investor_id and i.deleted_at is null
      where x.organization_id = ${tenant.organization_id} and x.contact_id = r.id)`
    },
    'notes', ${count('notes')}, 'messages', ${count('recipients')},
    'created_at', to_char(r.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))`
}

export type ShownRecord = MergeRecord & { phone: string | null }

export async function records(tenant: Tenant, kind: MergeKind, ids: readonly string[]): Promise<ShownRecord[]> {
  const { rows } = await sql<{ record: ShownRecord }>`
    select ${shown(tenant, kind)} as record from ${sql.table(tables[kind])} r
    where r.organization_id = ${tenant.organization_id} and r.id = any (${ids}::uuid[]) and r.deleted_at is null
    order by array_position(${ids}::uuid[], r.id)`.execute(tenant.db)
  return rows.map(({ record }) => record)
}

/** Pairs with the same email address, or the same name without capitals and accents. The older record first. */
export async function duplicates(
  tenant: Tenant,
  { kind = 'contact', page = 1, per_page = 20 }: DuplicateQuery,
): Promise<{ data: (Omit<DuplicatePair, 'records'> & { records: ShownRecord[] })[]; total: number }> {
  const { organization_id } = tenant
  const table = sql.table(tables[kind])
  const live = sql`r.organization_id = ${organization_id} and r.deleted_at is null
    ${kind === 'investor' ? sql`and r.erased_at is null and r.archived_at is null` : sql``}`
  const keys = (column: string) =>
    sql`select r.id, r.${sql.ref(column)} as key from ${table} r where ${live} and r.${sql.ref(column)} <> ''`
  // The contacts may share an address that is preferred in both, in one, or in neither.
  const addresses =
    kind === 'investor'
      ? keys('email')
      : sql`${keys('email_key')} union select r.id, e.email_key from contact_emails e
          join contacts r on r.id = e.contact_id and ${live} where e.organization_id = ${organization_id}`
  // Skips names of hundreds of records, which are no duplicates and make thousands of pairs. Aggregates ids, because a self-join
  // takes minutes while the planner has no statistics.
  const same = (all: RawBuilder<unknown>, reason: string) => sql`
    select a.id as first_id, b.id as second_id, ${sql.lit(reason)} as reason from (
      select array_agg(n.id order by n.id) as ids from (${all}) n group by n.key having count(*) between 2 and ${maxSame}) k
    cross join lateral unnest(k.ids) with ordinality a (id, nth) cross join lateral unnest(k.ids[a.nth + 1:]) b (id)`
  // Two records with the same name and the same address are one pair, by the address.
  const pairs = sql`
    select distinct on (p.first_id, p.second_id) p.* from (
      ${same(addresses, 'email')} union all ${same(keys('name_key'), 'name')}) p
    where not exists (select from distinct_pairs d
      where d.organization_id = ${organization_id} and d.first_id = p.first_id and d.second_id = p.second_id)
    order by p.first_id, p.second_id, p.reason`
  const { rows } = await sql<{ first_id: string; second_id: string; reason: DuplicatePair['reason']; total: number }>`
    select p.*, count(*) over () as total from (${pairs}) p
    order by p.first_id, p.second_id limit ${per_page} offset ${(page - 1) * per_page}`.execute(tenant.db)
  const found = new Map(
    (await records(tenant, kind, [...new Set(rows.flatMap(({ first_id, second_id }) => [first_id, second_id]))])).map(
      (record) => [record.id, record],
    ),
  )
  const data = rows.map(({ first_id, second_id, reason }) => ({
    id: `${first_id} ${second_id}`,
    reason,
    records: [found.get(first_id)!, found.get(second_id)!],
  }))
  // A page beyond the last one has no rows that tell the total.
  const total = rows[0]?.total ?? (page > 1 ? (await duplicates(tenant, { kind, per_page: 1 })).total : 0)
  return { data, total }
}

/** More records than these with one name or address are no duplicates. */
const maxSame = 20

export async function ignore({ db, organization_id, user_id }: Tenant, [a, b]: readonly [string, string]) {
  const [first_id, second_id] = a < b ? [a, b] : [b, a]
  await db
    .insertInto('distinct_pairs')
    .values({ organization_id, first_id, second_id, created_by: user_id ?? null })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Locks the records in order of their ids; returns whole rows. Recipients first: docs/decisions/0007-order-of-locks.md. */
export async function lock({ db, organization_id }: Tenant, kind: MergeKind, ids: readonly string[]) {
  await sql`
    select from recipients where organization_id = ${organization_id} and ${sql.ref(column[kind])} = any (${ids}::uuid[])
    order by wa_message_id collate "C", id for update`.execute(db)
  const { rows } = await sql<{ row: Record<string, unknown> & { id: string } }>`
    select to_jsonb(r) as row from ${sql.table(tables[kind])} r
    where r.organization_id = ${organization_id} and r.id = any (${ids}::uuid[]) and r.deleted_at is null
      ${kind === 'investor' ? sql`and r.erased_at is null` : sql``}
    order by r.id for update`.execute(db)
  return new Map(rows.map(({ row }) => [row.id, row]))
}

/** Keys of all numbers of merged contacts. */
export async function numbersOfMerged({ db, organization_id }: Tenant, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select key from contacts c cross join unnest(c.other_phone_keys || c.phone_key) key
    where c.organization_id = ${organization_id} and c.id = any (${ids}::uuid[]) and key is not null`.execute(db)
  return rows.map(({ key }) => key)
}

export async function optedOut({ db, organization_id }: Tenant, keys: readonly string[]): Promise<string | undefined> {
  const { rows } = await sql<{ phone_key: string }>`
    select phone_key from opt_outs where organization_id = ${organization_id} and phone_key = any (${keys}::text[]) limit 1`.execute(
    db,
  )
  return rows[0]?.phone_key
}

/**
 * Skips messages that wait, so that a broadcast reaches the person once, under one of their numbers: the one that was written to, else
 * the winner's. The contacts must be locked.
 */
export async function skipTwins({ db, organization_id }: Tenant, winner: string, losers: readonly string[]) {
  const all = [winner, ...losers]
  await sql`
    update ${sql.table('recipients')} r set status = 'skipped', reason = 'contact_deleted', due_at = null
    where r.organization_id = ${organization_id} and r.contact_id = any (${all}::uuid[]) and r.due_at is not null and exists (
      select from recipients x where x.organization_id = ${organization_id} and x.broadcast_id = r.broadcast_id
        and x.contact_id = any (${all}::uuid[]) and x.id <> r.id and (
          x.status not in ('pending', 'skipped', 'cancelled', 'failed') or x.reason = 'unconfirmed'
          or x.due_at is not null and (x.contact_id <> ${winner}, x.id) < (r.contact_id <> ${winner}, r.id)))`.execute(
    db,
  )
}

/** Moves what points at the losers; both must be locked. */
export async function move(
  tenant: Tenant,
  kind: MergeKind,
  winner: string,
  losers: readonly string[],
): Promise<Pick<Moved, 'references' | 'memberships'>> {
  const { db, organization_id } = tenant
  const own = sql`organization_id = ${organization_id}`
  const ref = sql.ref(column[kind])
  const moved: Pick<Moved, 'references' | 'memberships'> = { references: [], memberships: [] }
  for (const table of references[kind])
    for (const from of losers) {
      const { rows } = await sql<{ id: string }>`
        update ${sql.table(table)} set ${ref} = ${winner} where ${own} and ${ref} = ${from} returning id`.execute(db)
      if (rows.length > 0) moved.references.push({ table, from, ids: rows.map(({ id }) => id) })
    }
  for (const { table, key, keep } of memberships[kind]) {
    const all = [winner, ...losers]
    const { rows } = await sql<{ row: Record<string, unknown> }>`
      select to_jsonb(t) as row from ${sql.table(table)} t where ${own} and ${ref} = any (${all}::uuid[])
      order by array_position(${all}::uuid[], ${ref})`.execute(db)
    if (!rows.some(({ row }) => row[column[kind]] !== winner)) continue
    moved.memberships.push({ table, rows: rows.map(({ row }) => row) })
    await replaceMembers(
      tenant,
      kind,
      table,
      all,
      unified(
        rows.map(({ row }) => row),
        { key, keep, kind, winner },
      ),
    )
  }
  return moved
}

/** The rows after the merge: one for each key, and at most one main contact for an investor. */
function unified(
  rows: readonly Record<string, unknown>[],
  { key, keep, kind, winner }: { key: readonly string[]; keep: string | undefined; kind: MergeKind; winner: string },
) {
  const byKey = new Map<string, Record<string, unknown>>()
  let hasPrimary = false
  for (const row of rows) {
    const next = { ...row, [column[kind]]: winner }
    if (kind === 'investor' && 'is_primary' in next) {
      next.is_primary = Boolean(next.is_primary) && !hasPrimary
      hasPrimary ||= Boolean(next.is_primary)
    }
    const name = key.map((part) => next[part as keyof typeof next]).join(' ')
    const before = byKey.get(name)
    if (!before) byKey.set(name, next)
    else
      byKey.set(name, {
        ...before,
        ...(keep && next[keep as keyof typeof next] ? { [keep]: true } : {}),
        // Whoever is the investor themselves remains so, whatever else they are.
        ...('role' in next && next.role === 'self' ? { role: 'self' } : {}),
      })
  }
  return [...byKey.values()]
}

async function replaceMembers(
  tenant: Tenant,
  kind: MergeKind,
  table: string,
  ids: readonly string[],
  rows: readonly object[],
) {
  const { db, organization_id } = tenant
  await sql`
    delete from ${sql.table(table)} where organization_id = ${organization_id} and ${sql.ref(column[kind])} = any (${ids}::uuid[])`.execute(
    db,
  )
  await sql`
    insert into ${sql.table(table)} select * from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::jsonb)
    on conflict do nothing`.execute(db)
}

/** Sets columns; names such as `custom.tier` set values of custom fields. */
export async function change(
  tenant: Tenant,
  kind: MergeKind,
  id: string,
  values: Record<string, unknown>,
): Promise<void> {
  const isCustom = ([name]: [string, unknown]) => name.startsWith('custom.')
  const all = Object.entries(values)
  const entries = all.filter((entry) => !isCustom(entry))
  const { custom } = customChange(
    Object.fromEntries(
      all.filter(isCustom).map(([name, value]) => [name.slice('custom.'.length), value as CustomValue]),
    ),
    sql`r.custom`,
  )
  const row = sql`jsonb_populate_record(null::${sql.table(tables[kind])}, ${JSON.stringify(values)}::jsonb)`
  const sets = entries.map(([name]) => sql`${sql.ref(name)} = n.${sql.ref(name)}`)
  await sql`
    update ${sql.table(tables[kind])} r set ${sql.join([...sets, ...(custom ? [sql`custom = ${custom}`] : []), sql`updated_at = now()`, sql`version = r.version + 1`])}
    from ${row} n where r.organization_id = ${tenant.organization_id} and r.id = ${id}`.execute(tenant.db)
}

/** Deletes or restores losers. They are not in the trash, because only the undo of the merge may bring them back. */
export async function setMerged(
  { db, organization_id }: Tenant,
  kind: MergeKind,
  ids: readonly string[],
  isMerged: boolean,
) {
  await sql`
    update ${sql.table(tables[kind])} set deleted_at = ${isMerged ? sql`now()` : null}, updated_at = now(), version = version + 1
    where organization_id = ${organization_id} and id = any (${ids}::uuid[])`.execute(db)
}

/** Returns `phone_taken` if another contact has taken a number since; the transaction is then aborted. */
export async function restoreMerged(
  tenant: Tenant,
  kind: MergeKind,
  ids: readonly string[],
): Promise<'restored' | 'phone_taken'> {
  try {
    await setMerged(tenant, kind, ids, false)
    return 'restored'
  } catch (error) {
    const { constraint } = error as { constraint?: string }
    if (constraint !== 'contacts_phone_key' && constraint !== 'contact_numbers_pkey') throw error
    return 'phone_taken'
  }
}

/** Opts all these numbers out, with the evidence of `from`. Returns those that had not opted out before. */
export async function optOut(
  { db, organization_id }: Tenant,
  keys: readonly string[],
  from: string,
): Promise<string[]> {
  const { rows } = await sql<{ phone_key: string }>`
    insert into ${sql.table('opt_outs')} (organization_id, phone_key, evidence, created_at)
    select ${organization_id}, k.key, o.evidence, o.created_at from opt_outs o cross join unnest(${keys}::text[]) k (key)
    where o.organization_id = ${organization_id} and o.phone_key = ${from}
    on conflict do nothing returning phone_key`.execute(db)
  return rows.map(({ phone_key }) => phone_key)
}

/** Not if the person has written since: it may have been STOP, which an opt-out that exists does not record again. */
export async function liftOptOut({ db, organization_id }: Tenant, phoneKey: string, since: string): Promise<void> {
  await sql`
    delete from ${sql.table('opt_outs')} where organization_id = ${organization_id} and phone_key = ${phoneKey}
      and not exists (select from wa_messages m
        where m.organization_id = ${organization_id} and m.address_key = ${phoneKey} and m.received_at > ${since})`.execute(
    db,
  )
}

export async function insert(
  { db, organization_id, user_id }: Tenant,
  kind: MergeKind,
  winner_id: string,
  moved: Moved,
) {
  const { id } = await db
    .insertInto('merges')
    .values({ organization_id, kind, winner_id, merged_by: user_id ?? null, moved: JSON.stringify(moved) })
    .returning('id')
    .executeTakeFirstOrThrow()
  await sql`
    update merged_records set winner_id = ${winner_id} where organization_id = ${organization_id} and winner_id = any (${moved.losers}::uuid[])`.execute(
    db,
  )
  await sql`
    insert into merged_records (organization_id, record_id, winner_id, merge_id)
    select ${organization_id}, l, ${winner_id}, ${id} from unnest(${moved.losers}::uuid[]) l`.execute(db)
  return id
}

export async function get({ db, organization_id }: Tenant, id: string): Promise<Merge | undefined> {
  const { rows } = await sql<Merge>`
    select id, kind, winner_id, at, undone_at from merges where organization_id = ${organization_id} and id = ${id}`.execute(
    db,
  )
  return rows[0]
}

export async function list(
  tenant: Tenant,
  { kind = 'contact', page = 1, per_page = 20 }: DuplicateQuery,
  since: Date,
): Promise<{ data: UndoableMerge[]; total: number }> {
  const { db, organization_id } = tenant
  const { rows } = await sql<UndoableMerge & { total: number }>`
    select m.id, m.kind, m.winner_id, m.at, r.name, count(*) over () as total,
      (select u.name from users u where u.organization_id = m.organization_id and u.id = m.merged_by) as merged_by
    from merges m join ${sql.table(tables[kind])} r
      on r.organization_id = m.organization_id and r.id = m.winner_id and r.deleted_at is null
    where m.organization_id = ${organization_id} and m.kind = ${kind} and m.undone_at is null and m.at > ${since} and m.moved is not null
    order by m.at desc, m.id desc limit ${per_page} offset ${(page - 1) * per_page}`.execute(db)
  const total = rows[0]?.total ?? (page > 1 ? (await list(tenant, { kind, per_page: 1 }, since)).total : 0)
  return { data: rows, total }
}

/** Locks a merge that can be undone: undefined if its winner was merged again since, because the later merge must be undone first. */
export async function lockUndoable({ db, organization_id }: Tenant, id: string, since: Date) {
  const { rows } = await sql<Merge & { moved: Moved }>`
    select m.id, m.kind, m.winner_id, m.at, m.undone_at, m.moved from merges m
    where m.organization_id = ${organization_id} and m.id = ${id} and m.undone_at is null and m.at > ${since} and m.moved is not null
      and not exists (select from merges n where n.organization_id = m.organization_id and n.undone_at is null and n.id > m.id
        and (n.winner_id = m.winner_id or exists (select from merged_records x
          where x.organization_id = n.organization_id and x.merge_id = n.id and x.record_id = m.winner_id)))
    for update`.execute(db)
  return rows[0]
}

/** Moves rows back to the losers, except those that a user has since moved elsewhere or removed. */
export async function moveBack(tenant: Tenant, kind: MergeKind, winner: string, moved: Moved): Promise<void> {
  const { db, organization_id } = tenant
  for (const { table, from, ids } of moved.references)
    await sql`
      update ${sql.table(table)} set ${sql.ref(column[kind])} = ${from}
      where organization_id = ${organization_id} and ${sql.ref(column[kind])} = ${winner} and id = any (${ids}::uuid[])`.execute(
      db,
    )
  for (const { table, rows } of moved.memberships) {
    const { key, keep } = memberships[kind].find((each) => each.table === table)!
    const before = rows as Record<string, unknown>[]
    const { rows: found } = await sql<{ row: Record<string, unknown> }>`
      select to_jsonb(t) as row from ${sql.table(table)} t
      where organization_id = ${organization_id} and ${sql.ref(column[kind])} = ${winner}`.execute(db)
    const other = key.find((part) => part !== column[kind])!
    const now = new Map(found.map(({ row }) => [row[other], row]))
    const merged = new Map(unified(before, { key, keep, kind, winner }).map((row) => [row[other], row]))
    // A membership that was removed since the merge stays removed; so does one of a tag or a group that is gone.
    const restored = before.flatMap((row) => {
      const [is, was] = [now.get(row[other]), merged.get(row[other])!]
      return is ? [{ ...row, ...changedSince(is, was, row[column[kind]] === winner) }] : []
    })
    const since = [...now.values()].filter((row) => !merged.has(row[other]))
    await replaceMembers(tenant, kind, table, [winner], [...restored, ...since])
  }
}

/** Flags that a user has changed since the merge. An exclusion concerns every record of the person; an investor has one main contact. */
function changedSince(is: Record<string, unknown>, was: Record<string, unknown>, isWinner: boolean) {
  return {
    ...(is.excluded === was.excluded ? {} : { excluded: is.excluded }),
    ...(is.is_primary === was.is_primary ? {} : { is_primary: isWinner && is.is_primary }),
  }
}

export async function markUndone({ db, organization_id }: Tenant, id: string): Promise<void> {
  await sql`update merges set undone_at = now(), moved = null where organization_id = ${organization_id} and id = ${id}`.execute(
    db,
  )
  await sql`delete from merged_records where organization_id = ${organization_id} and merge_id = ${id}`.execute(db)
}
