// Migration at start: by an owner who is not a superuser, and by concurrently starting servers.
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { cloneTemplate, ownedDatabase } from '../../test/database.ts'
import { inTenant, openDatabase } from './index.ts'
import { migrate } from './migrate.ts'

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

test('concurrently starting servers all migrate successfully', async () => {
  const { connectionString } = await cloneTemplate()
  const roles = await Promise.all(Array.from({ length: 8 }, () => migrate(connectionString, all)))
  expect(roles.map(({ role }) => role)).toEqual(Array(8).fill('kabar_app'))
})
