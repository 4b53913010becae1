// Preflight: predicts what the start then does, and changes nothing.

import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { broadcastGroups } from '../../../../contract/broadcast-groups.ts'
import { type BroadcastInput, broadcasts } from '../../../../contract/broadcasts.ts'
import { contacts } from '../../../../contract/contacts.ts'
import { waSessions } from '../../../../contract/wa-sessions.ts'
import { inTenant } from '../../../platform/db/index.ts'
import { type Caller, testApp } from '../../../test/app.ts'
import { addContacts, quiet } from '../../../test/engine.ts'
import { addInvestor, made } from '../../../test/records.ts'
import { organizationOf } from '../../../test/two-at-once.ts'
import { advanceBroadcasts } from '../../engine/scheduler.ts'
import { broadcastsForEngine } from '../engine-port.ts'

const { signUp, database } = await testApp()
const phone = (index: number) => `+62812555${41_000 + index}`

async function setUp() {
  const person = await signUp()
  const [session] = made(await person.call(waSessions.list)).data
  const pace = async (mode: 'careful' | 'known_contacts' | 'off') =>
    made(await person.call(waSessions.update, { params: { id: session!.id }, body: { pacing: { mode } } }))
  await pace('off')
  const draft = async (more: Partial<BroadcastInput> = {}) =>
    made(
      await person.call(broadcasts.create, {
        body: { name: 'News', session_id: session!.id, body: 'Halo', audience: { all_contacts: true }, ...more },
      }),
    )
  return { person, session: session!, pace, draft }
}

const preflight = async (person: Caller, id: string) =>
  made(await person.call(broadcasts.preflight, { params: { id } }))

test('lists recipients, and skipped contacts with their reason, as the start does', async () => {
  const { person, draft } = await setUp()
  const [out, , opted] = await addContacts(person, [phone(1), phone(2), phone(3)])
  await person.call(contacts.update, { params: { id: out! }, body: { version: 1, consent: 'opted_out' } })
  await person.call(contacts.update, {
    params: { id: opted! },
    body: { version: 1, consent: 'opted_in', company: 'PT Maju' },
  })
  await person.call(contacts.create, { body: { name: 'No number' } })
  await addInvestor(person, { name: 'Held', do_not_contact: true, contact: { phone: phone(4) } })
  const { id } = await draft({ body: 'Halo {{ contact.company }}' })
  const result = await preflight(person, id)
  expect(result).toMatchObject({
    total: 5,
    reach: 1,
    rendered: 2,
    unknown_consent: 0,
    recently_messaged: 0,
    chats: { new: 1, known: 0, group: 0 },
    estimate: null,
    problems: [],
  })
  expect(Object.fromEntries(result.excluded.map(({ reason, count }) => [reason, count]))).toEqual({
    opted_out: 1,
    do_not_contact: 1,
    no_number: 1,
    'missing_variable:contact.company': 1,
  })
  const held = result.excluded.find(({ reason }) => reason === 'no_number')!
  expect(held.examples).toEqual([{ contact_id: expect.any(String), name: 'No number' }])
  expect(result.excluded.map(({ examples }) => examples.map(({ name }) => name).join()).sort()).toEqual([
    'Contact 1',
    'Contact 2',
    'Held',
    'No number',
  ])
  expect(made(await person.call(broadcasts.get, { params: { id } }))).toMatchObject({ status: 'draft', version: 1 })

  const { data, pagination } = made(
    await person.call(broadcasts.renderedMessages, { params: { id }, query: { per_page: 2 } }),
  )
  expect(pagination).toMatchObject({ total: 5, total_pages: 3 })
  expect(data).toMatchObject([
    { name: 'Contact 2', text: null, reason: 'missing_variable:contact.company' },
    { name: 'Contact 3', text: 'Halo PT Maju', reason: null },
  ])
  const found = made(await person.call(broadcasts.renderedMessages, { params: { id }, query: { q: '41001' } }))
  expect(found.data).toMatchObject([{ name: 'Contact 1', text: null, reason: 'opted_out' }])

  made(await person.call(broadcasts.send, { params: { id } }))
  await advanceBroadcasts({ database, broadcasts: broadcastsForEngine, log: quiet })
  const { counts } = made(await person.call(broadcasts.get, { params: { id } }))
  // The missing value is found when the message is rendered.
  expect(counts).toMatchObject({ pending: 2, skipped: 3 })
})

test('lists everything that prevents the start', async () => {
  const { person, draft } = await setUp()
  const { id } = await draft({ body: null, audience: {}, expires_at: '2026-11-19T00:00' })
  const { problems, total } = await preflight(person, id)
  expect(problems.map(({ path }) => path)).toEqual(['template_id', 'audience', 'expires_at'])
  expect(total).toBe(0)
})

test('in the mode for known contacts, others are skipped', async () => {
  const { person, draft, pace } = await setUp()
  await addContacts(person, [phone(1), phone(2)])
  await pace('known_contacts')
  expect(await preflight(person, (await draft()).id)).toMatchObject({
    reach: 0,
    excluded: [{ reason: 'not_known', count: 2, examples: [{ name: 'Contact 1' }, { name: 'Contact 2' }] }],
    estimate: null,
  })
})

test('a missing value of a contact who is skipped anyway does not reduce the recipients', async () => {
  const { person, session, draft, pace } = await setUp()
  const phones = [1, 2, 3, 4, 5, 6, 7].map(phone)
  const ids = await addContacts(person, phones)
  // Three have written before, one of whom lacks the value; of four who never wrote, three lack it.
  for (const id of [ids[0]!, ids[1]!, ids[6]!])
    await person.call(contacts.update, { params: { id }, body: { version: 1, company: 'PT Maju' } })
  await inTenant(database, { organization_id: organizationOf(person) }, ({ db }) =>
    sql`insert into wa_chats (organization_id, session_id, first_written_at, address_key)
      select ${organizationOf(person)}, ${session.id}, now(), unnest(${[phones[0], phones[1], phones[2]]}::text[])`.execute(
      db,
    ),
  )
  await pace('known_contacts')
  const { id } = await draft({ body: 'Halo {{ contact.company }}' })
  const { reach, excluded } = await preflight(person, id)
  expect([reach, excluded.map(({ reason, count }) => [reason, count])]).toEqual([
    2,
    [
      ['missing_variable:contact.company', 4],
      ['not_known', 1],
    ],
  ])
  const { data } = made(await person.call(broadcasts.renderedMessages, { params: { id } }))
  expect(data.map(({ name, reason }) => `${name}: ${reason}`)).toEqual([
    'Contact 1: null',
    'Contact 2: null',
    ...[3, 4, 5, 6].map((place) => `Contact ${place}: missing_variable:contact.company`),
    'Contact 7: not_known',
  ])
})

test('lists at most fifty examples each, sorted by name', async () => {
  const { person, draft } = await setUp()
  const names = Array.from({ length: 52 }, (_, index) => `Contact ${String(index).padStart(2, '0')}`)
  for (const name of names.toReversed()) await person.call(contacts.create, { body: { name } })
  const { excluded } = await preflight(person, (await draft()).id)
  expect(excluded).toMatchObject([{ reason: 'no_number', count: 52 }])
  expect(excluded[0]!.examples.map(({ name }) => name)).toEqual(names.slice(0, 50))
})

test('with pacing it estimates the messages of each hour, from the scheduled time', async () => {
  const { person, draft, pace } = await setUp()
  await addContacts(
    person,
    Array.from({ length: 45 }, (_, index) => phone(index)),
  )
  await pace('careful')
  const { estimate } = await preflight(person, (await draft({ send_at: '2026-11-23T09:00' })).id)
  // 20 on the first day, 30 in the following 24 hours: the remaining 25 are sent on the second day.
  expect(estimate).toMatchObject({ begins_at: '2026-11-23T02:00:00.000Z', is_exact: true, schedule_step: 'hour' })
  expect(estimate!.schedule.reduce((sum, { count }) => sum + count, 0)).toBe(45)
  expect(estimate!.schedule[0]).toMatchObject({ from: '2026-11-23T02:00:00.000Z', count: 20 })
  expect(estimate!.ends_at.slice(0, 10)).toBe('2026-11-24')
  expect(estimate!.waits.map(({ reason }) => reason)).toContain('warm_up')
})

test('a broadcast of another organization is not found', async () => {
  const { person, draft } = await setUp()
  const { id } = await draft()
  const stranger = await signUp()
  expect((await stranger.call(broadcasts.preflight, { params: { id } })).status).toBe(404)
  expect((await stranger.call(broadcasts.renderedMessages, { params: { id } })).status).toBe(404)
  expect((await stranger.call(broadcasts.estimate, { params: { id } })).status).toBe(404)
  expect((await person.call(broadcasts.estimate, { params: { id } })).body).toEqual({ estimate: null })
})

test('an unsaved draft has the same preflight as the stored one', async () => {
  const { person, session, pace, draft } = await setUp()
  await pace('careful')
  const [first, second, out] = await addContacts(person, [phone(1), phone(2), phone(3)])
  await person.call(contacts.update, { params: { id: out! }, body: { version: 1, consent: 'opted_out' } })
  const group = made(
    await person.call(broadcastGroups.create, { body: { name: 'Both', contact_ids: [second!, out!] } }),
  )
  const audience = { contact_ids: [first!], broadcast_group_ids: [group.id] }
  const input = { session_id: session.id, body: 'Halo {{ contact.name }}', audience }
  const asked = made(await person.call(broadcasts.preflightDraft, { body: input }))
  const { first: shown, ...result } = asked
  expect(shown).toEqual({ contact_id: first, name: 'Contact 1' })
  expect(result).toMatchObject({ total: 3, reach: 2, chats: { new: 2 }, problems: [] })
  expect(result.excluded).toMatchObject([{ reason: 'opted_out', count: 1, examples: [{ name: 'Contact 3' }] }])
  expect(result.estimate).not.toBeNull()
  const stored = await preflight(person, (await draft(input)).id)
  const untimed = ({ estimate, ...rest }: typeof stored) => ({ ...rest, waits: estimate?.waits.length })
  expect(untimed(result)).toEqual(untimed(stored))

  const without = { ...input, audience: { ...audience, exclude_contact_ids: [first!] } }
  expect(made(await person.call(broadcasts.preflightDraft, { body: without })).reach).toBe(1)
  const later = { ...input, send_at: '2030-01-15T09:00', time_zone: 'Asia/Jakarta' }
  const { estimate } = made(await person.call(broadcasts.preflightDraft, { body: later }))
  expect(estimate!.begins_at).toBe('2030-01-15T02:00:00.000Z')
  const empty = { session_id: session.id, audience: {} }
  expect(made(await person.call(broadcasts.preflightDraft, { body: empty }))).toMatchObject({
    total: 0,
    first: null,
    estimate: null,
  })
})

test('the preflight of a draft reads nothing of another organization', async () => {
  const { session } = await setUp()
  const { person: other, session: own } = await setUp()
  const [stranger] = await addContacts((await setUp()).person, [phone(1)])
  const audience = { contact_ids: [stranger!] }
  const ask = (session_id: string) => other.call(broadcasts.preflightDraft, { body: { session_id, audience } })
  expect((await ask(session.id)).status).toBe(404)
  expect(made(await ask(own.id))).toMatchObject({ total: 0, first: null })
  const wrong = { session_id: own.id, audience: { contact_ids: ['nobody'] } }
  expect(await other.call(broadcasts.preflightDraft, { body: wrong })).toMatchObject({
    status: 400,
    problem: { errors: [{ path: 'audience.contact_ids.0' }] },
  })
})
