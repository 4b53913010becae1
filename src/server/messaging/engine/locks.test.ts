// Transactions that change messages do not deadlock: docs/decisions/0007-order-of-locks.md.
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { broadcasts } from '../../../contract/broadcasts.ts'
import { inTenant, type Tenant } from '../../platform/db/index.ts'
import { addContacts, connectPhone, draft, patient, testEngine } from '../../test/engine.ts'
import { failOnLockWait, organizationOf, waitUntilBlocked } from '../../test/two-at-once.ts'
import { until } from '../../test/until.ts'
import * as claims from './claims/queries.ts'
import type * as leases from './leases/queries.ts'
import * as queries from './queries.ts'
import { openReceiptWriter } from './receipt-writer.ts'

const { config, database, signUp, start } = await testEngine()

/** Numbers of the simulator that are never acknowledged: two messages that stay in flight. */
const silent = ['+6281200010009', '+6281200020009']
let scope: { organization_id: string }
let term: leases.Term
let ids: string[]

beforeAll(async () => {
  const ayu = await signUp()
  const engine = start(config.secret, { around: patient })
  const session_id = await connectPhone(ayu)
  await addContacts(ayu, silent)
  const { id } = await draft(ayu, session_id, { all_contacts: true })
  await ayu.call(broadcasts.send, { params: { id } })
  const recipients = async () => (await ayu.call(broadcasts.recipients, { params: { id } })).body.data
  const inFlight = await until(
    'two messages in flight',
    recipients,
    (rows) => rows.length === 2 && rows.every(({ status }) => status === 'accepted'),
  )
  await engine.stop()
  ids = inFlight.map(({ wa_message_id }) => wa_message_id!).sort()
  scope = { organization_id: organizationOf(ayu) }
  term = { ...scope, session_id, fence: 1_000 }
})

const lock = (tenant: Tenant, ...some: string[]) => claims.lockMessages(tenant, term.session_id, some)
const overdue = ({ db }: Tenant, status: string) =>
  sql`update recipients set status = ${status}::recipient_status, decide_at = now() - interval '1 s'`.execute(db)

describe('while a receipt of a message is being written,', () => {
  test.each([
    ['a connecting session', 'sending', (tenant: Tenant) => queries.markInFlightUnknown(tenant, term, 1_000)],
    [
      'the check for overdue messages',
      'sending',
      (tenant: Tenant) => queries.markOverdueUnknown(tenant, term.session_id, 1_000),
    ],
    [
      'failing unconfirmed messages',
      'unknown',
      (tenant: Tenant) => queries.failUnknown(tenant, term.session_id, false),
    ],
  ])('%s skips that row, and processes the others', async (_, status, decide) => {
    await inTenant(database, scope, (tenant) => overdue(tenant, status))
    const before = await statuses()
    await inTenant(database, scope, async (writer) => {
      await lock(writer, ids[1]!)
      await inTenant(database, scope, async (other) => {
        await failOnLockWait(other)
        await decide(other)
      })
      // Rows that the other transaction has just decided are unlocked: without the rule they deadlocked here.
      await failOnLockWait(writer)
      await lock(writer, ids[0]!)
    })
    const [first, second] = await statuses()
    expect(second).toEqual(before[1])
    expect(first).not.toEqual(before[0])
  })
})

test('two batches of the same messages lock them in the same order, whatever their order of arrival', async () => {
  const held = inTenant(database, scope, async (writer) => {
    await lock(writer, ids[0]!)
    const ledger = openReceiptWriter(database, term, { warn: () => {} })
    const at = new Date()
    // The later id first; receipts and outcomes go into the same batch.
    const written = Promise.all([
      ledger.receipt({ type: 'receipt', id: ids[1]!, status: 'read', at }),
      ledger.outcome({ wa_message_id: ids[0]!, status: 'unknown', reason: null, retryable: null, inMs: 0 }),
      ledger.receipt({ type: 'receipt', id: ids[0]!, status: 'delivered', at }),
    ])
    await waitUntilBlocked(database)
    await failOnLockWait(writer)
    await lock(writer, ids[1]!)
    return { ledger, written }
  })
  const { ledger, written } = await held
  await written
  await ledger.close()
  expect((await statuses()).map(({ status }) => status)).toEqual(['delivered', 'read'])
})

async function statuses() {
  const { rows } = await inTenant(database, scope, ({ db }) =>
    sql<{ status: string; decide_at: string | null }>`
      select status, decide_at from recipients order by wa_message_id collate "C"`.execute(db),
  )
  return rows
}
