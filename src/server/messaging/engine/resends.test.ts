// Unconfirmed messages are resent under their id; an interruption does not use up the resend.
import { type RawBuilder, sql } from 'kysely'
import { expect, test } from 'vitest'
import { inTenant, type Tenant } from '../../platform/db/index.ts'
import { testDatabase } from '../../test/database.ts'
import * as claims from './claims/queries.ts'
import * as queries from './queries.ts'

const database = await testDatabase()

/** Two unconfirmed messages, each sent once. */
async function doubts() {
  const { organization_id } = await database.system
    .insertInto('organizations')
    .values({ country: 'ID', time_zone: 'Asia/Jakarta', base_currency: 'IDR' })
    .returning('organization_id')
    .executeTakeFirstOrThrow()
  const inScope = <T>(work: (tenant: Tenant) => Promise<T>) => inTenant(database, { organization_id }, work)
  const session_id = await inScope(async ({ db }) => {
    const values = { organization_id, name: 'WhatsApp', driver: 'simulator' }
    const session = await db.insertInto('wa_sessions').values(values).returning('id').executeTakeFirstOrThrow()
    const news = { organization_id, session_id: session.id, name: 'News', body: 'Halo', status: 'sending' }
    const broadcast = await db.insertInto('broadcasts').values(news).returning('id').executeTakeFirstOrThrow()
    await sql`
      insert into recipients (organization_id, broadcast_id, session_id, name, address, address_key, status, due_at, decide_at,
        wa_message_id, text, fence, attempts)
      select ${organization_id}, ${broadcast.id}, ${session.id}, n, n, n, 'unknown', null, now(), n, 'Halo', 1, 1
      from unnest(array['A', 'B']) n`.execute(db)
    return session.id
  })
  const change = (how: RawBuilder<unknown>) => inScope(({ db }) => how.execute(db))
  const term = (fence: number) => ({ organization_id, session_id, fence })
  return {
    change,
    /** A new connection: all messages in flight become unconfirmed, and the time for evidence is over. */
    connect: (fence: number) => inScope((tenant) => queries.markInFlightUnknown(tenant, term(fence), 0)),
    repeat: (fence: number) =>
      inScope(async (tenant) => {
        const claimed = await claims.claimResends(tenant, term(fence), 1)
        const ids = claimed.map(({ id }) => id)
        await queries.markResent(tenant, term(fence), ids, 0)
        return claimed.map(({ address }) => address).join('')
      }),
    loseLine: (ids: string[]) =>
      inScope(async (tenant) => {
        const outcome = { status: 'unknown', reason: 'line_lost', retryable: null, inMs: 0 } as const
        const outcomes = ids.map((wa_message_id) => ({ wa_message_id, ...outcome }))
        await queries.applyOutcomes(tenant, await claims.lockMessages(tenant, session_id, ids), outcomes)
      }),
    decide: () =>
      inScope(async (tenant) => {
        await queries.failUnknown(tenant, session_id, true)
        const { rows } = await sql<{ said: string }>`
          select status || ' ' || coalesce(reason, '') || ' ' || attempts as said from recipients order by name`.execute(
          tenant.db,
        )
        return rows.map(({ said }) => said)
      }),
  }
}

test('once: without evidence after that, a person decides', async () => {
  const { connect, repeat, decide } = await doubts()
  await connect(2)
  expect([await repeat(2), await repeat(2), await repeat(2)].sort()).toEqual(['', 'A', 'B'])
  expect(await decide()).toEqual(['failed unconfirmed 2', 'failed unconfirmed 2'])
})

test('an interrupted resend is repeated, alternating with others, up to six attempts', async () => {
  const { connect, repeat, decide } = await doubts()
  const made: string[] = []
  for (let fence = 2; fence < 14; fence += 1) {
    await connect(fence)
    made.push(await repeat(fence))
  }
  expect(made.slice(0, 10).filter((name) => name === 'A')).toHaveLength(5)
  for (let turn = 0; turn < 10; turn += 2) expect(made.slice(turn, turn + 2).sort()).toEqual(['A', 'B'])
  expect(made.slice(10)).toEqual(['', ''])
  expect(await decide()).toEqual(['failed unconfirmed 6', 'failed unconfirmed 6'])
})

test('a lost connection does not use it up, even if reported after the next one is open', async () => {
  const { connect, repeat, loseLine, decide } = await doubts()
  await connect(2)
  expect([await repeat(2), await repeat(2)].sort()).toEqual(['A', 'B'])
  await loseLine(['A'])
  expect([await repeat(2), await repeat(2)]).toEqual(['A', ''])
  expect(await decide()).toEqual(['failed unconfirmed 3', 'failed unconfirmed 2'])
})

test.each<[string, RawBuilder<unknown>]>([
  ['the broadcast has expired', sql`update broadcasts set expires_at = now()`],
  [
    'the contact has opted out',
    sql`insert into opt_outs (organization_id, phone_key) select organization_id, 'A' from broadcasts`,
  ],
  [
    'an investor they represent must not be contacted any more',
    sql`with one as (insert into contacts (organization_id, name) select organization_id, 'A' from broadcasts returning organization_id, id),
      type as (insert into investor_types (organization_id, name, kind, color, position)
        select organization_id, 'A', 'individual', 'blue', 1 from one returning id),
      investor as (insert into investors (organization_id, code, kind, name, investor_type_id, do_not_contact)
        select one.organization_id, 'A', 'individual', 'A', type.id, true from one, type returning id),
      speaks as (insert into investor_contacts (organization_id, investor_id, contact_id, role)
        select one.organization_id, investor.id, one.id, 'other' from one, investor)
      update recipients set contact_id = one.id from one where name = 'A'`,
  ],
  [
    'the contact has opted out and changed the number',
    sql`with one as (insert into contacts (organization_id, name, phone, phone_key, consent)
        select organization_id, 'A', '+6281234560199', '+6281234560199', 'opted_out' from broadcasts returning id)
      update recipients set contact_id = one.id from one where name = 'A'`,
  ],
  [
    'they were deleted',
    sql`with one as (insert into contacts (organization_id, name, deleted_at) select organization_id, 'A', now() from broadcasts returning id)
      update recipients set contact_id = one.id from one where name = 'A'`,
  ],
  [
    'the group was taken off the list',
    sql`with one as (insert into wa_groups (organization_id, session_id, wa_id, name, participants_count, can_post, imported_at, deleted_at)
        select organization_id, session_id, 'A@g.us', 'A', 5, true, now(), now() from broadcasts returning id)
      update recipients set wa_group_id = one.id, participants = 4, delivered_count = 0, read_count = 0 from one where name = 'A'`,
  ],
])('no resend if %s', async (_, how) => {
  const { connect, change, repeat, decide } = await doubts()
  await connect(2)
  await change(how)
  const made = [await repeat(2), await repeat(2)]
  expect(made).not.toContain('A')
  expect((await decide())[0]).toBe('failed unconfirmed 1')
})
