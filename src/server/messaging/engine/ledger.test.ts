// The driver and the network report outcomes in any order and together: the stored status is correct.
import { randomBytes } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { expect, test } from 'vitest'
import { inTenant, type Tenant } from '../../platform/db/index.ts'
import { testDatabase } from '../../test/database.ts'
import type { SendOutcome } from './queries.ts'
import { openReceiptWriter, type ReceiptWriter } from './receipt-writer.ts'

const database = await testDatabase()
const id = '3EB0'

/** One message in the given state, and a receipt writer. `repeats`: how often it was resent. */
async function message(before: string, repeats = 0) {
  const { organization_id } = await database.system
    .insertInto('organizations')
    .values({ country: 'ID', time_zone: 'Asia/Jakarta', base_currency: 'IDR' })
    .returning('organization_id')
    .executeTakeFirstOrThrow()
  const session_id = await inTenant(database, { organization_id }, async ({ db }) => {
    const values = { organization_id, name: 'WhatsApp', driver: 'simulator' }
    const session = await db.insertInto('wa_sessions').values(values).returning('id').executeTakeFirstOrThrow()
    const news = { organization_id, session_id: session.id, name: 'News', body: 'Halo', status: 'sending' }
    const broadcast = await db.insertInto('broadcasts').values(news).returning('id').executeTakeFirstOrThrow()
    const [status, reason = null] = before.split(' ')
    await sql`
      insert into recipients (organization_id, broadcast_id, session_id, name, address, address_key, status, reason, due_at, decide_at,
        wa_message_id, text, fence, attempts, resends)
      values (${organization_id}, ${broadcast.id}, ${session.id}, 'A', 'A', 'A', ${status}, ${reason}, null,
        case when ${status} not in ('failed', 'sent') then now() end, ${id}, 'Halo', 1, ${1 + repeats}, ${repeats})`.execute(
      db,
    )
    return session.id
  })
  const inside = <T>(work: (tenant: Tenant) => Promise<T>) => inTenant(database, { organization_id }, work)
  const said = async (table: string) =>
    await inside(async ({ db }) => {
      const { rows } = await sql<{ said: string }>`
        select status || coalesce(' ' || reason, '') as said from ${sql.table(table)}`.execute(db)
      return rows[0]!.said
    })
  return {
    change: (how: RawBuilder<unknown>) => inside(({ db }) => how.execute(db)),
    answer: () => said('wa_answers'),
    ledger: openReceiptWriter(database, { organization_id, session_id, fence: 1 }, { warn: () => {} }),
    now: () => said('recipients'),
  }
}

const outcome = (status: SendOutcome['status'], reason: string | null) => (ledger: ReceiptWriter) =>
  ledger.outcome({ wa_message_id: id, status, reason, retryable: null, inMs: 0 })
const tell = {
  accepted: outcome('accepted', null),
  doubt: outcome('unknown', 'line_lost'),
  refused: outcome('failed', 'reachout_locked'),
  sent: (ledger: ReceiptWriter) => ledger.receipt({ type: 'receipt', id, status: 'sent', at: new Date() }),
}

test.each<[string, (keyof typeof tell)[], string]>([
  // The refusal may arrive before the send resolves.
  ['sending', ['accepted', 'refused'], 'failed reachout_locked'],
  ['sending', ['refused', 'accepted'], 'failed reachout_locked'],
  ['sending', ['refused', 'doubt'], 'failed reachout_locked'],
  ['unknown', ['refused', 'accepted'], 'failed reachout_locked'],
  ['sending', ['accepted', 'sent'], 'sent'],
  ['sending', ['sent', 'accepted'], 'sent'],
  ['sending', ['sent', 'doubt'], 'sent'],
  // Late, but more specific.
  ['failed unconfirmed', ['refused'], 'failed reachout_locked'],
  ['failed unconfirmed', ['sent'], 'sent'],
  ['failed unconfirmed', ['accepted'], 'failed unconfirmed'],
  ['failed not_on_whatsapp', ['refused'], 'failed not_on_whatsapp'],
])('%s, then %s: %s', async (before, told, after) => {
  const together = await message(before)
  await Promise.all(told.map((what) => tell[what](together.ledger)))
  const inTurn = await message(before)
  for (const what of told) await tell[what](inTurn.ledger)
  expect([await together.now(), await inTurn.now()]).toEqual([after, after])
})

test.each<[string, (keyof typeof tell)[], string]>([
  // The outcome of the first attempt is unknown.
  ['unknown', ['refused'], 'failed unconfirmed'],
  ['unknown', ['accepted', 'refused'], 'failed unconfirmed'],
  ['accepted', ['refused'], 'failed unconfirmed'],
  ['failed unconfirmed', ['refused'], 'failed unconfirmed'],
  ['unknown', ['refused', 'sent'], 'sent'],
])('%s after a resend, then %s: %s', async (before, told, after) => {
  const one = await message(before, 1)
  for (const what of told) await tell[what](one.ledger)
  expect(await one.now()).toBe(after)
})

test('an answer whose resend was refused may have arrived', async () => {
  const { ledger, change, answer } = await message('sent')
  await change(sql`
    with said as (insert into wa_messages (organization_id, session_id, wa_message_id, address, address_key, text, at, driver)
      select organization_id, session_id, 'R', 'A', 'A', 'Halo', now(), 'simulator' from recipients returning organization_id, session_id, id)
    insert into wa_answers (organization_id, session_id, reply_id, text, is_automatic, status, wa_message_id, attempts, resends)
    select organization_id, session_id, id, 'Halo', false, 'sending', 'ANSWER', 2, 1 from said`)
  await ledger.outcome({ wa_message_id: 'ANSWER', status: 'failed', reason: 'forbidden', retryable: false, inMs: 0 })
  expect(await answer()).toBe('failed unconfirmed')
})

test.each<[string, Partial<Parameters<ReceiptWriter['receipt']>[0]>]>([
  ['an id', { id: '3EB0\0' }],
  ['a member', { participant: '99912345\0@lid' }],
  ['a long name of a member', { participant: `${randomBytes(8_000).toString('hex')}@lid` }],
  ['another name of a member', { participant: '+6281234560100', lid: '99912345\0@lid' }],
  ['a time', { at: new Date(Number.NaN) }],
])('%s that PostgreSQL rejects blocks no other receipt', async (_, odd) => {
  const { ledger, now, change } = await message('accepted')
  await change(sql`update recipients set participants = 5, delivered_count = 0, read_count = 0`)
  const at = new Date()
  await Promise.all([
    ledger.receipt({ type: 'receipt', id, status: 'read', at, participant: '+6281234560101', ...odd }),
    tell.sent(ledger),
  ])
  expect(await now()).toBe('sent')
  await ledger.close()
})
