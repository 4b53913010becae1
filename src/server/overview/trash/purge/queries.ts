// All SQL that deletes records of the trash for good: docs/decisions/0024-what-a-purge-keeps.md.
import { type RawBuilder, sql } from 'kysely'
import type { TrashKind } from '../../../../contract/trash.ts'
import type { Database, Tenant } from '../../../platform/db/index.ts'

interface Purge {
  table: string
  /** A condition on `r`: a past figure or a broadcast refers to the row. It stays in the table, but no longer in the trash. */
  isKept?: (organization: RawBuilder<unknown>) => RawBuilder<unknown>
  /** Columns that are emptied in a row that stays. */
  emptied?: RawBuilder<unknown>
  /** Tables whose rows are deleted although the record's row stays, each with its column that refers to the record. */
  parts?: readonly (readonly [table: string, column: string])[]
}

/** In this order: an investment goes before its investor and its offering. */
const purges: Record<TrashKind, Purge> = {
  transaction: {
    table: 'transactions',
    // Until the day it was deleted, a scheduled payment was due.
    isKept: (organization) =>
      sql`exists (select from transaction_history h where h.organization_id = ${organization} and h.transaction_id = r.id)`,
    emptied: sql`reference = '', note = ''`,
  },
  investment: { table: 'investments' },
  investor: {
    table: 'investors',
    isKept: (organization) => sql`exists (
      select from investment_history h where h.organization_id = ${organization} and h.investor_id = r.id)`,
    emptied: sql`email = '', city = '', website = '', preferred_currency = null, ticket_min = null, ticket_max = null,
      source = '', owner_user_id = null, notes = '', next_follow_up_on = null, follow_up_note = '', custom = '{}'`,
    parts: [
      ['investor_contacts', 'investor_id'],
      ['investor_stages', 'investor_id'],
      ['investor_tags', 'investor_id'],
      ['notes', 'investor_id'],
      ['tasks', 'investor_id'],
    ],
  },
  offering: {
    table: 'offerings',
    isKept: (organization) => sql`(
      exists (select from investment_history h where h.organization_id = ${organization} and h.offering_id = r.id)
      or exists (select from investments i where i.organization_id = ${organization} and i.offering_id = r.id))`,
  },
  contact: { table: 'contacts' },
  note: { table: 'notes' },
  task: { table: 'tasks' },
  template: {
    table: 'templates',
    isKept: (organization) =>
      sql`exists (select from broadcasts b where b.organization_id = ${organization} and b.template_id = r.id)`,
    emptied: sql`body = '', media_id = null`,
  },
  broadcast_group: {
    table: 'broadcast_groups',
    isKept: (organization) => sql`exists (select from broadcast_audience_groups a
      where a.organization_id = ${organization} and a.broadcast_group_id = r.id)`,
    emptied: sql`segment = null`,
    parts: [
      ['broadcast_group_contacts', 'broadcast_group_id'],
      ['broadcast_group_wa_groups', 'broadcast_group_id'],
    ],
  },
  broadcast: {
    table: 'broadcasts',
    isKept: (organization) => sql`(r.started_at is not null or exists (select from broadcasts b
      where b.organization_id = ${organization} and r.id in (b.source_broadcast_id, b.test_of)))`,
  },
  wa_group: { table: 'wa_groups' },
  custom_field: { table: 'custom_fields' },
}

export const purgedKinds = Object.keys(purges) as TrashKind[]

/** The losers of a merge are not in the trash: only its undo restores them. */
const isNotMerged = sql`not exists (select from merged_records x where x.organization_id = r.organization_id and x.record_id = r.id)`

/** A condition on the deleted rows `r` of a kind: they are still in the trash. */
export const isInTrash = (kind: TrashKind): RawBuilder<unknown> => {
  return kind === 'contact' || kind === 'investor' ? sql`${isDeleted(kind)} and ${isNotMerged}` : isDeleted(kind)
}

/** A condition on the deleted rows `r`, including losers of merges, which are purged when the merge can no longer be undone. */
const isDeleted = (kind: TrashKind): RawBuilder<unknown> => {
  if (kind === 'wa_group') return sql`r.deleted_at is not null and r.imported_at is not null`
  return purges[kind].isKept ? sql`r.deleted_at is not null and r.purged_at is null` : sql`r.deleted_at is not null`
}

/**
 * Purges the records deleted before a moment, or the one with the id, at most `limit`; returns how many. Rows that another
 * process has locked are skipped, so two processes share the work without a lease.
 */
export async function purge(
  tenant: Tenant,
  kind: TrashKind,
  { id, before, limit = 200 }: { id?: string; before?: Date; limit?: number },
): Promise<number> {
  const { db, organization_id } = tenant
  const { table, isKept, emptied, parts = [] } = purges[kind]
  const from = sql.table(table)
  const organization = sql`${organization_id}::uuid`
  const found = await sql<{ id: string; is_kept: boolean }>`
    select r.id, ${isKept?.(organization) ?? sql`false`} as is_kept from ${from} r
    where r.organization_id = ${organization} and ${id === undefined ? isDeleted(kind) : isInTrash(kind)}
      ${id === undefined ? sql`` : sql`and r.id = ${id}`} ${before === undefined ? sql`` : sql`and r.deleted_at < ${before}`}
      ${kind === 'investment' ? sql`and ${withoutMoney(organization)}` : sql``}
    order by r.deleted_at, r.id limit ${limit} for update of r skip locked`.execute(db)
  if (found.rows.length === 0) return 0
  const idsOf = (isWanted: boolean) => found.rows.filter(({ is_kept }) => is_kept === isWanted).map(({ id }) => id)
  const [kept, gone] = [idsOf(true), idsOf(false)]
  const all = [...kept, ...gone]
  if (kind === 'investor') await purgeInvestments(tenant, sql`r.investor_id = any (${all}::uuid[])`)
  if (kind === 'custom_field') await removeValues(tenant, gone)
  if (kind === 'wa_group') await unimport(tenant, gone)
  else if (kind === 'investment') await purgeInvestments(tenant, sql`r.id = any (${gone}::uuid[])`)
  else if (gone.length > 0)
    await sql`delete from ${from} where organization_id = ${organization} and id = any (${gone}::uuid[])`.execute(db)
  if (kept.length > 0) {
    for (const [part, column] of parts)
      await sql`
        delete from ${sql.table(part)} where organization_id = ${organization} and ${sql.ref(column)} = any (${kept}::uuid[])`.execute(
        db,
      )
    await sql`
      update ${from} set ${emptied ? sql`${emptied},` : sql``} purged_at = now()
      where organization_id = ${organization} and id = any (${kept}::uuid[])`.execute(db)
    // The audit log still has the emptied values as earlier values.
    if (emptied) await sql`select forget_edits(${kept}::uuid[])`.execute(db)
  }
  return all.length
}

/** Users cannot delete an investment with settled transactions. Should one be deleted all the same, it stays in the trash, so that no money vanishes. */
const withoutMoney = (organization: RawBuilder<unknown>) => sql`not exists (select from transactions t
  where t.organization_id = ${organization} and t.investment_id = r.id and t.state = 'settled' and t.deleted_at is null)`

/** Figures of any day leave out deleted investments. Their scheduled payments are marked as deleted first, because a closed period rejects deleting others. */
async function purgeInvestments({ db, organization_id }: Tenant, which: RawBuilder<unknown>): Promise<void> {
  const these = sql`select r.id from investments r where r.organization_id = ${organization_id} and r.deleted_at is not null and ${which}`
  await sql`
    update ${sql.table('transactions')} set deleted_at = now()
    where organization_id = ${organization_id} and deleted_at is null and investment_id in (${these})`.execute(db)
  await sql`
    delete from ${sql.table('investments')} where organization_id = ${organization_id} and id in (${these})`.execute(db)
}

/** Removes the values of deleted fields, also from the history. Records keep their version, as they did not show these values. */
async function removeValues({ db, organization_id }: Tenant, ids: readonly string[]): Promise<void> {
  for (const table of ['contacts', 'investors', 'investments', 'offerings'])
    await sql`
      update ${sql.table(table)} r set custom = r.custom - f.key from custom_fields f
      where f.organization_id = ${organization_id} and f.id = any (${ids}::uuid[]) and f.record || 's' = ${table}
        and r.organization_id = ${organization_id} and r.custom ? f.key`.execute(db)
  await sql`
    select redact_edits(array(select e.record_id from record_edits e
      where e.organization_id = f.organization_id and e.record = f.record and e.changes ? ('custom.' || f.key)), array['custom.' || f.key])
    from custom_fields f where f.organization_id = ${organization_id} and f.id = any (${ids}::uuid[])`.execute(db)
}

/** The row stays, because the phone still lists the group and a user may import it again. */
async function unimport({ db, organization_id }: Tenant, ids: readonly string[]): Promise<void> {
  const own = sql`organization_id = ${organization_id}`
  await sql`delete from ${sql.table('broadcast_group_wa_groups')} where ${own} and wa_group_id = any (${ids}::uuid[])`.execute(
    db,
  )
  await sql`
    update ${sql.table('wa_groups')} set imported_at = null, imported_by = null, deleted_at = null, updated_at = now()
    where ${own} and id = any (${ids}::uuid[])`.execute(db)
}

/** Clears what only Undo needed, of merges that can no longer be undone. */
export async function forgetMerges({ db, organization_id }: Tenant, before: Date): Promise<void> {
  await sql`
    update ${sql.table('merges')} set moved = null
    where organization_id = ${organization_id} and at < ${before} and moved is not null`.execute(db)
}

export async function organizationIds({ system }: Database): Promise<string[]> {
  const rows = await system.selectFrom('organizations').select('organization_id').execute()
  return rows.map(({ organization_id }) => organization_id)
}
