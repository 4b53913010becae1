// Query cancellation: ends the one transaction at any point, and never a later user of its connection.
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { cloneTemplate, ownedDatabase } from '../../test/database.ts'
import { until } from '../../test/until.ts'
import { inTenant, openDatabase, type Tenant } from './index.ts'

const scope = { organization_id: randomUUID() }
const isCancelled = { code: '57014' }
const failureOf = (work: Promise<unknown>) => work.then(() => undefined).catch((error: unknown) => error)
/** Longer than any test waits. */
const sleep = ({ db }: Tenant) => sql`select pg_sleep(600)`.execute(db)

describe.each([
  ['with an unprivileged role', cloneTemplate],
  ['without superuser rights', async () => ({ connectionString: await ownedDatabase(), role: undefined })],
])('a login %s', (_, connectionOf) => {
  test('an aborted transaction ends without further queries, and its connection can be reused', async () => {
    const connection = await connectionOf()
    const one = openDatabase(connection, { poolSize: 1 })
    try {
      const stopping = new AbortController()
      const ending = { ...one, signal: stopping.signal }
      const done = await inTenant(ending, scope, async () => 'done')
      expect(done).toBe('done')

      let asked = 0
      const waiting = inTenant(ending, scope, async (tenant) => {
        await sql`create temporary table kept (n int)`.execute(tenant.db)
        asked += 1
        await sleep(tenant)
        asked += 1
      })
      const failure = failureOf(waiting)
      await until('the query', () => asked === 1)
      stopping.abort()
      expect(await failure).toBe(stopping.signal.reason)
      expect(await failureOf(inTenant(ending, scope, sleep))).toBe(stopping.signal.reason)
      expect(asked).toBe(1)
      const { rows } = await sql`select to_regclass('pg_temp.kept') as kept`.execute(one.tenants)
      expect(rows).toEqual([{ kept: null }])
    } finally {
      await one.close()
    }
  })

  test('slow queries are cancelled on demand and on closing, but not those of another process', async () => {
    const connection = await connectionOf()
    const leaving = openDatabase(connection, { poolSize: 2, maxQueryMs: 500 })
    const other = openDatabase(connection)
    const others = inTenant(other, scope, ({ db }) => sql`select pg_sleep(1)`.execute(db))
    try {
      let isOpen = false
      const closing = new AbortController()
      // Opened before queries are cancelled: on a busy machine any query may be a slow one.
      const last = failureOf(
        inTenant(leaving, scope, async (tenant) => {
          await sql`set local idle_in_transaction_session_timeout = 0`.execute(tenant.db)
          const closed = once(closing.signal, 'abort')
          isOpen = true
          await closed
          await sleep(tenant)
        }),
      )
      await until('the open transaction', () => isOpen)
      const failure = failureOf(inTenant(leaving, scope, sleep))
      leaving.cancelSlowQueries()
      expect(await failure).toMatchObject(isCancelled)
      const quick = () => failureOf(inTenant(leaving, scope, ({ db }) => sql`select 'done'`.execute(db)))
      await until('a quick query', quick, (reason) => reason === undefined)
      closing.abort()
      await leaving.close()
      expect(await last).toMatchObject(isCancelled)
      await others
    } finally {
      await other.close()
    }
  })
})

test('a transaction aborted between two statements is cancelled at the next one', async () => {
  const one = openDatabase(await cloneTemplate(), { poolSize: 1 })
  try {
    const stopping = new AbortController()
    const began = performance.now()
    const failure = await failureOf(
      inTenant({ ...one, signal: stopping.signal }, scope, async (tenant) => {
        stopping.abort()
        // Time that the transaction spends between its queries.
        await until('the first attempt to cancel', () => performance.now() - began > 200)
        await sleep(tenant)
      }),
    )
    expect(failure).toBe(stopping.signal.reason)
    // Long before the statement would end.
    expect(performance.now() - began).toBeLessThan(300_000)
  } finally {
    await one.close()
  }
})

test('a transaction whose work is done when it is aborted still commits', async () => {
  const one = openDatabase(await cloneTemplate(), { poolSize: 1 })
  try {
    const stopping = new AbortController()
    await inTenant({ ...one, signal: stopping.signal }, scope, async ({ db }) => {
      await sql`create temporary table kept (n int)`.execute(db)
      stopping.abort()
    })
    const { rows } = await sql`select to_regclass('pg_temp.kept') is not null as kept`.execute(one.tenants)
    expect(rows).toEqual([{ kept: true }])
  } finally {
    await one.close()
  }
})
