// Delivery guarantees under kill -9: the process dies at random moments of a broadcast; the simulator's log on disk is the witness.
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import type { Broadcast } from '../../../contract/broadcasts.ts'
import { inTenant, openDatabase } from '../../platform/db/index.ts'
import { cloneTemplate } from '../../test/database.ts'
import { arrivals } from '../../test/engine.ts'
import { kabarProcess } from '../../test/process.ts'
import { until } from '../../test/until.ts'

const audience = 1_500
const kills = 6

const connection = await cloneTemplate()
const database = openDatabase(connection, { poolSize: 2 })
afterAll(() => database.close())
// The slowest phones would read it after eight seconds.
const kabar = await kabarProcess({ DATABASE_URL: connection.connectionString, TEST_TIMINGS: 'read=1' })

test('kill -9 during a broadcast: no message is lost or sent twice', async () => {
  await kabar.start()
  await kabar.register()
  await addContacts()
  const sessionId = await kabar.connect()
  const draft = {
    name: 'News',
    session_id: sessionId,
    body: 'Halo {{ contact.name }}',
    audience: { all_contacts: true },
  }
  const broadcasts: string[] = []
  const send = async () => {
    const { id } = await kabar.post<Broadcast>('/v1/broadcasts', draft)
    await kabar.post(`/v1/broadcasts/${id}/send`)
    broadcasts.push(id)
  }
  const show = () => kabar.get<Broadcast>(`/v1/broadcasts/${broadcasts.at(-1)}`)
  await send()

  const log = join(kabar.dataDir, 'simulator', `${sessionId}.log`)
  let inTheMiddle = 0
  let hasStopped = false
  for (let killed = 0; killed < kills || inTheMiddle < kills / 2 || !hasStopped; killed++) {
    // By progress in the witness's log rather than by time, so that slow machines are tested too.
    const place = size(log) + Math.random() * 30_000
    const isOver = async () => (await show()).status === 'completed'
    await until('growth of the log or the end', async () => size(log) >= place || (await isOver()), Boolean, {
      everyMs: 20,
    })
    if (killed >= kills - 2 && !hasStopped && !(await isOver())) {
      hasStopped = true
      // An orderly stop: all messages sent are settled, and none is unconfirmed.
      expect(await kabar.stop()).toBe(0)
      expect(await inFlight()).toBe(0)
    } else await kabar.kill()
    await kabar.start()
    // If the broadcast had ended before the kill, another one goes to the same people.
    if (await isOver()) await send()
    else inTheMiddle += 1
  }
  for (const id of broadcasts) {
    const show = () => kabar.get<Broadcast>(`/v1/broadcasts/${id}`)
    const ended = await until(
      'the end',
      show,
      ({ status, counts }) => status === 'completed' && counts.read === audience,
    )
    expect(ended.counts).toMatchObject({ pending: 0, sending: 0, accepted: 0, unknown: 0, failed: 0, read: audience })
  }

  const arrived = await arrivals(join(kabar.dataDir, 'simulator'), sessionId)
  expect(arrived.size).toBe(audience)
  expect([...arrived.values()].filter((messages) => messages.length !== broadcasts.length)).toEqual([])
})

/** Only of the ended term: rows of earlier terms do not count. */
async function inFlight() {
  return await inTenant(database, await organization(), async ({ db }) => {
    const { rows } = await sql<{ n: number }>`
      select count(*) as n from recipients r join wa_leases l on l.session_id = r.session_id and l.fence = r.fence
      where r.status in ('sending', 'unknown')`.execute(db)
    return rows[0]!.n
  })
}

async function organization() {
  const { rows } = await sql<{ organization_id: string }>`select organization_id from organizations`.execute(
    database.system,
  )
  return rows[0]!
}

async function addContacts() {
  await inTenant(database, await organization(), async ({ db, organization_id }) => {
    // Ending in 55: not one of the simulator's test numbers.
    await sql`insert into contacts (organization_id, name, phone, phone_key)
      select ${organization_id}, 'Contact ' || n, p.phone, p.phone from generate_series(1, ${audience}::int) n,
        lateral (select '+628125' || (100000 + n)::text || '55' as phone) p`.execute(db)
  })
}

function size(file: string) {
  try {
    return statSync(file).size
  } catch {
    return 0
  }
}
