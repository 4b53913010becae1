// What became of a message is told by the driver and by the network, in any order and together: the ledger keeps what is true.
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { inTenant } from '../db/index.ts'
import { testDatabase } from '../test/database.ts'
import type { Outcome } from './queries.ts'
import { type Ledger, openLedger } from './receipts.ts'

const database = await testDatabase()
const id = '3EB0'

/** One message on its way, or in another state, and who writes what is heard of it. */
async function message(before: string) {
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
      insert into recipients (organization_id, broadcast_id, session_id, name, address, address_key, status, reason, due_at, settle_at,
        wa_message_id, text, fence, attempts)
      values (${organization_id}, ${broadcast.id}, ${session.id}, 'A', 'A', 'A', ${status}, ${reason}, null,
        case when ${status} <> 'failed' then now() end, ${id}, 'Halo', 1, 1)`.execute(db)
    return session.id
  })
  return {
    ledger: openLedger(database, { organization_id, session_id, fence: 1 }, { warn: () => {} }),
    now: () =>
      inTenant(database, { organization_id }, async ({ db }) => {
        const { rows } = await sql<{ said: string }>`
          select status || coalesce(' ' || reason, '') as said from recipients`.execute(db)
        return rows[0]!.said
      }),
  }
}

const outcome = (status: Outcome['status'], reason: string | null) => (ledger: Ledger) =>
  ledger.outcome({ wa_message_id: id, status, reason, retryable: null, inMs: 0 })
const tell = {
  accepted: outcome('accepted', null),
  doubt: outcome('unknown', 'line_lost'),
  refused: outcome('failed', 'reachout_locked'),
  sent: (ledger: Ledger) => ledger.receipt({ type: 'receipt', id, status: 'sent', at: new Date() }),
}

test.each<[string, (keyof typeof tell)[], string]>([
  // The refusal may be there before whoever sent it learns that it left.
  ['sending', ['accepted', 'refused'], 'failed reachout_locked'],
  ['sending', ['refused', 'accepted'], 'failed reachout_locked'],
  ['sending', ['refused', 'doubt'], 'failed reachout_locked'],
  ['unknown', ['refused', 'accepted'], 'failed reachout_locked'],
  ['sending', ['accepted', 'sent'], 'sent'],
  ['sending', ['sent', 'accepted'], 'sent'],
  ['sending', ['sent', 'doubt'], 'sent'],
  // Late, but what nobody could say before.
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
