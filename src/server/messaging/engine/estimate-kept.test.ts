// The estimate of the preflight compared with what the running dispatcher does, with its own random numbers.
import { expect, test } from 'vitest'
import { broadcasts } from '../../../contract/broadcasts.ts'
import { pacingPresets } from '../../../contract/pacing.ts'
import { waSessions } from '../../../contract/wa-sessions.ts'
import { hint } from '../../platform/db/hints.ts'
import { inTenant } from '../../platform/db/index.ts'
import { addContacts, connectPhone, draft, show, testEngine } from '../../test/engine.ts'
import { made } from '../../test/records.ts'
import { organizationOf } from '../../test/two-at-once.ts'
import { until } from '../../test/until.ts'

const { start, signUp, database, config, clock } = await testEngine()
const second = 1_000
let ahead = 0
const time = (now: number) => now + ahead

test('the last message is sent when the preflight estimated, and the remaining time is updated', async () => {
  start(config.secret, { time })
  clock.now = new Date()
  const person = await signUp()
  const sessionId = await connectPhone(person)
  const limits = {
    ...pacingPresets.careful,
    new_gap: { min: 30, max: 40 },
    rest_after: 10,
    rest: { min: 100, max: 120 },
    warm_up: null,
    hours: null,
    contact_hours: 0,
  }
  const pacing = { mode: 'custom' as const, limits }
  made(await person.call(waSessions.update, { params: { id: sessionId }, body: { pacing } }))
  const contacts = await addContacts(
    person,
    Array.from({ length: 24 }, (_, index) => `+62812555${41_000 + index}`),
  )
  const { id } = await draft(person, sessionId, { contact_ids: contacts })
  const told = made(await person.call(broadcasts.preflight, { params: { id } })).estimate!
  const promised = Date.parse(told.ends_at) - Date.parse(told.begins_at)
  // 23 gaps of 35 s, two of them rests of 110.
  expect(promised).toBe((21 * 35 + 2 * 110) * second)

  const begun = performance.now()
  made(await person.call(broadcasts.send, { params: { id } }))
  let left: number | undefined
  const ended = await until(
    'progress of the broadcast',
    async () => {
      const now = await show(person, id)
      const end = now.waiting?.until
      if (now.status === 'sending' && end && Date.parse(end) > time(Date.now())) {
        ahead = Date.parse(end) - Date.now()
        await inTenant(database, { organization_id: organizationOf(person) }, (tenant) => hint(tenant, 'broadcasts'))
      }
      if (left === undefined && now.counts.pending === 12) {
        clock.now = new Date(time(Date.now()))
        const { estimate } = made(await person.call(broadcasts.estimate, { params: { id } }))
        left = Date.parse(estimate!.ends_at) - clock.now.getTime()
      }
      return now
    },
    ({ status }) => status === 'completed',
  )
  expect(ended.counts.pending).toBe(0)
  const { data } = made(await person.call(broadcasts.recipients, { params: { id }, query: { per_page: 200 } }))
  expect(data).toHaveLength(24)
  const { rows } = await inTenant(database, { organization_id: organizationOf(person) }, ({ db }) =>
    db
      .selectFrom('wa_sends')
      .select('at')
      .where('session_id', '=', sessionId)
      .orderBy('at')
      .execute()
      .then((rows) => ({ rows })),
  )
  const took = Date.parse(rows.at(-1)!.at as unknown as string) - Date.parse(rows[0]!.at as unknown as string)
  expect(took).toBeGreaterThan(0.9 * promised)
  // The clock jumps over the pauses; the work between them takes its own time.
  expect(took - (performance.now() - begun)).toBeLessThan(1.1 * promised)
  expect(left).toBeGreaterThan(0.3 * promised)
  expect(left).toBeLessThan(0.7 * promised)
})
