// Migrating as an owner that is no superuser: forced row-level security binds it too, so data updates must step around it.
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { cloneTemplate, ownedDatabase } from '../test/database.ts'
import { inTenant, openDatabase } from './index.ts'
import { migrate } from './migrate.ts'

const all = join(import.meta.dirname, 'migrations')
const ours = '019a0000-0000-7000-8000-000000000001'

test('what migrations fill in reaches the rows of all organizations', async () => {
  const url = await ownedDatabase()
  await migrate(url, until('0005'))
  await run(
    url,
    `set app.scope = 'system'`,
    `insert into organizations (organization_id, name, country, time_zone, base_currency) values ('${ours}', 'Ours', 'ID', 'Asia/Jakarta', 'IDR')`,
    `set app.organization_id = '${ours}'`,
    `insert into users (organization_id, name, email, email_key, password_hash, created_at) values ('${ours}', 'Ana', 'a@b.co', 'a@b.co', '', '2020-01-02')`,
    `insert into contacts (organization_id, name, deleted_at) values ('${ours}', 'Budi', null), ('${ours}', 'Siti', null), ('${ours}', 'Gone', now())`,
  )
  await migrate(url, until('0035'))
  await run(
    url,
    `set app.organization_id = '${ours}'`,
    `insert into contacts (organization_id, name) values ('${ours}', 'Tini')`,
    `insert into wa_sessions (organization_id, name, driver, phone_number) values ('${ours}', 'Phone', 'simulator', '+62812')`,
    `insert into broadcasts (organization_id, name, session_id, status, started_at)
      select w.organization_id, w.name, w.id, s.status, case s.status when 'draft' then null else now() end
      from wa_sessions w, (values ('draft'), ('completed')) s (status)`,
    `insert into broadcast_contacts (organization_id, broadcast_id, contact_id, excluded)
      select b.organization_id, b.id, c.id, c.name = 'Siti' from broadcasts b, contacts c where b.status = 'draft'`,
    `insert into recipients (organization_id, broadcast_id, session_id, name, address, address_key, status, reason, due_at, wa_message_id, replied_at)
      select b.organization_id, b.id, b.session_id, '', '', n, r.status::recipient_status, r.reason, null, n, r.replied_at
      from broadcasts b, (values (1, 'failed', 'refused', null), (2, 'read', null, now()), (3, 'read', null, null)) r (n, status, reason, replied_at)
      where b.status = 'completed'`,
  )
  // What one migration sets for its transaction, those of the same start have too: not those of a later one.
  await migrate(url, until('0046'))
  const database = openDatabase(await migrate(url, all), { poolSize: 2 })
  afterAll(() => database.close())
  expect(database.connection.role).toBeUndefined()
  const found = await inTenant(database, { organization_id: ours }, async ({ db }) => ({
    joined: (await sql`select joined_at from users`.execute(db)).rows,
    contacts: (await sql`select live from record_counts where kind = 'contacts'`.execute(db)).rows,
    counted: (await sql`select kind, reason, n, replied from broadcast_counts order by kind`.execute(db)).rows.map(
      (row) => Object.values(row as object).join(' '),
    ),
    accounts: (await sql`select account from wa_sessions`.execute(db)).rows,
    broadcasts: (await sql`select status, driver from broadcasts order by status`.execute(db)).rows,
  }))
  expect(found).toEqual({
    joined: [{ joined_at: '2020-01-02T00:00:00.000Z' }],
    contacts: [{ live: 3 }],
    accounts: [{ account: '+62812' }],
    counted: ['excluded  1 0', 'failed refused 1 0', 'included  3 0', 'read  2 1'],
    broadcasts: [
      { status: 'completed', driver: 'simulator' },
      { status: 'draft', driver: null },
    ],
  })
})

test('servers that start at once all come up', async () => {
  const { connectionString } = await cloneTemplate()
  const roles = await Promise.all(Array.from({ length: 8 }, () => migrate(connectionString, all)))
  expect(roles.map(({ role }) => role)).toEqual(Array(8).fill('kabar_app'))
})

/** A folder with the migrations up to that one. */
function until(last: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'kabar-migrations-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  for (const file of readdirSync(all)) if (file.slice(0, 4) <= last) cpSync(join(all, file), join(folder, file))
  return folder
}

async function run(url: string, ...statements: string[]) {
  const client = new pg.Client(url)
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}
