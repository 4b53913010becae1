// Faults of the network, each with the final status of its recipient.
import { isDeepStrictEqual } from 'node:util'
import { describe, expect, test } from 'vitest'
import { broadcasts } from '../../../contract/broadcasts.ts'
import { waSessions } from '../../../contract/wa-sessions.ts'
import {
  addContacts,
  begun,
  connectPhone,
  draft,
  readyFor,
  sent,
  session,
  show,
  stopPhone,
  testEngine,
} from '../../test/engine.ts'
import { until } from '../../test/until.ts'
import type { Driver } from '../drivers/driver.ts'
import { simulatorNumbers } from '../drivers/index.ts'

const { start, signUp, witness, config } = await testEngine({ keepsSessions: true })
/** The simulator's delays, in the same order and shorter: late is later than usual, and earlier than never even on a busy machine. */
const hurried = (driver: Driver): Driver => ({
  ...driver,
  abilities: { ...driver.abilities, evidenceMs: 200, acknowledgementMs: 2_500 },
})
start(config.secret, { around: hurried, latency: { lateMs: 600 } })

/** The expected final status by the outcome of the test number. */
const endOf: Record<string, string> = {
  not_on_whatsapp: 'failed: not_on_whatsapp',
  reachout_locked: 'failed: reachout_locked',
  never_read: 'delivered',
  never_delivered: 'sent',
  replies_stop: 'read',
  replies: 'read',
  acknowledged_late: 'read',
  acknowledgement_lost: 'read',
  never_acknowledged: 'failed: unconfirmed',
  line_lost_arrived: 'read',
  line_lost_not_arrived: 'read',
  receipts_disordered: 'read',
  busy_twice: 'read',
  always_busy: 'failed: busy',
}

// They mostly wait for the network, each with its own organization: run concurrently. The timeout is longer than
// the waits in the tests, so that a failing wait reports its own message.
describe.concurrent('outcomes of the network', () => {
  const calm = simulatorNumbers.filter(({ outcome }) => !outcome.startsWith('line_lost'))
  // Separate: a lost connection leaves all messages in flight unconfirmed.
  // A message is still delivered if its first attempt is unconfirmed and its resend is deferred.
  const stormy = simulatorNumbers.filter(({ outcome }) => outcome.startsWith('line_lost') || outcome === 'busy_twice')

  test.each([
    ['on a stable connection', calm],
    ['when the connection is lost while sending', stormy],
  ])('are stored for each recipient, %s', async (_, numbers) => {
    const person = await signUp()
    const sessionId = await connectPhone(person)
    const phone = (ending: string) => `+628125555${ending}`
    await addContacts(
      person,
      numbers.map(({ ending }) => phone(ending)),
    )
    const { id } = await draft(person, sessionId, { all_contacts: true })
    await person.call(broadcasts.send, { params: { id } })
    const ended = await sent(person, id)
    expect(ended.counts).toMatchObject({ pending: 0, sending: 0, accepted: 0, unknown: 0 })
    const rows = async () =>
      (await person.call(broadcasts.recipients, { params: { id }, query: { per_page: 200 } })).body.data
    const wanted = Object.fromEntries(numbers.map(({ outcome, ending }) => [phone(ending), endOf[outcome]]))
    const ends = (data: Awaited<ReturnType<typeof rows>>) =>
      Object.fromEntries(data.map(({ address, status, reason }) => [address, reason ? `${status}: ${reason}` : status]))
    // The last receipts may arrive after the broadcast is completed.
    const last = await until('the last receipts', rows, (data) => isDeepStrictEqual(ends(data), wanted)).catch(rows)
    expect(ends(last)).toEqual(wanted)
    const arrived = await witness(sessionId)
    for (const row of last) {
      // Without the automatic answer to STOP.
      const messages = (arrived.get(row.address) ?? []).filter(({ text }) => !text.includes('START'))
      // One message id per recipient in all outcomes.
      expect(messages.length, row.address).toBeLessThanOrEqual(1)
      if (['sent', 'delivered', 'read'].includes(row.status)) expect(messages, row.address).toHaveLength(1)
    }
  })

  test('a lost connection is reopened and the broadcast continues automatically', async () => {
    const person = await signUp()
    const { sessionId, id } = await readyFor(person, 20)
    await person.call(waSessions.simulate, { params: { id: sessionId }, body: { event: 'drop' } })
    await until(
      'the lost connection',
      () => session(person, sessionId),
      ({ status }) => status !== 'working',
    )
    await person.call(broadcasts.send, { params: { id } })
    await sent(person, id)
    for (const frames of (await witness(sessionId)).values()) expect(frames).toHaveLength(1)
  })

  test('an unlinked phone pauses the broadcast, says why, and asks for a new scan', async () => {
    const person = await signUp()
    const { sessionId, id } = await readyFor(person, 1)
    await stopPhone(person, sessionId)
    await begun(person, id)
    expect((await show(person, id)).waiting).toMatchObject({ reason: 'session' })
    await person.call(waSessions.logout, { params: { id: sessionId } })
    const paused = await until(
      'the pause',
      () => show(person, id),
      ({ status }) => status === 'paused',
    )
    expect(paused.pause_reason).toBe('logged_out')
    await person.call(waSessions.start, { params: { id: sessionId } })
    await until(
      'a new QR code',
      () => session(person, sessionId),
      ({ status }) => status === 'scan_qr',
    )
    await person.call(waSessions.simulate, { params: { id: sessionId }, body: { event: 'scan' } })
    await person.call(broadcasts.resume, { params: { id } })
    await sent(person, id)
    await person.call(waSessions.simulate, { params: { id: sessionId }, body: { event: 'unlink' } })
    const after = await until(
      'the unlink',
      () => session(person, sessionId),
      ({ status }) => status === 'failed',
    )
    expect(after.last_error).toBeTruthy()
  })
})
