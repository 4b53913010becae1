// Migration at start: by an owner who is not a superuser, and by concurrently starting servers.
import { connect, createServer } from 'node:net'
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
