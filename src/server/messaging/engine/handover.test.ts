// What a phone shows between two owners: it is not connected, and was until its last owner left it or its lease ended.
import { randomBytes, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { waSessions } from '../../../contract/wa-sessions.ts'
import { deriveKeys } from '../../keys.ts'
import { inTenant } from '../../platform/db/index.ts'
import { type Caller, testApp } from '../../test/app.ts'
import { quiet } from '../../test/engine.ts'
import { made } from '../../test/records.ts'
import { organizationOf } from '../../test/two-at-once.ts'
import { until } from '../../test/until.ts'
import { broadcastsForEngine } from '../broadcasts/engine-port.ts'
import type { Driver, DriverEvent } from '../drivers/driver.ts'
import { simulator } from '../drivers/index.ts'
import { ownSessions } from './sessions.ts'

const { signUp, database } = await testApp()

const none = () => Promise.reject(new Error('not in these tests'))
const idle = { close: async () => {}, send: none, listGroups: none, checkNumbers: none, logout: none }

/** A worker whose connections report what the test says. It takes the phones of the other tests too. */
function worker() {
  const told = new Map<string, (event: DriverEvent) => Promise<void>>()
  const driver: Driver = {
    abilities: simulator({ folder: '/nowhere' }).abilities,
    open: async ({ sessionId, on }) => {
      told.set(sessionId, on)
      return idle
    },
  }
  const sessions = ownSessions({
    ...{ broadcasts: broadcastsForEngine, database, keys: deriveKeys(randomBytes(32)), ownerId: randomUUID() },
    ...{ drivers: { linked_device: driver }, log: quiet, pollMs: 1_000 },
  })
  const open = async (id: string) => {
    await until('the connection', async () => {
      await sessions.tick()
      return told.has(id)
    })
    return told.get(id)!
  }
  return { open, tick: sessions.tick, stop: sessions.stop }
}

const inOrganization = <Row>(person: Caller, query: ReturnType<typeof sql<Row>>) =>
  inTenant(database, { organization_id: organizationOf(person) }, async ({ db }) => (await query.execute(db)).rows)

async function startedPhone() {
  const person = await signUp()
  const { id } = made(await person.call(waSessions.list)).data[0]!
  made(await person.call(waSessions.start, { params: { id } }))
  const shown = async () => made(await person.call(waSessions.get, { params: { id } }))
  return { person, id, shown }
}

test('after a takeover it is connecting, and was connected until the lease of its dead owner ended', async () => {
  const { person, id, shown } = await startedPhone()
  const ended = new Date('2026-11-29T03:00:00.000Z')
  await inOrganization(
    person,
    sql`update wa_sessions set status = 'working', last_connected_at = ${ended}::timestamptz - interval '9 days', connecting_since = null`,
  )
  await inOrganization(
    person,
    sql`insert into wa_leases (organization_id, session_id, owner_id, lease_until)
      values (${organizationOf(person)}, ${id}, ${randomUUID()}, ${ended})`,
  )
  const next = worker()
  await next.open(id)
  expect(await shown()).toMatchObject({ status: 'starting', last_connected_at: ended.toISOString() })
  const [since] = await inOrganization(
    person,
    sql<{
      is_recent: boolean
    }>`select connecting_since > clock_timestamp() - interval '1 minute' as is_recent from wa_sessions`,
  )
  expect(since).toEqual({ is_recent: true })
  await next.stop()
})

test('after an orderly stop it was connected until then', async () => {
  const { person, id, shown } = await startedPhone()
  const first = worker()
  const tell = await first.open(id)
  await tell({ type: 'connected', phoneNumber: '+6281255500011', pushName: 'Ayu' })
  expect(await shown()).toMatchObject({ status: 'working' })
  await inOrganization(person, sql`update wa_sessions set last_connected_at = now() - interval '9 days'`)
  await first.stop()
  const left = async () => {
    const [row] = await inOrganization(
      person,
      sql<{ status: string; is_now: boolean; was_connected: boolean }>`select status,
        connecting_since > now() - interval '1 minute' as is_now, last_connected_at > now() - interval '1 minute' as was_connected
        from wa_sessions`,
    )
    return row
  }
  expect(await left()).toEqual({ status: 'starting', is_now: true, was_connected: true })
  // The next owner does not know when the one before left, and keeps what that one reported.
  const next = worker()
  await next.open(id)
  expect(await left()).toEqual({ status: 'starting', is_now: true, was_connected: true })
  await next.stop()
})

test('while nobody owns it, it was connected until the lease of its dead owner ended; also once it is stopped', async () => {
  const { person, id, shown } = await startedPhone()
  const ended = new Date('2026-11-29T03:00:00.000Z')
  await inOrganization(
    person,
    sql`update wa_sessions set status = 'working', last_connected_at = ${ended}::timestamptz - interval '9 days'`,
  )
  await inOrganization(
    person,
    sql`insert into wa_leases (organization_id, session_id, owner_id, lease_until)
      values (${organizationOf(person)}, ${id}, ${randomUUID()}, ${ended})`,
  )
  expect(await shown()).toMatchObject({ status: 'starting', last_connected_at: ended.toISOString() })
  made(await person.call(waSessions.stop, { params: { id } }))
  const next = worker()
  await until('the stop', async () => {
    await next.tick()
    return (await shown()).status === 'stopped'
  })
  expect(await shown()).toMatchObject({ last_connected_at: ended.toISOString() })
  await next.stop()
})

test('workers that restart again and again are one attempt to connect, and a long absence begins another', async () => {
  const { person, id } = await startedPhone()
  const since = (minutes: number, lastReport: number) =>
    inOrganization(
      person,
      sql`update wa_sessions set status = 'starting', connecting_since = now() - make_interval(secs => ${minutes * 60}),
        updated_at = now() - make_interval(mins => ${lastReport})`,
    )
  const minutes = async () => {
    const [row] = await inOrganization(
      person,
      sql<{ n: number }>`select round(extract(epoch from now() - connecting_since) / 60)::int as n from wa_sessions`,
    )
    return row!.n
  }
  const taken = async () => {
    const next = worker()
    await next.open(id)
    const counted = await minutes()
    await next.stop()
    return counted
  }
  // Nearly a minute from being rounded to 31.
  await since(29.6, 1)
  expect(await taken()).toBe(30)
  expect(await taken()).toBe(30)
  await since(30, 20)
  expect(await taken()).toBe(0)
})
