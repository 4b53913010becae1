// WhatsApp groups as recipients: one message to each, or the reason why there is none.
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { broadcasts } from '../../../contract/broadcasts.ts'
import { downloads } from '../../../contract/downloads.ts'
import { waGroups } from '../../../contract/wa-groups.ts'
import { waSessions } from '../../../contract/wa-sessions.ts'
import { inTenant } from '../../platform/db/index.ts'
import type { Caller } from '../../test/app.ts'
import { addContacts, connectPhone, draft, sent, show, testEngine } from '../../test/engine.ts'
import { made } from '../../test/records.ts'
import { organizationOf } from '../../test/two-at-once.ts'
import { until } from '../../test/until.ts'

const { app, start, signUp, witness, database } = await testEngine()
start()

/** By name, as in the simulator. */
const [canggu, ubud, meeting] = ['Investor Villa Canggu', 'Kabar Proyek Ubud', 'Pengumuman RUPS (hanya admin)'] as const

async function importGroups(person: Caller, id: string): Promise<Record<string, { id: string; wa_id: string }>> {
  const { groups } = await until(
    'the groups',
    async () => made(await person.call(waGroups.ofSession, { params: { id } })),
    ({ refreshed_at }) => refreshed_at !== null,
  )
  const body = { groups: groups.map(({ wa_id }) => ({ session_id: id, wa_id })) }
  const imported = made(await person.call(waGroups.importGroups, { body })).groups
  return Object.fromEntries(imported.map((group) => [group.name, group]))
}

async function recipients(person: Caller, id: string) {
  const { data } = made(await person.call(broadcasts.recipients, { params: { id }, query: { per_page: 100 } }))
  return Object.fromEntries(data.map((row) => [row.name, row]))
}

test('a group gets one message; one we may not post to is skipped', async () => {
  const person = await signUp()
  const sessionId = await connectPhone(person)
  const groups = await importGroups(person, sessionId)
  const contact_ids = await addContacts(person, ['+6281255541001'])
  const wa_group_ids = [canggu, meeting].map((name) => groups[name]!.id)
  const { id, audience } = await draft(
    person,
    sessionId,
    { contact_ids, wa_group_ids },
    'From {{ organization.name | default: "us" }}',
  )
  expect(audience).toMatchObject({ all_contacts: false, contact_count: 1, exclude_count: 0, group_count: 2 })
  const chosen = made(await person.call(broadcasts.audience, { params: { id } }))
  expect(chosen.groups).toMatchObject([
    { name: canggu, session_id: sessionId, participants_count: 24, can_post: true, reason: null },
    { name: meeting, can_post: false, reason: 'may_not_post' },
  ])
  made(await person.call(broadcasts.send, { params: { id } }))
  expect((await sent(person, id)).counts).toMatchObject({ pending: 0, skipped: 1, failed: 0, unknown: 0 })
  const rows = await recipients(person, id)
  expect(rows[canggu]).toMatchObject({
    ...{ contact_id: null, wa_group_id: groups[canggu]!.id, address: groups[canggu]!.wa_id, address_text: null },
    participants: 23,
  })
  // Every third member of the simulator's groups does not read messages.
  await until(
    'what its members do',
    async () => (await recipients(person, id))[canggu],
    (row) => row?.status === 'read' && row.delivered_count === 23 && row.read_count === 16,
  )
  const { url } = made(await person.call(downloads.recipients, { params: { id } }))
  const [header = '', ...lines] = (await app.inject({ method: 'GET', url })).payload.trim().split('\r\n')
  const inFile = lines.find((line) => line.includes(canggu))!.split(',')
  const cell = (column: string) => inFile[header.split(',').indexOf(column)]
  expect(['participants', 'delivered_count', 'read_count', 'wa_group_id'].map(cell)).toEqual([
    ...['23', '23', '16'],
    groups[canggu]!.id,
  ])
  expect(rows[meeting]).toMatchObject({ status: 'skipped', reason: 'may_not_post', attempts: 0, read_count: 0 })
  expect(rows['Contact 1']).toMatchObject({ wa_group_id: null, participants: null, read_count: null })
  const arrived = await witness(sessionId)
  expect([...arrived.keys()].sort()).toEqual(['+6281255541001', groups[canggu]!.wa_id])
  expect(arrived.get(groups[canggu]!.wa_id)).toMatchObject([
    { id: rows[canggu]!.wa_message_id, text: 'From us', count: 1 },
  ])
})

test('a text with contact variables is not sent to groups', async () => {
  const person = await signUp()
  const sessionId = await connectPhone(person)
  const groups = await importGroups(person, sessionId)
  const contact_ids = await addContacts(person, ['+6281255541001'])
  const { id } = await draft(person, sessionId, { contact_ids, wa_group_ids: [groups[ubud]!.id] })
  made(await person.call(broadcasts.send, { params: { id } }))
  await sent(person, id)
  expect((await recipients(person, id))[ubud]).toMatchObject({
    status: 'skipped',
    reason: 'missing_variable:contact.name',
  })
  expect([...(await witness(sessionId)).keys()]).toEqual(['+6281255541001'])
})

test('the permission to post is read at the last moment', async () => {
  const person = await signUp()
  const sessionId = await connectPhone(person)
  const groups = await importGroups(person, sessionId)
  const wa_group_ids = Object.values(groups).map((group) => group.id)
  await person.call(waSessions.stop, { params: { id: sessionId } })
  const { id } = await draft(person, sessionId, { wa_group_ids }, 'News')
  made(await person.call(broadcasts.send, { params: { id } }))
  const waits = ({ counts }: { counts: { pending: number } }) => counts.pending === 3
  await until('the frozen audience', () => show(person, id), waits)
  await person.call(waGroups.remove, { params: { id: groups[canggu]!.id } })
  // With an id that the phone does not report, because it reports its groups again when it connects.
  await inTenant(database, { organization_id: organizationOf(person) }, ({ db }) =>
    sql`update wa_groups set left_at = now(), wa_id = '120363000000000000@g.us' where id = ${groups[ubud]!.id}`.execute(
      db,
    ),
  )
  await person.call(waSessions.start, { params: { id: sessionId } })
  await sent(person, id)
  const rows = await recipients(person, id)
  expect([rows[canggu], rows[ubud], rows[meeting]].map((row) => row?.reason)).toEqual([
    'group_removed',
    'not_in_group',
    'may_not_post',
  ])
  expect((await witness(sessionId)).size).toBe(1)
})

test('a group gets messages only through the session that is a member', async () => {
  const person = await signUp()
  const sessionId = await connectPhone(person)
  const groups = await importGroups(person, sessionId)
  const other = made(await person.call(waSessions.create, { body: { name: 'Other', driver: 'simulator' } }))
  const { id } = await draft(person, other.id, { wa_group_ids: [groups[canggu]!.id] }, 'News')
  made(await person.call(broadcasts.send, { params: { id } }))
  expect((await sent(person, id)).counts).toMatchObject({ skipped: 1 })
  expect((await recipients(person, id))[canggu]).toMatchObject({ reason: 'other_session' })
})

test('a draft retains its groups until others are chosen, and rejects groups that are not imported', async () => {
  const person = await signUp()
  const sessionId = await connectPhone(person)
  const groups = await importGroups(person, sessionId)
  const first = await draft(person, sessionId, { wa_group_ids: [groups[canggu]!.id] }, 'News')
  const change = async (version: number, more: object) =>
    await person.call(broadcasts.update, { params: { id: first.id }, body: { version, ...more } })
  const named = made(await change(first.version, { name: 'Later' }))
  expect(named.audience.group_count).toBe(1)
  const [gone, kept] = [groups[canggu]!.id, groups[ubud]!.id]
  const both = made(await change(named.version, { audience: { wa_group_ids: [gone, kept] } }))
  await person.call(waGroups.remove, { params: { id: gone } })
  const { groups: left } = made(await person.call(broadcasts.audience, { params: { id: first.id } }))
  expect(left.map(({ id }) => id)).toEqual([kept])
  const refused = await change(both.version, { audience: { wa_group_ids: [gone] } })
  expect(refused).toMatchObject({ status: 404, body: { errors: [{ path: 'audience' }] } })
  expect(made(await change(both.version, { audience: { wa_group_ids: [kept, kept] } })).audience.group_count).toBe(1)
})
