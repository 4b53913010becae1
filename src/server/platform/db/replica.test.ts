// Reads on a streaming replica: each sees all that was committed before it, whatever the replica does.
import { tmpdir } from 'node:os'
import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { contacts } from '../../../contract/contacts.ts'
import { examine } from '../../cli/doctor.ts'
import { readSettings } from '../../config.ts'
import { testApp } from '../../test/app.ts'
import { made } from '../../test/records.ts'
import { replicatedDatabase } from '../../test/replica.ts'
import { organizationOf } from '../../test/two-at-once.ts'
import { until } from '../../test/until.ts'
import { cached } from './cache.ts'
import { type Database, inCurrentTenant, inReadOnlyTenant, inTenant, openDatabase, type Tenant } from './index.ts'
import { openReplica, replicaUse } from './replica.ts'

const { primaryUrl, replicaUrl, pauseReplay, resumeReplay, caughtUp, killReplica } = await replicatedDatabase()
const opened: Database[] = []
const lines: string[] = []
const open = (urls: { primary?: string; replica: string; role?: string | undefined }) => {
  const connection = {
    connectionString: urls.primary ?? primaryUrl,
    role: 'kabar_app',
    replicaUrl: urls.replica,
    ...urls,
  }
  const database = openDatabase(connection, { poolSize: 8, maxWaitMs: 60_000, log: (line) => lines.push(line) })
  opened.push(database)
  return database
}
const database = open({ replica: replicaUrl })
afterAll(() => Promise.all(opened.map((each) => each.close())))
const { signUp } = await testApp({}, database)

beforeEach(() => {
  Object.assign(replicaUse, { replica: 0, behind: 0, failed: 0 })
})
/** As long as a busy machine needs. */
const patience = Array<number>(600).fill(100)
/** Like `database`, but waits longer for its replica, and asks it again immediately after a failure. */
const restless = (pausesMs: readonly number[] = patience): Database => {
  let now = 0
  const { onConnection } = open({ primary: replicaUrl, replica: replicaUrl })
  const replica = openReplica({
    ...{ primary: database.tenants, onConnection },
    ...{ log: (line: string) => lines.push(line), now: () => (now += 60_000), pausesMs },
  })
  return { ...database, replica }
}
const add = ({ db, organization_id }: Tenant) =>
  db.insertInto('contacts').values({ organization_id, name: 'Ayu' }).execute()
const counted = sql<{ count: number; run: number }>`select count(*) as count, random() as run from contacts`
const count = async (tenant: Tenant) => (await cached(tenant, counted))[0]!

test('whoever has saved a record sees it in the next list, from the replica or not', async () => {
  const ayu = await signUp()
  for (let number = 1; number <= 60; number++) {
    made(await ayu.call(contacts.create, { body: { name: `Contact ${number}` } }))
    const { data, pagination } = made(await ayu.call(contacts.list, { query: { sort: '-created_at', per_page: 1 } }))
    expect([data[0]!.name, pagination.total]).toEqual([`Contact ${number}`, number])
  }
  await caughtUp()
  await inCurrentTenant(restless(), { organization_id: organizationOf(ayu) }, async ({ db }) => {
    const { rows } = await sql`select pg_is_in_recovery() as is_replica, current_user as role`.execute(db)
    expect(rows).toEqual([{ is_replica: true, role: 'kabar_app' }])
  })
  expect(replicaUse.replica).toBeGreaterThan(0)
})

test('while the replica lags, the primary answers; then the replica again', async () => {
  const ayu = await signUp()
  const scope = { organization_id: organizationOf(ayu) }
  const isReplica = sql<{ yes: boolean }>`select pg_is_in_recovery() as yes`
  const ask = (pausesMs?: number[]) =>
    inCurrentTenant(restless(pausesMs), scope, async (tenant) => [
      (await count(tenant)).count,
      (await isReplica.execute(tenant.db)).rows[0]!.yes,
    ])
  await pauseReplay()
  await inTenant(database, scope, add)
  expect(await ask([1, 2])).toEqual([1, false])
  expect(replicaUse).toEqual({ replica: 0, behind: 1, failed: 0 })
  await resumeReplay()
  await caughtUp()
  expect(await ask()).toEqual([1, true])
})

test('a change that was in progress when the replica counted is counted once it is committed', async () => {
  const ayu = await signUp()
  const scope = { organization_id: organizationOf(ayu) }
  const asked = restless()
  let commit = () => {}
  let isWritten = () => {}
  const written = new Promise<void>((resolve) => (isWritten = resolve))
  const slow = inTenant(database, scope, async (tenant) => {
    await add(tenant)
    isWritten()
    await new Promise<void>((resolve) => (commit = resolve))
  })
  await written
  // Its log reaches the replica with the next commit.
  await signUp()
  await caughtUp()
  const first = await inCurrentTenant(asked, scope, count)
  expect(first.count).toBe(0)
  expect(await inCurrentTenant(asked, scope, count)).toEqual(first)
  commit()
  await slow
  await caughtUp()
  expect((await inCurrentTenant(asked, scope, count)).count).toBe(1)
  expect(replicaUse.replica).toBe(3)
})

test('a count that contains more than the snapshot of the primary is not kept', async () => {
  const ayu = await signUp()
  const scope = { organization_id: organizationOf(ayu) }
  const asked = restless()
  const newer = await inReadOnlyTenant(database, scope, async (older) => {
    await sql`select 1`.execute(older.db)
    const newer = await inCurrentTenant(asked, scope, async (tenant) => {
      await inTenant(database, scope, add)
      await caughtUp()
      return await count(tenant)
    })
    expect((await count(older)).count).toBe(0)
    return newer
  })
  expect(newer.count).toBe(1)
  const next = await inCurrentTenant(asked, scope, count)
  expect(next.count).toBe(1)
  expect(next.run).not.toBe(newer.run)
  // Reads on the primary use the same cached count.
  expect(await inTenant(database, scope, count)).toEqual(next)
  expect(replicaUse.replica).toBe(2)
})

test('a server that is no replica, or whose login may see everything, is not asked', async () => {
  const ayu = await signUp()
  const scope = { organization_id: organizationOf(ayu) }
  const ask = async (asked: Database) => {
    expect((await inCurrentTenant(asked, scope, count)).count).toBe(0)
    expect(replicaUse.replica).toBe(0)
    return await asked.replica!.fault()
  }
  expect(await ask(open({ replica: primaryUrl }))).toBe('it is not a replica')
  expect(await ask(open({ replica: replicaUrl, role: undefined }))).toMatch(/may bypass row-level security/)
  expect(await ask(open({ replica: 'postgres://kabar@127.0.0.1:1/nothing' }))).toMatch(/ECONNREFUSED/)
  const fault = () => database.replica!.fault()
  await until('a replica without a fault', fault, (now) => now === undefined)
})

test('during a failover, when the primary is a replica itself, reads go on', async () => {
  const ayu = await signUp()
  await caughtUp()
  const scope = { organization_id: organizationOf(ayu) }
  const failing = open({ primary: replicaUrl, replica: primaryUrl })
  expect((await inCurrentTenant(failing, scope, ({ db }) => sql`select 1`.execute(db))).rows).toHaveLength(1)
  expect(replicaUse).toEqual({ replica: 0, behind: 0, failed: 0 })
  expect(await failing.replica!.fault()).toBe('DATABASE_URL leads to a replica')
})

test('the doctor says whether it can be used', async () => {
  const administrator = openDatabase({ connectionString: primaryUrl, role: undefined }, { poolSize: 2 })
  opened.push(administrator)
  const look = async (replica: string) => {
    const settings = readSettings({ DATA_DIR: tmpdir(), DATABASE_URL: primaryUrl, DATABASE_REPLICA_URL: replica })
    const findings = await examine({ settings, secret: undefined, database: administrator, now: new Date() })
    return findings.find(({ check }) => check === 'replica')
  }
  await until(
    'a replica that can be used',
    () => look(replicaUrl),
    (found) => found?.status === 'ok',
  )
  expect(await look(primaryUrl)).toMatchObject({ status: 'warning', text: 'it is not a replica' })
})

test('an error of the work is the error, and the replica is asked again', async () => {
  const ayu = await signUp()
  const scope = { organization_id: organizationOf(ayu) }
  const asked = restless()
  const refused = inCurrentTenant(asked, scope, ({ db }) => sql`select 1 / 0`.execute(db))
  await expect(refused).rejects.toMatchObject({ code: '22012' })
  await expect(inCurrentTenant(asked, scope, (tenant) => add(tenant))).rejects.toMatchObject({ code: '25006' })
  expect(replicaUse.failed).toBe(0)
})

test('a replica that crashes in the middle of a read costs nobody an answer', async () => {
  const ayu = await signUp()
  const scope = { organization_id: organizationOf(ayu) }
  let runs = 0
  const answer = await inCurrentTenant(restless(), scope, async (tenant) => {
    if (runs++ === 0) {
      await count(tenant)
      await killReplica()
    }
    return await count(tenant)
  })
  expect([answer.count, runs]).toEqual([0, 2])
  expect(made(await ayu.call(contacts.list)).pagination.total).toBe(0)
  expect(lines.at(-1)).toMatch(/reading from the primary instead of DATABASE_REPLICA_URL: /)
})
