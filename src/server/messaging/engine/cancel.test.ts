// A message in flight when its broadcast is cancelled gets one correct final status, whatever the network reports.
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { broadcasts } from '../../../contract/broadcasts.ts'
import { inTenant } from '../../platform/db/index.ts'
import { addContacts, connectPhone, draft, patient, testEngine } from '../../test/engine.ts'
import { organizationOf } from '../../test/two-at-once.ts'
import { until } from '../../test/until.ts'
import { openReceiptWriter } from './receipt-writer.ts'

const { config, database, signUp, start } = await testEngine()

test('messages that come back unsent after or during the cancellation are cancelled', async () => {
  const ayu = await signUp()
  const engine = start(config.secret, { around: patient })
  const session_id = await connectPhone(ayu)
  // Numbers of the simulator that are never acknowledged: two messages that stay in flight.
  await addContacts(ayu, ['+6281200010009', '+6281200020009'])
  const { id } = await draft(ayu, session_id, { all_contacts: true })
  const params = { id }
  await ayu.call(broadcasts.send, { params })
  const recipients = async () => (await ayu.call(broadcasts.recipients, { params })).body.data
  const inFlight = await until(
    'two messages in flight',
    recipients,
    (rows) => rows.length === 2 && rows.every(({ status }) => status === 'accepted'),
  )
  await engine.stop()
  const scope = { organization_id: organizationOf(ayu) }
  await inTenant(database, scope, ({ db }) => sql`update recipients set status = 'sending'`.execute(db))
  const ledger = openReceiptWriter(database, { ...scope, session_id, fence: 1_000 }, { warn: () => {} })
  const later = (wa_message_id: string) =>
    ledger.outcome({ wa_message_id, status: 'pending', reason: 'busy', retryable: null, inMs: 0 })
  const [first, second] = inFlight.map(({ wa_message_id }) => wa_message_id!)
  await Promise.all([later(first!), ayu.call(broadcasts.cancel, { params })])
  await later(second!)
  await ledger.close()
  expect((await recipients()).map(({ status }) => status)).toEqual(['cancelled', 'cancelled'])
  expect((await ayu.call(broadcasts.get, { params })).body).toMatchObject({
    status: 'cancelled',
    counts: { pending: 0 },
  })
})
