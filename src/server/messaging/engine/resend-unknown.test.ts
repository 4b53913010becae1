// Unconfirmed messages are resent or left to a person, as configured for the session, with and without pacing.
import { expect, test } from 'vitest'
import { broadcasts } from '../../../contract/broadcasts.ts'
import { type PacingInput, pacingPresets } from '../../../contract/pacing.ts'
import { waSessions } from '../../../contract/wa-sessions.ts'
import { addContacts, connectPhone, draft, sent, session, testEngine } from '../../test/engine.ts'
import { made } from '../../test/records.ts'
import type { Driver } from '../drivers/driver.ts'

const { config, signUp, start } = await testEngine({ keepsSessions: true })

/** Accepts a message, and never acknowledges it. */
const silent = '+6281200010009'
const paced: PacingInput = { mode: 'custom', limits: { ...pacingPresets.careful, warm_up: null, hours: null } }

/** Every message handed to a driver, with its connection. All engines record here, because any of them may own the session. */
const given: { id: string; connection: number }[] = []
let connections = 0
const around = (driver: Driver): Driver => ({
  ...driver,
  abilities: { ...driver.abilities, acknowledgementMs: 1, evidenceMs: 1 },
  open: async (options) => {
    const opened = await driver.open(options)
    connections += 1
    const connection = connections
    const send: typeof opened.send = (message) => {
      given.push({ id: message.id, connection })
      return opened.send(message)
    }
    return { ...opened, send }
  },
})

test.concurrent.each<[string, PacingInput, boolean, number]>([
  ['one resend, the default', { mode: 'off' }, true, 2],
  ['no resend', { mode: 'off' }, false, 1],
  ['no resend, with pacing', paced, false, 1],
])('%s', async (_, pacing, resend_unknown, times) => {
  const person = await signUp()
  const engine = start(config.secret, { around })
  const id = await connectPhone(person)
  expect((await session(person, id)).resend_unknown).toBe(true)
  const body = { pacing, ...(resend_unknown ? {} : { resend_unknown }) }
  expect(made(await person.call(waSessions.update, { params: { id }, body })).resend_unknown).toBe(resend_unknown)
  await addContacts(person, [silent])
  const news = await draft(person, id, { all_contacts: true })
  made(await person.call(broadcasts.send, { params: { id: news.id } }))
  expect((await sent(person, news.id)).counts).toMatchObject({ failed: 1 })
  const { data } = made(await person.call(broadcasts.recipients, { params: { id: news.id } }))
  expect(data).toMatchObject([{ status: 'failed', reason: 'unconfirmed' }])
  // Count frames, not `attempts`: on a slow machine a lease may expire and stop a send that `attempts` counts. A resend that a reconnect
  // interrupts does not count either.
  const sends = given.filter((message) => message.id === data[0]!.wa_message_id)
  const reconnects = new Set(sends.map(({ connection }) => connection)).size - 1
  expect(sends.length).toBeGreaterThanOrEqual(times)
  expect(sends.length).toBeLessThanOrEqual(times + (resend_unknown ? reconnects : 0))
  await engine.stop()
})
