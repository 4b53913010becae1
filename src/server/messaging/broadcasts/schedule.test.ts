// Times of a broadcast over HTTP, and every action in every state: each is a compare-and-set.

import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { type Broadcast, type BroadcastInput, type BroadcastStatus, broadcasts } from '../../../contract/broadcasts.ts'
import { templates } from '../../../contract/templates.ts'
import { waSessions } from '../../../contract/wa-sessions.ts'
import { inTenant } from '../../platform/db/index.ts'
import { type Caller, testApp } from '../../test/app.ts'
import { addContacts, quiet } from '../../test/engine.ts'
import { made } from '../../test/records.ts'
import { holdOpen, organizationOf } from '../../test/two-at-once.ts'
import { advanceBroadcasts } from '../engine/scheduler.ts'
import { broadcastsForEngine } from './engine-port.ts'
import { move } from './queries.ts'

const { signUp, database, clock } = await testApp()
const [minute, hour] = [60_000, 3_600_000]

/** The scheduler's next tick, at that time. */
const tick = (at: Date) =>
  advanceBroadcasts({ database, broadcasts: broadcastsForEngine, log: quiet, time: () => at.getTime() })
const later = (ms: number) => new Date(clock.now.getTime() + ms)

async function writer(country = 'ID') {
  const person = await signUp({ country })
  await addContacts(person, ['+6281255501001', '+6281255501002'])
  const [session] = made(await person.call(waSessions.list)).data
  const draft = (more: Partial<BroadcastInput> = {}) =>
    person.call(broadcasts.create, {
      body: { name: 'News', session_id: session!.id, body: 'Halo', audience: { all_contacts: true }, ...more },
    })
  const show = async (id: string) => made(await person.call(broadcasts.get, { params: { id } }))
  return { person, session: session!, draft, show }
}

const inState = (person: Caller, { id }: Broadcast, ...[to, more]: [BroadcastStatus, Parameters<typeof move>[4]?]) =>
  inTenant(database, { organization_id: organizationOf(person) }, (tenant) =>
    move(tenant, id, ['draft', 'scheduled'], to, more),
  )

/** For tests that leave nothing behind. */
const shared = await writer()

describe('a time', () => {
  test('is in the broadcast’s time zone, and another zone means another moment', async () => {
    const { person, draft } = await writer()
    const it = made(await draft({ send_at: '2026-11-25T09:00', expires_at: '2026-11-26T00:00' }))
    expect(it).toMatchObject({
      status: 'draft',
      send_on: '2026-11-25T09:00',
      time_zone: 'Asia/Jakarta',
      send_at: '2026-11-25T02:00:00.000Z',
      expires_at: '2026-11-25T17:00:00.000Z',
    })
    const change = async (body: object) =>
      made(await person.call(broadcasts.update, { params: { id: it.id }, body: { version: 1, ...body } }))
    expect(await change({ time_zone: 'America/New_York' })).toMatchObject({
      send_on: '2026-11-25T09:00',
      send_at: '2026-11-25T14:00:00.000Z',
    })
    expect(await change({ version: 2, send_at: null })).toMatchObject({ send_on: null, send_at: null })
  })

  test('skipped by daylight saving moves forward, and a repeated one is the first', async () => {
    const { draft } = await writer()
    const berlin = async (send_at: string) => made(await draft({ send_at, time_zone: 'Europe/Berlin' }))
    expect(await berlin('2027-03-28T02:30')).toMatchObject({
      send_on: '2027-03-28T02:30',
      send_at: '2027-03-28T01:30:00.000Z',
    })
    expect(await berlin('2027-10-31T02:30')).toMatchObject({ send_at: '2027-10-31T00:30:00.000Z' })
  })

  test.each([
    '2026-11-25T02:00:00Z',
    '2026-11-25T02:00Z',
    '2026-11-25T02:00:00.000Z',
    '2026-11-25T09:00:00.000000+07:00',
  ])('can be given with an offset: %s', async (send_at) => {
    const { draft } = shared
    expect(made(await draft({ send_at }))).toMatchObject({
      send_on: '2026-11-25T09:00',
      send_at: '2026-11-25T02:00:00.000Z',
    })
  })

  test.each([
    ['2026-02-30T09:00', 'send_at', {}],
    ['2026-11-25', 'send_at', {}],
    ['2026-11-25T25:00', 'send_at', {}],
    ['2026-11-25T09:00', 'time_zone', { time_zone: 'Mars/Base' }],
  ])('%s is rejected on its field', async (send_at, path, more) => {
    const { draft } = shared
    const { status, problem } = await draft({ send_at, ...more })
    expect(status).toBe(400)
    expect(problem.errors).toMatchObject([{ path }])
  })
})

describe('a scheduled broadcast', () => {
  test('starts at its time and not before, with the text of its template at that time', async () => {
    const { person, draft, show } = await writer()
    const template = made(await person.call(templates.create, { body: { name: 'T', body: 'First' } }))
    const { id } = made(await draft({ body: null, template_id: template.id, send_at: later(2 * hour).toISOString() }))
    made(await person.call(broadcasts.schedule, { params: { id } }))
    await tick(later(2 * hour - 1_000))
    expect(await show(id)).toMatchObject({ status: 'scheduled', started_at: null })
    made(await person.call(templates.update, { params: { id: template.id }, body: { version: 1, body: 'Second' } }))
    expect((await show(id)).body).toBe('Second')
    await tick(later(2 * hour))
    const begun = await show(id)
    expect(begun).toMatchObject({ status: 'sending', body: 'Second', counts: { pending: 2 } })
    expect(begun.started_at).not.toBeNull()
  })

  test('found by two processes concurrently starts once', async () => {
    const { person, draft, show } = await writer()
    const { id } = made(await draft({ send_at: later(hour).toISOString() }))
    made(await person.call(broadcasts.schedule, { params: { id } }))
    await Promise.all([tick(later(hour)), tick(later(hour)), tick(later(hour))])
    expect(await show(id)).toMatchObject({ status: 'sending', version: 4, counts: { pending: 2 } })
  })

  test('missed by up to an hour still starts, by more it is paused', async () => {
    const { person, draft, show } = await writer()
    const [late, missed] = [made(await draft()), made(await draft())]
    const at = async (id: string, ms: number) => {
      made(
        await person.call(broadcasts.update, {
          params: { id },
          body: { version: 1, send_at: later(ms).toISOString() },
        }),
      )
      made(await person.call(broadcasts.schedule, { params: { id } }))
    }
    await at(missed.id, hour)
    await at(late.id, hour + minute)
    await tick(later(2 * hour + minute))
    expect(await show(late.id)).toMatchObject({ status: 'sending' })
    expect(await show(missed.id)).toMatchObject({ status: 'paused', pause_reason: 'missed_window', started_at: null })
    const press = async (verb: 'resume' | 'unschedule') =>
      made(await person.call(broadcasts[verb], { params: { id: missed.id } })).status
    expect(await press('resume')).toBe('preparing')
    await tick(later(2 * hour + minute))
    expect(await show(missed.id)).toMatchObject({ status: 'sending', counts: { pending: 2 } })
  })

  test('that missed its time can become a draft again', async () => {
    const { person, draft, show } = await writer()
    const { id } = made(await draft({ send_at: later(hour).toISOString() }))
    made(await person.call(broadcasts.schedule, { params: { id } }))
    await tick(later(3 * hour))
    expect((await show(id)).pause_reason).toBe('missed_window')
    expect(made(await person.call(broadcasts.unschedule, { params: { id } }))).toMatchObject({
      status: 'draft',
      pause_reason: null,
    })
  })

  test('prevents the deletion of its template, and fails with the reason if it is missing', async () => {
    const { person, draft, show } = await writer()
    const template = made(await person.call(templates.create, { body: { name: 'T', body: 'First' } }))
    const { id } = made(await draft({ body: null, template_id: template.id, send_at: later(hour).toISOString() }))
    made(await person.call(broadcasts.schedule, { params: { id } }))
    const remove = () => person.call(templates.remove, { params: { id: template.id } })
    expect((await remove()).problem).toMatchObject({
      code: 'in_use',
      detail: 'The broadcast “News” is about to send this template. Change or cancel it first.',
    })
    made(await person.call(broadcasts.unschedule, { params: { id } }))
    expect((await remove()).status).toBe(204)
    made(await person.call(templates.restore, { params: { id: template.id } }))
    made(await person.call(broadcasts.schedule, { params: { id } }))
    // It was deleted concurrently with being scheduled.
    await inTenant(database, { organization_id: organizationOf(person) }, ({ db }) =>
      sql`update templates set deleted_at = now() where id = ${template.id}`.execute(db),
    )
    await tick(later(hour))
    const ended = await show(id)
    expect(ended).toMatchObject({ status: 'failed', started_at: null })
    expect(ended.failure).toMatchObject({ code: 'broadcast.no_message' })
  })

  test('prevents the removal of its session', async () => {
    const { person, draft, session } = await writer()
    const { id } = made(await draft({ send_at: later(hour).toISOString() }))
    made(await person.call(broadcasts.schedule, { params: { id } }))
    expect((await person.call(waSessions.remove, { params: { id: session.id } })).problem.code).toBe('in_use')
  })

  test('needs a future time, and an expiry after it', async () => {
    const { person, draft } = await writer()
    const refused = async (more: Partial<BroadcastInput>) => {
      const { id } = made(await draft(more))
      const { status, problem } = await person.call(broadcasts.schedule, { params: { id } })
      return [status, problem.errors?.[0]?.path]
    }
    expect(await refused({})).toEqual([400, 'send_at'])
    expect(await refused({ send_at: later(-minute).toISOString() })).toEqual([400, 'send_at'])
    const sendAt = later(hour).toISOString()
    expect(await refused({ send_at: sendAt, expires_at: sendAt })).toEqual([400, 'expires_at'])
    expect(await refused({ send_at: sendAt, body: null })).toEqual([400, 'template_id'])
    expect(await refused({ send_at: sendAt, audience: {} })).toEqual([400, 'audience'])
  })

  test('is sent early only with “send now”', async () => {
    const { person, draft } = await writer()
    const { id } = made(await draft({ send_at: later(hour).toISOString() }))
    const send = () => person.call(broadcasts.send, { params: { id } })
    expect((await send()).problem.errors).toMatchObject([{ path: 'send_at' }])
    made(await person.call(broadcasts.schedule, { params: { id } }))
    expect(made(await send()).status).toBe('preparing')
  })
})

test('recipients of an expired broadcast are skipped, and it is completed', async () => {
  const { person, draft, show } = await writer()
  const { id } = made(await draft({ expires_at: later(2 * hour).toISOString() }))
  made(await person.call(broadcasts.send, { params: { id } }))
  await tick(later(hour))
  expect(await show(id)).toMatchObject({ status: 'sending', counts: { pending: 2 } })
  await tick(later(2 * hour))
  expect(await show(id)).toMatchObject({ status: 'completed', counts: { pending: 0, skipped: 2 } })
  const { data } = made(await person.call(broadcasts.reasons, { params: { id } }))
  expect(data).toEqual([{ status: 'skipped', reason: 'expired', count: 2 }])
})

test('many recipients of an expired broadcast are skipped over several ticks, so that other organizations do not wait', async () => {
  const { person, draft, show } = await writer()
  const { id } = made(await draft({ expires_at: later(2 * hour).toISOString() }))
  made(await person.call(broadcasts.send, { params: { id } }))
  await tick(later(hour))
  await inTenant(database, { organization_id: organizationOf(person) }, ({ db }) =>
    sql`insert into recipients (organization_id, broadcast_id, session_id, name, address, address_key, status, due_at)
      select organization_id, broadcast_id, session_id, 'Contact ' || n, '+628' || n, '+628' || n, 'pending', now()
      from (select * from recipients limit 1) r, generate_series(10000001, 10005998) n`.execute(db),
  )
  const counts = async () => {
    await tick(later(2 * hour))
    const { status, counts } = await show(id)
    return [status, counts.pending, counts.skipped]
  }
  expect(await counts()).toEqual(['sending', 1_000, 5_000])
  expect(await counts()).toEqual(['completed', 0, 6_000])
})

test('a recipient of an expired broadcast that another transaction is writing delays no tick', async () => {
  const { person, draft, show } = await writer()
  const { id } = made(await draft({ expires_at: later(2 * hour).toISOString() }))
  made(await person.call(broadcasts.send, { params: { id } }))
  await tick(later(hour))
  const letGo = await holdOpen(database, organizationOf(person), ({ db }) =>
    sql`select from recipients limit 1 for update`.execute(db),
  )
  await tick(later(2 * hour))
  expect(await show(id)).toMatchObject({ status: 'sending', counts: { pending: 1, skipped: 1 } })
  await letGo()
  await tick(later(2 * hour))
  expect(await show(id)).toMatchObject({ status: 'completed', counts: { pending: 0, skipped: 2 } })
})

type Verb = 'schedule' | 'unschedule' | 'send' | 'pause' | 'resume' | 'cancel'
const verbs: Verb[] = ['schedule', 'unschedule', 'send', 'pause', 'resume', 'cancel']

/** The state each action leads to; without an entry it is rejected with 409 and nothing changes. */
const presses: Record<string, Partial<Record<Verb, BroadcastStatus>>> = {
  draft: { schedule: 'scheduled', unschedule: 'draft', cancel: 'cancelled' },
  scheduled: { schedule: 'scheduled', unschedule: 'draft', send: 'preparing', cancel: 'cancelled' },
  preparing: { send: 'preparing', resume: 'preparing', cancel: 'cancelled' },
  sending: { send: 'sending', pause: 'paused', resume: 'sending', cancel: 'cancelled' },
  paused: { pause: 'paused', resume: 'sending', cancel: 'cancelled' },
  missed: { pause: 'paused', unschedule: 'draft', resume: 'preparing', cancel: 'cancelled' },
  completed: { send: 'completed', resume: 'completed' },
  cancelled: { cancel: 'cancelled' },
  failed: {},
}

describe.each(Object.keys(presses))('in the state %s', (state) => {
  test.each(verbs)('%s has one effect, once, repeated and concurrently', async (verb) => {
    const { person, draft, show } = shared
    const it = made(await draft({ send_at: later(hour).toISOString() }))
    const status = state === 'missed' ? 'paused' : (state as BroadcastStatus)
    if (status === 'paused')
      await inState(person, it, 'paused', {
        pause_reason: state === 'missed' ? 'missed_window' : 'user',
        ...(state === 'paused' ? { started: true } : {}),
      })
    else if (status !== 'draft') await inState(person, it, status, status === 'scheduled' ? {} : { started: true })
    const before = await show(it.id)
    expect(before.status).toBe(status)
    const press = () => person.call(broadcasts[verb], { params: { id: it.id } })
    const wanted = presses[state]![verb]
    const answers = [...(await Promise.all([press(), press(), press()])), await press()]
    const after = await show(it.id)
    if (wanted) {
      // Concurrent repeated requests cause at most one change.
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
      expect(after.status).toBe(wanted)
      expect(after.version - before.version).toBe(wanted === status ? 0 : 1)
    } else {
      // A draft with a time is rejected on the field, everything else because of its state.
      const refusal = state === 'draft' && verb === 'send' ? 400 : 409
      expect(answers.map(({ status }) => status)).toEqual(Array(4).fill(refusal))
      expect(after).toEqual(before)
    }
  })
})
