// Row-level security, checked in the catalog: finds any table, key, index or role that bypasses it.
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { testDatabase } from '../../test/database.ts'
import { inTenant } from './index.ts'

const database = await testDatabase()
const rows = async (query: ReturnType<typeof sql>) => (await query.execute(database.system)).rows

/** Refers to another organization on purpose: a demo organization names the user it belongs to. */
const betweenOrganizations = ['organizations_demo_of_fkey']

/**
 * Unique across organizations on purpose: sign-in looks up users and sessions before the organization is known, and a user
 * has at most one demo organization.
 */
const installationWide = [
  'organizations_demo_of_demo_of_user_id_key',
  'users_email_key_key',
  'api_tokens_token_hash_key',
  'auth_sessions_id',
  // A domain belongs to one organization, and a login of the provider to one user.
  'login_domains_pkey',
  'login_links_issuer_subject_key',
  'downloads_token_hash_key',
  'password_resets_token_hash_key',
  'invitations_token_hash_key',
  'user_passkeys_credential_id_key',
  'wa_sessions_id',
]

describe('the catalog', () => {
  test('every table of an organization has forced row-level security and a policy', async () => {
    const holes = await rows(sql`
      select c.relname from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'organization_id' and not a.attisdropped
      where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace
        and (not c.relrowsecurity or not c.relforcerowsecurity or not exists (select from pg_policy p where p.polrelid = c.oid))`)
    expect(holes).toEqual([])
  })

  test('every table has organization_id, except installation-wide ones', async () => {
    const without = await rows(sql`
      select relname from pg_class c where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace and relname not like 'kysely%'
        and not exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'organization_id')`)
    expect(without.map((row) => (row as { relname: string }).relname).sort()).toEqual([
      'backups',
      'feed_rates',
      'rate_feeds',
      'rate_limits',
      'wa_workers',
    ])
  })

  test('foreign keys between tables of an organization include organization_id, except the listed one', async () => {
    const holes = await rows(sql`
      select conrelid::regclass::text, conname from pg_constraint k where contype = 'f'
        and exists (select from pg_attribute a where a.attrelid = k.conrelid and a.attname = 'organization_id')
        and exists (select from pg_attribute a where a.attrelid = k.confrelid and a.attname = 'organization_id')
        and not exists (select from unnest(k.conkey) n join pg_attribute a on a.attrelid = k.conrelid and a.attnum = n where a.attname = 'organization_id')`)
    expect(holes.map((row) => (row as { conname: string }).conname)).toEqual(betweenOrganizations)
  })

  test('unique indexes include organization_id, except the listed ones', async () => {
    const found = await rows(sql`
      select c.relname from pg_index i join pg_class c on c.oid = i.indexrelid
      join pg_attribute o on o.attrelid = i.indrelid and o.attname = 'organization_id'
      where i.indisunique and not (o.attnum = any (i.indkey::int2[])) order by 1`)
    expect(found.map((row) => (row as { relname: string }).relname)).toEqual([...installationWide].sort())
  })

  test('the role in use cannot bypass row-level security, and views run as their caller', async () => {
    expect(await rows(sql`select rolsuper or rolbypassrls as may from pg_roles where rolname = current_user`)).toEqual([
      { may: false },
    ])
    expect(
      await rows(sql`select relname from pg_class where relkind = 'v' and relnamespace = 'public'::regnamespace
      and coalesce(array_to_string(reloptions, ','), '') !~ 'security_invoker=(true|on|1)'`),
    ).toEqual([])
  })

  test('the role in use cannot create tables', async () => {
    await expect(sql`create table planted (organization_id uuid)`.execute(database.system)).rejects.toThrow(
      'permission denied',
    )
  })
})

describe('row-level security', () => {
  test('shows no rows outside a transaction of the organization', async () => {
    const id = await newOrganization()
    await inTenant(database, { organization_id: id }, ({ db }) =>
      db
        .insertInto('contacts')
        .values({ organization_id: id, name: 'Ada', phone: '+6281234567', phone_key: '+6281234567' })
        .execute(),
    )
    expect(await database.tenants.selectFrom('contacts').selectAll().execute()).toEqual([])
    const other = await newOrganization()
    const seen = await inTenant(database, { organization_id: other }, ({ db }) =>
      db.selectFrom('contacts').selectAll().execute(),
    )
    expect(seen).toEqual([])
  })

  test('rejects writes into another organization', async () => {
    const [mine, theirs] = [await newOrganization(), await newOrganization()]
    const write = inTenant(database, { organization_id: mine }, ({ db }) =>
      db.insertInto('contacts').values({ organization_id: theirs, name: 'Eve' }).execute(),
    )
    await expect(write).rejects.toMatchObject({ code: '42501' })
  })

  test('rejects changes of the audit log', async () => {
    await expect(sql`delete from audit_events`.execute(database.system)).rejects.toMatchObject({ code: '42501' })
    await expect(sql`update audit_events set action = 'x'`.execute(database.system)).rejects.toMatchObject({
      code: '42501',
    })
  })
})

async function newOrganization() {
  const row = await database.system
    .insertInto('organizations')
    .values({ country: 'ID', time_zone: 'Asia/Jakarta', base_currency: 'IDR' })
    .returning('organization_id')
    .executeTakeFirstOrThrow()
  return row.organization_id
}
