// Migration at start: by an owner who is not a superuser, and by concurrently starting servers.
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { cloneTemplate, ownedDatabase } from '../../test/database.ts'
import { inTenant, openDatabase } from './index.ts'
import { migrate, UnfitDatabaseError } from './migrate.ts'

const all = join(import.meta.dirname, 'migrations')
const ours = '019a0000-0000-7000-8000-000000000001'

test('an owner who is not a superuser migrates, and row-level security applies to them', async () => {
  const database = openDatabase(await migrate(await ownedDatabase(), all), { poolSize: 2 })
  afterAll(() => database.close())
  expect(database.connection.role).toBeUndefined()
  await sql`insert into organizations (organization_id, country, time_zone, base_currency)
    values (${ours}, 'ID', 'Asia/Jakarta', 'IDR')`.execute(database.system)
  const count = await inTenant(database, { organization_id: ours }, async ({ db }) => {
    await sql`insert into contacts (organization_id, name) values (${ours}, 'Budi')`.execute(db)
    return (await sql`select live from record_counts where kind = 'contacts'`.execute(db)).rows
  })
  expect(count).toEqual([{ live: 1 }])
  expect((await sql`select from contacts`.execute(database.tenants)).rows).toEqual([])
})

test('after a failed migration the release before opens the database as it was', async ({ onTestFinished }) => {
  const { connectionString } = await cloneTemplate()
  const folder = mkdtempSync(join(tmpdir(), 'kabar-migrations-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  cpSync(all, folder, { recursive: true })
  writeFileSync(join(folder, '9998_good.sql'), 'create table added (id integer)')
  writeFileSync(join(folder, '9999_bad.sql'), 'alter table contacts rename column name to title; select 1 / 0')
  await expect(migrate(connectionString, folder)).rejects.toThrow(
    /^migration 9999_bad failed, and nothing was changed: division by zero\. The release before still starts/,
  )
  const database = openDatabase(await migrate(connectionString, all), { poolSize: 2 })
  onTestFinished(() => database.close())
  const { rows } = await sql`select to_regclass('added') as added,
    exists (select from pg_attribute where attrelid = 'contacts'::regclass and attname = 'name') as has_name`.execute(
    database.system,
  )
  expect(rows).toEqual([{ added: null, has_name: true }])
})

test('a database of a newer release is refused in one sentence', async ({ onTestFinished }) => {
  const { connectionString } = await cloneTemplate()
  const folder = mkdtempSync(join(tmpdir(), 'kabar-migrations-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  cpSync(all, folder, { recursive: true })
  writeFileSync(join(folder, '9998_next.sql'), 'create table added (id integer)')
  await migrate(connectionString, folder)
  const refused = await migrate(connectionString, all).catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(UnfitDatabaseError)
  expect(String(refused)).toContain('this database was changed by a newer release (9998_next). Start that release')
})

test('concurrently starting servers all migrate successfully', async () => {
  const { connectionString } = await cloneTemplate()
  const roles = await Promise.all(Array.from({ length: 8 }, () => migrate(connectionString, all)))
  expect(roles.map(({ role }) => role)).toEqual(Array(8).fill('kabar_app'))
})

test('a server that shuts down while a connection is being closed does not end the process', async () => {
  const { connectionString } = await cloneTemplate()
  const socket = `${new URL(connectionString).searchParams.get('host')}/.s.PGSQL.5432`
  const uncaught: unknown[] = []
  const catchIt = (error: unknown) => uncaught.push(error)
  process.prependListener('uncaughtException', catchIt)
  const ended: Promise<unknown>[] = []
  const relay = createServer((client) => {
    const server = connect(socket)
    server.pipe(client)
    ended.push(new Promise((resolve) => client.once('close', resolve)))
    client.on('data', (data) => (isTerminate(data) ? client.end(shutdown) : server.write(data)))
    client.on('close', () => server.destroy())
  })
  afterAll(() => relay.close())
  await new Promise<void>((resolve) => relay.listen(0, '127.0.0.1', resolve))
  const { port } = relay.address() as { port: number }
  const url = new URL(connectionString)
  url.search = ''
  url.host = `127.0.0.1:${port}`
  await migrate(url.href, all)
  await Promise.all(ended)
  process.removeListener('uncaughtException', catchIt)
  expect(uncaught).toEqual([])
  expect(ended.length).toBeGreaterThan(0)
})

const isTerminate = (data: Buffer) => data.equals(Buffer.from([0x58, 0, 0, 0, 4]))
const fields = 'SFATAL\0VFATAL\0C57P01\0Mterminating connection due to administrator command\0\0'
const shutdown = Buffer.concat([Buffer.from('E'), int32(4 + fields.length), Buffer.from(fields)])

function int32(value: number) {
  const buffer = Buffer.alloc(4)
  buffer.writeInt32BE(value)
  return buffer
}

test('whoever saw amounts before the permission still does, and messages that may have amounts are marked', async () => {
  const url = await ownedDatabase()
  const before = openDatabase(await migrate(url, all, { until: '0032_notices' }), { poolSize: 2 })
  await sql`insert into organizations (organization_id, country, time_zone, base_currency)
    values (${ours}, 'ID', 'Asia/Jakarta', 'IDR')`.execute(before.system)
  await inTenant(before, { organization_id: ours }, async ({ db }) => {
    const hash = 'ab'.repeat(32)
    await sql`insert into roles (organization_id, name, permissions) values (${ours}, 'Clerk', '{edit}')`.execute(db)
    await sql`insert into users (organization_id, id, name, email, password_hash, role)
      values (${ours}, ${ours}, 'Ayu', 'ayu@example.com', '', 'member')`.execute(db)
    await sql`insert into api_tokens (organization_id, user_id, name, token_hash, permissions, created_at)
      values (${ours}, ${ours}, 'n8n', 'x', '{}', now())`.execute(db)
    await sql`insert into wa_sessions (organization_id, id, name, driver) values (${ours}, ${ours}, 'Phone', 'simulator')`.execute(
      db,
    )
    await sql`insert into broadcasts (organization_id, name, session_id, body) values
      (${ours}, 'a', ${ours}, '{{ investor.committed | money }}'), (${ours}, 'b', ${ours}, 'Halo')`.execute(db)
    await sql`insert into wa_answers (organization_id, session_id, text, address, address_key, driver, is_test) values
      (${ours}, ${ours}, 'a', '+62', '+62', 'simulator', true)`.execute(db)
    await sql`insert into media (organization_id, kind, type, name, size, sha256) values
      (${ours}, 'document', 'application/pdf', 'a', 1, ${hash}), (${ours}, 'image', 'image/png', 'b', 1, ${hash})`.execute(
      db,
    )
  })
  await before.close()
  const after = openDatabase(await migrate(url, all), { poolSize: 2 })
  afterAll(() => after.close())
  await inTenant(after, { organization_id: ours }, async ({ db }) => {
    const rowsOf = async (text: string) => (await sql.raw<object>(text).execute(db)).rows
    expect(await rowsOf('select permissions from roles')).toEqual([{ permissions: ['edit', 'see_amounts'] }])
    expect(await rowsOf('select permissions from api_tokens')).toEqual([{ permissions: ['see_amounts'] }])
    expect(await rowsOf('select text as of, shows_amounts from wa_answers')).toEqual([{ of: 'a', shows_amounts: true }])
    for (const [table, name] of [
      ['broadcasts', 'name'],
      ['media', 'name'],
    ])
      expect(await rowsOf(`select ${name} as of, shows_amounts from ${table} order by 1`)).toEqual([
        { of: 'a', shows_amounts: true },
        { of: 'b', shows_amounts: false },
      ])
  })
})
