// kill -9 while messages are written for an approval, and while they are sent: each arrives once, as approved.
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import type { Broadcast } from '../../../contract/broadcasts.ts'
import type { Organization } from '../../../contract/organization.ts'
import { inTenant, openDatabase } from '../../platform/db/index.ts'
import { cloneTemplate } from '../../test/database.ts'
import { arrivals } from '../../test/engine.ts'
import { kabarProcess } from '../../test/process.ts'
import { until } from '../../test/until.ts'

const audience = 2_000

const connection = await cloneTemplate()
const database = openDatabase(connection, { poolSize: 2 })
afterAll(() => database.close())
const kabar = await kabarProcess({ DATABASE_URL: connection.connectionString })

test('no message of an approved broadcast is lost, sent twice, or sent unapproved', async () => {
  await kabar.start()
  await kabar.register()
  const scope = await organization()
  await inTenant(database, scope, ({ db, organization_id }) =>
    // Numbers end in 55, so that none is a test number of the simulator.
    sql`insert into contacts (organization_id, name, phone, phone_key)
      select ${organization_id}, 'Contact ' || n, p.phone, p.phone from generate_series(1, ${audience}::int) n,
        lateral (select '+628125' || (100000 + n)::text || '55' as phone) p`.execute(db),
  )
  const { version } = await kabar.get<Organization>('/v1/organization')
  await kabar.patch('/v1/organization', { version, approval_always: true })
  const sessionId = await kabar.connect()
  const body = 'Halo {{ contact.name }}'
  const draft = { name: 'News', session_id: sessionId, body, audience: { all_contacts: true } }
  const { id } = await kabar.post<Broadcast>('/v1/broadcasts', draft)
  const show = () => kabar.get<Broadcast>(`/v1/broadcasts/${id}`)
  await kabar.post(`/v1/broadcasts/${id}/request-approval`)

  const written = () =>
    inTenant(database, scope, async ({ db }) => {
      const { rows } = await sql<{ n: number }>`
        select count(*) as n from recipients where broadcast_id = ${id} and approved_text is not null`.execute(db)
      return rows[0]!.n
    })
  // Kills after the first batch, and once more halfway.
  for (const least of [1, audience / 2]) {
    await until('written messages', written, (n) => n >= least, { everyMs: 5 })
    await kabar.kill()
    await kabar.start()
  }
  const ready = await until('the request', show, ({ status }) => status === 'awaiting_approval')
  expect([ready.counts.pending, await written()]).toEqual([audience, audience])

  // Without authors, the only member may approve the broadcast.
  await inTenant(database, scope, ({ db }) => sql`update broadcasts set authors = '{}' where id = ${id}`.execute(db))
  await kabar.post(`/v1/broadcasts/${id}/approve`, { version: ready.version })
  await until(
    'the first messages',
    async () => (await arrivals(join(kabar.dataDir, 'simulator'), sessionId)).size,
    (n) => n > 0,
    { everyMs: 20 },
  )
  await kabar.kill()
  await kabar.start()
  const ended = await until('the end', show, ({ status }) => status === 'completed')
  expect(ended.counts).toMatchObject({ pending: 0, sending: 0, accepted: 0, unknown: 0, failed: 0, skipped: 0 })
  const arrived = await arrivals(join(kabar.dataDir, 'simulator'), sessionId)
  expect(arrived.size).toBe(audience)
  expect([...arrived.values()].filter((messages) => messages.length > 1)).toEqual([])
})

async function organization() {
  const { rows } = await sql<{ organization_id: string }>`select organization_id from organizations`.execute(
    database.system,
  )
  return rows[0]!
}
