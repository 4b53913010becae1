// All SQL that writes investors, their contacts and preferred stages.
import { sql } from 'kysely'
import type { CustomInput, CustomValues } from '../../../contract/custom-values.ts'
import type { ContactRole } from '../../../contract/investors.ts'
import { customChange, customOf } from '../../platform/db/custom-values.ts'
import type { Tenant } from '../../platform/db/index.ts'
import { insertRecord, setDeleted, updateRecord } from '../../platform/db/records.ts'
import { nextInSequence } from '../../platform/db/sequences.ts'

/** The first field or filter with an id that is not alive in this organization. */
export async function unknownId(
  tenant: Tenant,
  ids: Partial<Record<keyof typeof tables, string | readonly string[] | null | undefined>>,
): Promise<string | undefined> {
  const checks = Object.entries(ids).flatMap(([name, value]) => {
    if (value === undefined || value === null) return []
    const table = tables[name as keyof typeof tables]
    const alive =
      table === 'users' || table === 'imports' || table === 'bulk_changes' ? sql`` : sql`and t.deleted_at is null`
    return [
      sql`select ${name} as name where exists (select from unnest(${[value].flat()}::uuid[]) requested (id) where not exists (
        select from ${sql.table(table)} t where t.organization_id = ${tenant.organization_id} and t.id = requested.id ${alive}))`,
    ]
  })
  if (checks.length === 0) return undefined
  const { rows } = await sql<{ name: string }>`${sql.join(checks, sql` union all `)}`.execute(tenant.db)
  return rows[0]?.name
}
const tables = {
  investor_type_id: 'investor_types',
  stage_id: 'investment_stages',
  preferred_stage_ids: 'investment_stages',
  owner_user_id: 'users',
  contact_id: 'contacts',
  import_id: 'imports',
  bulk_change_id: 'bulk_changes',
} as const

/**
 * Locks the type and preferred stages, before and after the change, ahead of the investor itself: moving
 * records to another row locks that row first and then changes the investors
 * (docs/decisions/0007-order-of-locks.md).
 */
export async function holdNamed(
  tenant: Tenant,
  id: string,
  next: { investor_type_id: string | undefined; stage_ids: readonly string[] },
): Promise<void> {
  const { organization_id } = tenant
  await sql`
    select from investor_types where organization_id = ${organization_id} and id in (
      select investor_type_id from investors where organization_id = ${organization_id} and id = ${id}
      union all select ${next.investor_type_id ?? null}::uuid)
    order by id for share`.execute(tenant.db)
  await sql`
    select from investment_stages where organization_id = ${organization_id} and id = any (${next.stage_ids}::uuid[])
    order by id for share`.execute(tenant.db)
}

/** Locks the type against deletion until the transaction ends. */
export async function holdType(tenant: Tenant, id: string): Promise<{ is_active: boolean } | undefined> {
  const { rows } = await sql<{ is_active: boolean }>`
    select is_active from investor_types
    where organization_id = ${tenant.organization_id} and id = ${id} and deleted_at is null for share`.execute(
    tenant.db,
  )
  return rows[0]
}

export interface LockedInvestor {
  code: string
  name: string
  kind: string
  investor_type_id: string
  email: string
  country: string | null
  city: string
  website: string
  preferred_currency: string | null
  ticket_min: string | null
  ticket_max: string | null
  source: string
  owner_user_id: string | null
  next_follow_up_on: string | null
  follow_up_note: string
  do_not_contact: boolean
  notes: string
}

/**
 * Locks the investor until the transaction ends, so that no investment is added and nothing else changes it.
 */
export async function lock(tenant: Tenant, id: string) {
  const { rows } = await sql<LockedInvestor & { version: number; is_archived: boolean; is_deleted: boolean }>`
    select code, name, kind, investor_type_id, email, country, city, website, preferred_currency, ticket_min, ticket_max,
      source, owner_user_id, next_follow_up_on, follow_up_note, do_not_contact, notes, version, archived_at is not null as is_archived,
      deleted_at is not null as is_deleted
    from investors where organization_id = ${tenant.organization_id} and id = ${id} for no key update`.execute(
    tenant.db,
  )
  return rows[0]
}

/** The next automatic code that is not already taken by a manual one. */
export async function nextCode(tenant: Tenant): Promise<string> {
  for (;;) {
    const code = `IV-${await nextInSequence(tenant, 'investors')}`
    if (!(await isTaken(tenant, code))) return code
  }
}

export async function isTaken(tenant: Tenant, code: string, besides?: string): Promise<boolean> {
  const { rows } = await sql`
    select from investors where organization_id = ${tenant.organization_id} and lower(code) = lower(${code})
      and deleted_at is null and id is distinct from ${besides ?? null}`.execute(tenant.db)
  return rows.length > 0
}

/** Returns undefined if the code is taken. */
export const insert = (
  tenant: Tenant,
  { custom, ...investor }: LockedInvestor & { custom?: CustomInput | undefined },
) => insertRecord(tenant, 'investors', { ...investor, ...customOf(custom) })

/** The investor must be locked. */
export async function update(
  tenant: Tenant,
  id: string,
  {
    is_archived,
    custom,
    ...change
  }: Partial<LockedInvestor> & { is_archived?: boolean | undefined; custom?: CustomInput | undefined },
): Promise<void> {
  const archived =
    is_archived === undefined ? {} : { archived_at: is_archived ? sql<string>`coalesce(archived_at, now())` : null }
  await updateRecord(tenant, 'investors', { id }, { ...change, ...archived, ...customChange(custom) })
}

export async function setStages(tenant: Tenant, id: string, stage_ids: readonly string[]): Promise<void> {
  await sql`delete from investor_stages where organization_id = ${tenant.organization_id} and investor_id = ${id}`.execute(
    tenant.db,
  )
  await sql`
    insert into investor_stages (organization_id, investor_id, stage_id)
    select distinct ${tenant.organization_id}::uuid, ${id}::uuid, stage_id from unnest(${stage_ids}::uuid[]) stage_id`.execute(
    tenant.db,
  )
}

/** The investor must be locked. The first contact is primary; a new primary contact replaces the old one. */
export async function setContact(
  tenant: Tenant,
  id: string,
  contact: { id: string; role: ContactRole; is_primary: boolean | undefined },
): Promise<void> {
  const own = sql`organization_id = ${tenant.organization_id} and investor_id = ${id}`
  if (contact.is_primary)
    await sql`update investor_contacts set is_primary = false where ${own} and contact_id <> ${contact.id}`.execute(
      tenant.db,
    )
  await sql`
    insert into investor_contacts as x (organization_id, investor_id, contact_id, role, is_primary)
    values (${tenant.organization_id}, ${id}, ${contact.id}, ${contact.role},
      coalesce(${contact.is_primary ?? null}::boolean, not exists (select from investor_contacts where ${own} and is_primary)))
    on conflict (organization_id, investor_id, contact_id) do update
      set role = excluded.role, is_primary = coalesce(${contact.is_primary ?? null}::boolean, x.is_primary)`.execute(
    tenant.db,
  )
}

/** The investor must be locked. If the primary contact is removed, the oldest of the others becomes primary. */
export async function removeContact(tenant: Tenant, id: string, contact_id: string): Promise<boolean> {
  const own = sql`organization_id = ${tenant.organization_id} and investor_id = ${id}`
  const { rows } = await sql<{ is_primary: boolean }>`
    delete from investor_contacts where ${own} and contact_id = ${contact_id} returning is_primary`.execute(tenant.db)
  if (rows[0]?.is_primary)
    await sql`
      update investor_contacts set is_primary = true where ${own} and contact_id = (
        select contact_id from investor_contacts where ${own} order by created_at, contact_id limit 1)`.execute(
      tenant.db,
    )
  return rows.length > 0
}

export async function investmentCount(tenant: Tenant, id: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from investments
    where organization_id = ${tenant.organization_id} and investor_id = ${id} and deleted_at is null`.execute(tenant.db)
  return rows[0]!.count
}

export const mark = (tenant: Tenant, id: string, as: 'deleted' | 'live') =>
  setDeleted(tenant, 'investors', id, as === 'deleted')

/** Moves all live investors from one type to another; returns their number. */
export async function moveType(tenant: Tenant, from: string, to: string): Promise<number> {
  const { numAffectedRows } = await sql`
    update investors set investor_type_id = ${to}, updated_at = now(), version = version + 1
    where organization_id = ${tenant.organization_id} and investor_type_id = ${from} and deleted_at is null`.execute(
    tenant.db,
  )
  return Number(numAffectedRows)
}

/** Replaces a preferred stage with another; returns the number of investors. */
export async function movePreferredStage(tenant: Tenant, from: string, to: string): Promise<number> {
  const { rows } = await sql<{ moved: number }>`
    with gone as (
      delete from investor_stages where organization_id = ${tenant.organization_id} and stage_id = ${from}
      returning investor_id),
    come as (
      insert into investor_stages (organization_id, investor_id, stage_id)
      select ${tenant.organization_id}, investor_id, ${to}::uuid from gone on conflict do nothing)
    select count(*) as moved from gone`.execute(tenant.db)
  return rows[0]!.moved
}

/** Fields of an investor that an import compares with its rows. */
export interface Match {
  id: string
  code: string
  name: string
  email: string
  country: string | null
  city: string
  website: string
  source: string
  notes: string
  next_follow_up_on: string | null
  follow_up_note: string
  do_not_contact: boolean
  custom: CustomValues
  contact_ids: string[]
}

/** Investors with one of these codes or names, ignoring case, oldest first. */
export async function matches(tenant: Tenant, codes: string[], names: string[]): Promise<Match[]> {
  const lower = (texts: string[]) => texts.map((text) => text.toLowerCase())
  const { rows } = await sql<Match>`
    select v.id, v.code, v.name, v.email, v.country, v.city, v.website, v.source, v.notes, v.next_follow_up_on, v.follow_up_note, v.do_not_contact, v.custom,
      array(select contact_id from investor_contacts x where x.organization_id = v.organization_id and x.investor_id = v.id) as contact_ids
    from investors v
    where v.organization_id = ${tenant.organization_id} and v.deleted_at is null
      and (lower(v.code) = any (${lower(codes)}::text[]) or lower(v.name) = any (${lower(names)}::text[]))
    order by v.id`.execute(tenant.db)
  return rows
}

/** Inserts the investors whose code is free and returns them. */
export async function insertMany(
  tenant: Tenant,
  investors: (LockedInvestor & { custom?: CustomValues | undefined })[],
): Promise<{ id: string; code: string }[]> {
  const { rows } = await sql<{ id: string; code: string }>`
    insert into investors (organization_id, created_by, code, name, kind, investor_type_id, email, country, city, website,
      preferred_currency, ticket_min, ticket_max, source, owner_user_id, next_follow_up_on, follow_up_note, do_not_contact, notes, custom)
    select ${tenant.organization_id}, ${tenant.user_id ?? null}::uuid, code, name, kind, investor_type_id, email, country, city,
      website, preferred_currency, ticket_min, ticket_max, source, owner_user_id, next_follow_up_on, follow_up_note, do_not_contact, notes, coalesce(custom, '{}')
    from json_populate_recordset(null::investors, ${JSON.stringify(investors)}) order by lower(code)
    on conflict do nothing returning id, code`.execute(tenant.db)
  return rows
}

/**
 * Fills empty fields and sets the flags that are `true`. `asMade`: the version does not change, so that it
 * still counts as unedited.
 */
export async function fill(
  tenant: Tenant,
  id: string,
  values: { [field: string]: string },
  custom: CustomValues,
  asMade = false,
): Promise<void> {
  const fields = Object.entries(values).map(([field, value]) =>
    field === 'do_not_contact'
      ? sql`do_not_contact = do_not_contact or ${value}::boolean, `
      : sql`${sql.ref(field)} = case when coalesce(${sql.ref(field)}::text, '') = '' then ${value} else ${sql.ref(field)}::text end${
          field === 'next_follow_up_on' ? sql`::date` : sql``
        }, `,
  )
  await sql`update investors set ${sql.join(fields, sql``)} custom = ${JSON.stringify(custom)}::jsonb || custom,
      updated_at = now(), version = version + ${asMade ? 0 : 1}
    where organization_id = ${tenant.organization_id} and id = ${id} and deleted_at is null`.execute(tenant.db)
}

/** Reverts `fill`: empties the fields that are still as filled. Returns true if a field was kept. */
export async function empty(
  tenant: Tenant,
  id: string,
  values: { [field: string]: string },
  filled: CustomValues = {},
): Promise<boolean> {
  const locked = await lock(tenant, id)
  if (!locked || locked.is_deleted) return true
  const custom = Object.fromEntries(await sameCustom(tenant, id, filled))
  const same = Object.entries(values).filter(
    ([field, value]) => String(locked[field as keyof LockedInvestor] ?? '') === value,
  )
  const blanks: { [field: string]: unknown } = { country: null, next_follow_up_on: null, do_not_contact: false }
  const blank = (field: string) => (field in blanks ? blanks[field] : '')
  const blanked = Object.fromEntries(same.map(([field]) => [field, blank(field)]))
  if (same.length > 0 || Object.keys(custom).length > 0) await update(tenant, id, { ...blanked, custom })
  return same.length < Object.keys(values).length || Object.keys(custom).length < Object.keys(filled).length
}

/** Changes that empty the custom fields in which the investor still has these values. */
async function sameCustom(tenant: Tenant, id: string, values: CustomValues): Promise<[string, null][]> {
  const { rows } = await sql<{ key: string }>`
    select f.key from investors v cross join lateral jsonb_each(${JSON.stringify(values)}::jsonb) f
    where v.organization_id = ${tenant.organization_id} and v.id = ${id} and v.custom -> f.key = f.value`.execute(
    tenant.db,
  )
  return rows.map(({ key }) => [key, null])
}
