// One owner per session: leases, fencing tokens, and credentials that only the owner may write.
import { randomBytes, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { inTenant } from '../../platform/db/index.ts'
import { testDatabase } from '../../test/database.ts'
import { holdOpen, waitUntilBlocked } from '../../test/two-at-once.ts'
import { openVault, UnreadableCredentials } from './credentials/vault.ts'
import * as leases from './leases/queries.ts'

const database = await testDatabase()
const [ada, bob] = [randomUUID(), randomUUID()]

async function newSession() {
  const { organization_id } = await database.system
    .insertInto('organizations')
    .values({ country: 'ID', time_zone: 'Asia/Jakarta', base_currency: 'IDR' })
    .returning('organization_id')
    .executeTakeFirstOrThrow()
  const session = await inTenant(database, { organization_id }, ({ db }) =>
    db
      .insertInto('wa_sessions')
      .values({ organization_id, name: 'WhatsApp', driver: 'simulator' })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  const scope = { organization_id }
  const acquire = (owner: string, seconds = 30) =>
    inTenant(database, scope, (tenant) => leases.acquireLease(tenant, session.id, owner, seconds))
  const term = (fence: number) => ({ organization_id, session_id: session.id, fence })
  const holds = async (fence: number) =>
    Boolean(await inTenant(database, scope, (tenant) => leases.lockLease(tenant, term(fence))))
  const expire = () =>
    inTenant(database, scope, ({ db }) =>
      sql`update wa_leases set lease_until = clock_timestamp() - interval '10 seconds'`.execute(db),
    )
  return { acquire, holds, expire, term, scope }
}

describe('a lease', () => {
  test('belongs to one owner until it expires, then the fence grows', async () => {
    const { acquire, holds, expire } = await newSession()
    expect(await acquire(ada)).toBe(1)
    expect(await acquire(bob)).toBeUndefined()
    expect(await holds(1)).toBe(true)
    await expire()
    expect(await holds(1)).toBe(false)
    expect(await acquire(bob)).toBe(2)
    expect([await holds(1), await holds(2)]).toEqual([false, true])
  })

  test('is acquired immediately by the same owner after a restart, as a new term', async () => {
    const { acquire, holds } = await newSession()
    expect([await acquire(ada), await acquire(ada)]).toEqual([1, 2])
    expect(await holds(1)).toBe(false)
  })

  test('is locked with the rules as they are after a concurrent change', async () => {
    const { acquire, term, scope } = await newSession()
    await acquire(ada)
    const saved = await holdOpen(database, scope.organization_id, async (tenant) => {
      await leases.clearWaits(tenant, term(1).session_id)
      await sql`update wa_sessions set pacing_mode = 'known_contacts'`.execute(tenant.db)
    })
    const rules = inTenant(database, scope, (tenant) => leases.lockLease(tenant, term(1)))
    await waitUntilBlocked(database)
    await saved()
    expect(await rules).toMatchObject({ pacing_mode: 'known_contacts' })
  })

  test('is acquired by exactly one of twenty processes', async () => {
    const { acquire } = await newSession()
    const fences = await Promise.all(Array.from({ length: 20 }, () => acquire(randomUUID())))
    expect(fences.filter((fence) => fence !== undefined)).toEqual([1])
  })

  test('is renewed only for the current term', async () => {
    const { acquire, expire, term } = await newSession()
    await acquire(ada)
    const renewed = async (owner: string) => [...(await leases.renewLeases(database, owner, [term(1)], 30)).values()]
    expect(await renewed(ada)).toEqual(['renewed'])
    expect(await renewed(bob)).toEqual([])
    await expire()
    expect(await renewed(ada)).toEqual([])
  })

  test('is renewed while another one is locked, which is not lost and is renewed later', async () => {
    const [slow, other] = [await newSession(), await newSession()]
    await slow.acquire(ada, 300)
    await other.acquire(ada, 300)
    const terms = [slow.term(1), other.term(1)]
    const commit = await holdOpen(database, slow.scope.organization_id, ({ db }) =>
      sql`select from wa_leases for share`.execute(db),
    )
    onTestFinished(commit)
    const results = async () => {
      const renewals = await leases.renewLeases(database, ada, terms, 30)
      return terms.map(({ session_id }) => renewals.get(session_id))
    }
    expect(await results()).toEqual(['locked', 'renewed'])
    expect([...(await leases.renewLocked(database, ada, [slow.term(1)], 30)).values()]).toEqual(['locked'])
    await commit()
    expect([...(await leases.renewLocked(database, ada, [slow.term(1)], 30)).values()]).toEqual(['renewed'])
    expect(await results()).toEqual(['renewed', 'renewed'])
  })

  test('cannot be taken over while a claim locks it', async () => {
    const { acquire, expire, term, scope } = await newSession()
    await acquire(ada)
    const order: string[] = []
    let begun = () => {}
    const claiming = new Promise<void>((resolve) => {
      begun = resolve
    })
    const claim = inTenant(database, scope, async (tenant) => {
      await leases.lockLease(tenant, term(1))
      begun()
      await sql`select pg_sleep(0.3)`.execute(tenant.db)
      order.push('claim')
    })
    await claiming
    // The lease cannot be expired while the claim locks its row: both wait for it.
    await expire()
    await acquire(bob)
    order.push('take-over')
    await claim
    expect(order).toEqual(['claim', 'take-over'])
  })
})

describe('the vault', () => {
  test('returns what was written, encrypted in the database', async () => {
    const { acquire, term, scope } = await newSession()
    await acquire(ada)
    const vault = openVault(database, randomBytes(32), term(1))
    await vault.write(new Map([['creds', Buffer.from('a secret of the phone')]]))
    expect(Buffer.from((await vault.read(['creds', 'none'])).get('creds')!).toString()).toBe('a secret of the phone')
    const { rows } = await inTenant(database, scope, ({ db }) =>
      sql<{ value: Buffer }>`select value from wa_credentials`.execute(db),
    )
    expect(rows[0]!.value.includes('secret')).toBe(false)
    await vault.write(new Map([['creds', null]]))
    expect((await vault.read(['creds'])).size).toBe(0)
  })

  test('refuses a former owner, another key, and a value moved to another place', async () => {
    const { acquire, expire, term, scope } = await newSession()
    const key = randomBytes(32)
    await acquire(ada)
    const former = openVault(database, key, term(1))
    await former.write(new Map([['a', Buffer.from('1')]]))
    await expire()
    await acquire(bob)
    await expect(former.write(new Map([['a', Buffer.from('2')]]))).rejects.toThrow('another owner')
    await expect(openVault(database, randomBytes(32), term(2)).read(['a'])).rejects.toThrow(UnreadableCredentials)
    await inTenant(database, scope, ({ db }) => sql`update wa_credentials set key = 'b'`.execute(db))
    await expect(openVault(database, key, term(2)).read(['b'])).rejects.toThrow(UnreadableCredentials)
  })
})

describe('two concurrent limits of WhatsApp', () => {
  const now = new Date('2026-11-24T10:00:00Z')
  const inMinutes = (minutes: number) => new Date(now.getTime() + minutes * 60_000)
  const [rest, newChats] = [
    { code: 'rate_overlimit', until: inMinutes(5), new_chats_only: false, now },
    { code: 'reachout_locked', until: inMinutes(600), new_chats_only: true, now },
  ]
  test.each([
    ['the shorter comes second', [newChats, rest]],
    ['the longer comes second', [rest, newChats]],
  ])('%s: the longer is stored, and nothing is sent before the shorter ends', async (_, told) => {
    const { acquire, term, scope } = await newSession()
    const fence = (await acquire(ada))!
    const rules = await inTenant(database, scope, async (tenant) => {
      for (const hold of told) await leases.setHold(tenant, term(fence), hold)
      return await leases.lockLease(tenant, term(fence))
    })
    expect(rules).toMatchObject({
      hold_until: newChats.until.toISOString(),
      hold_new_chats_only: true,
      next_send_at: rest.until.toISOString(),
    })
  })

  test('an update of one of them counts, even if it ends sooner', async () => {
    const { acquire, term, scope } = await newSession()
    const fence = (await acquire(ada))!
    const rules = await inTenant(database, scope, async (tenant) => {
      await leases.setHold(tenant, term(fence), newChats)
      await leases.setHold(tenant, term(fence), { ...newChats, until: inMinutes(60) })
      return await leases.lockLease(tenant, term(fence))
    })
    expect(rules).toMatchObject({ hold_until: inMinutes(60).toISOString(), next_send_at: '-infinity' })
  })
})
