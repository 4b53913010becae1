// Messages in a session that never connects again still get a correct final status.
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { broadcasts } from '../../../contract/broadcasts.ts'
import { replies } from '../../../contract/replies.ts'
import { waSessions } from '../../../contract/wa-sessions.ts'
import { inTenant, type Tenant } from '../../platform/db/index.ts'
import type { Caller } from '../../test/app.ts'
import {
  addContacts,
  connectPhone,
  draft,
  ordinary,
  patient,
  quiet,
  sent,
  show,
  stopPhone,
  testEngine,
} from '../../test/engine.ts'
import { made } from '../../test/records.ts'
import { failOnLockWait, holdOpen, organizationOf } from '../../test/two-at-once.ts'
import { until } from '../../test/until.ts'
import * as claims from './claims/queries.ts'
import * as queries from './queries.ts'
import { openReceiptWriter } from './receipt-writer.ts'
import { settleSilent } from './scheduler.ts'

const { config, database, signUp, start } = await testEngine()

/** Numbers of the simulator that are never acknowledged: two messages are in flight, and the session is stopped. */
async function leftInFlight() {
  const ayu = await signUp()
  const engine = start(config.secret, { around: patient })
  const session_id = await connectPhone(ayu)
  await addContacts(ayu, ['+6281200010009', '+6281200020009'])
  const { id } = await draft(ayu, session_id, { all_contacts: true })
  const params = { id }
  await ayu.call(broadcasts.send, { params })
  await until(
    'two messages in flight',
    () => recipients(ayu, id),
    (rows) => rows.length === 2 && rows.every(({ status }) => status === 'accepted'),
  )
  await stopPhone(ayu, session_id)
  await engine.stop()
  const scope = { organization_id: organizationOf(ayu) }
  return { ayu, id, params, session_id, scope, term: { ...scope, session_id, fence: 1_000 } }
}

const recipients = async (person: Caller, id: string) =>
  (await person.call(broadcasts.recipients, { params: { id } })).body.data

/** Moves everything this many days into the past, as if the session had not connected since. */
const daysPass = (scope: { organization_id: string }, days: number) =>
  inTenant(database, scope, async ({ db }) => {
    await sql`update recipients set decide_at = decide_at - make_interval(days => ${days})`.execute(db)
    await sql`update wa_sessions set last_connected_at = last_connected_at - make_interval(days => ${days})`.execute(db)
  })

const states = async (person: Caller, id: string) =>
  (await recipients(person, id)).map(({ status, reason }) => `${status} ${reason ?? ''}`.trim())

test('after thirty days they fail as unconfirmed and the broadcast is completed; a late acknowledgement still counts', async () => {
  const { ayu, id, params, scope, term } = await leftInFlight()
  const before = await show(ayu, id)
  const settle = (
    await inTenant(database, scope, ({ db }) =>
      sql<{ at: string }>`select max(decide_at) + interval '30 days' as at from recipients`.execute(db),
    )
  ).rows[0]!.at
  expect(before).toMatchObject({ status: 'sending', waiting: { reason: 'session', until: expect.any(String) } })
  expect(Math.abs(Date.parse(before.waiting!.until!) - Date.parse(settle))).toBeLessThan(2)

  await daysPass(scope, 29)
  await settleSilent(database, quiet)
  expect(await states(ayu, id)).toEqual(['accepted', 'accepted'])
  await daysPass(scope, 2)
  // Two processes, which both check at their start.
  const both = [start(), start()]
  const over = await sent(ayu, id)
  await Promise.all(both.map((engine) => engine.stop()))
  expect(over).toMatchObject({ status: 'completed', waiting: null, counts: { failed: 2, accepted: 0, unknown: 0 } })
  expect(await states(ayu, id)).toEqual(['failed unconfirmed', 'failed unconfirmed'])

  const retry = await ayu.call(broadcasts.retry, { params, body: { part: 'failed' } })
  expect(retry.status).toBe(409)
  const [first] = await recipients(ayu, id)
  const ledger = openReceiptWriter(database, term, { warn: () => {} })
  await ledger.receipt({ type: 'receipt', id: first!.wa_message_id!, status: 'sent', at: new Date() })
  await ledger.close()
  expect((await states(ayu, id)).sort()).toEqual(['failed unconfirmed', 'sent'])
})

test.each([
  ['cancelled', broadcasts.cancel],
  ['paused', broadcasts.pause],
] as const)('so do those of a %s broadcast', async (status, press) => {
  const { ayu, id, params, scope } = await leftInFlight()
  expect((await ayu.call(press, { params })).status).toBe(200)
  if (status === 'cancelled')
    expect((await show(ayu, id)).waiting).toMatchObject({ reason: 'session', until: expect.any(String) })
  await daysPass(scope, 31)
  await settleSilent(database, quiet)
  expect(await states(ayu, id)).toEqual(['failed unconfirmed', 'failed unconfirmed'])
  expect(await show(ayu, id)).toMatchObject({ status, waiting: null })
})

test('a concurrent reconnect resends only undecided messages, and has a minute for them', async () => {
  const { scope, session_id, term } = await leftInFlight()
  await daysPass(scope, 31)
  await inTenant(database, scope, ({ db }) => sql`update recipients set status = 'unknown'`.execute(db))
  const inScope = <T>(work: (tenant: Tenant) => Promise<T>) => inTenant(database, scope, work)
  // The transaction that connects locks one row, the one that fails messages the other.
  const [first] = await inScope((tenant) =>
    tenant.db.selectFrom('recipients').select('wa_message_id').orderBy('wa_message_id').execute(),
  )
  const connected = await holdOpen(database, scope.organization_id, async (tenant) => {
    await claims.lockMessages(tenant, session_id, [first!.wa_message_id!])
    await inScope(async (other) => {
      await failOnLockWait(other)
      await queries.failUnknownOfSilentSession(other, session_id)
    })
    await queries.markInFlightUnknown(tenant, term, 0)
  })
  await connected()
  await inScope((tenant) => queries.failUnknownOfSilentSession(tenant, session_id))
  const repeated = await inScope((tenant) => claims.claimResends(tenant, term, 10))
  const doubts = await inScope((tenant) =>
    tenant.db.selectFrom('recipients').select(['wa_message_id', 'status', 'reason']).orderBy('wa_message_id').execute(),
  )
  expect(doubts).toMatchObject([{ status: 'unknown' }, { status: 'failed', reason: 'unconfirmed' }])
  expect(repeated.map(({ wa_message_id }) => wa_message_id)).toEqual([first!.wa_message_id])
})

test('an unsent answer is dropped after a day, and the reply needs handling again', async () => {
  const ayu = await signUp()
  const engine = start()
  const session_id = await connectPhone(ayu)
  const body = { event: 'message', from: ordinary(1), text: 'Hello?' } as const
  made(await ayu.call(waSessions.simulate, { params: { id: session_id }, body }))
  const [reply] = await until(
    'the message',
    async () => made(await ayu.call(replies.list)).data,
    (all) => all.length === 1,
  )
  await stopPhone(ayu, session_id)
  await engine.stop()
  made(await ayu.call(replies.answer, { params: { id: reply!.id }, body: { text: 'Tomorrow' } }))
  const scope = { organization_id: organizationOf(ayu) }
  const state = async () => {
    const { answers, handled_at } = made(await ayu.call(replies.get, { params: { id: reply!.id } }))
    return [answers[0]!.status, answers[0]!.reason, handled_at !== null]
  }
  const hoursPass = async (hours: number) => {
    await inTenant(database, scope, async ({ db }) => {
      const ago = sql`make_interval(hours => ${hours})`
      await sql`update wa_answers set created_at = created_at - ${ago}, due_at = due_at - ${ago}`.execute(db)
      await sql`update wa_messages set handled_at = handled_at - ${ago}`.execute(db)
      await sql`update wa_sessions set last_connected_at = last_connected_at - ${ago}`.execute(db)
    })
    await settleSilent(database, quiet)
  }
  await hoursPass(23)
  expect(await state()).toEqual(['pending', null, true])
  await hoursPass(2)
  expect(await state()).toEqual(['failed', 'expired', false])
})
