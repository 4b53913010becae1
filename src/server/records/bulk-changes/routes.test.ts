// Bulk changes over HTTP: selections, every action, refusals, undo, killed workers, several organizations.
import { sql } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'
import { activity } from '../../../contract/activity.ts'
import { broadcastGroups } from '../../../contract/broadcast-groups.ts'
import { type BulkChange, bulkChanges } from '../../../contract/bulk-changes.ts'
import { contacts } from '../../../contract/contacts.ts'
import { type CustomFieldInput, customFields } from '../../../contract/custom-fields.ts'
import type { CustomInput } from '../../../contract/custom-values.ts'
import type { InputOf } from '../../../contract/endpoint.ts'
import { investments } from '../../../contract/investments.ts'
import { investors } from '../../../contract/investors.ts'
import { investmentStages, investorTypes } from '../../../contract/master-data.ts'
import { merges } from '../../../contract/merges.ts'
import { tags } from '../../../contract/tags.ts'
import { trash } from '../../../contract/trash.ts'
import { users } from '../../../contract/users.ts'
import { inTenant } from '../../platform/db/index.ts'
import { type Caller, testApp } from '../../test/app.ts'
import { addInvestment, addInvestor, addTransaction, made, statusOf } from '../../test/records.ts'
import { holdOpen, organizationOf, waitUntilBlocked } from '../../test/two-at-once.ts'
import { until } from '../../test/until.ts'
import * as queries from './queries.ts'
import { make, makeRoom, startBulkChanges } from './service.ts'
import { workBatch } from './work-batch.ts'
import { runBatch } from './worker.ts'

type Body = InputOf<typeof bulkChanges.contacts>['body']

const { database, signUp } = await testApp()

const silent = { info() {}, error: () => {} }
let worker: { stop(): Promise<void> } | undefined
afterEach(async () => {
  await worker?.stop()
  worker = undefined
})

const add = async (caller: Caller, name: string, more: object = {}) =>
  made(await caller.call(contacts.create, { body: { name, ...more } }))
const tagNamed = async (caller: Caller, name: string) => made(await caller.call(tags.create, { body: { name } })).id
const refusalsOf = async (caller: Caller, { id }: BulkChange) =>
  made(await caller.call(bulkChanges.refusals, { params: { id } })).data.map(({ name, reason }) => [name, reason.text])
const undo = async (caller: Caller, { id }: BulkChange) => made(await caller.call(bulkChanges.undo, { params: { id } }))
const contact = async (caller: Caller, id: string) => made(await caller.call(contacts.get, { params: { id } }))
const counts = ({ status, total, done, changed, refused, undone, not_undone }: BulkChange) => ({
  status,
  total,
  done,
  changed,
  refused,
  undone,
  not_undone,
})
const none = { refused: 0, undone: 0, not_undone: 0 }

/** Contacts named `Contact 1`, … without the cost of a request each. */
async function fill(caller: Caller, count: number) {
  const scope = { organization_id: organizationOf(caller) }
  await inTenant(database, scope, ({ db }) =>
    sql`insert into contacts (organization_id, name, company) select ${scope.organization_id}, 'Contact ' || n, 'Old ' || n % 7
      from generate_series(1, ${count}) n`.execute(db),
  )
}

test('recent changes are listed, newest first, with who, what, how many, and whether they can be undone', async () => {
  const [ayu, eve] = [await signUp(), await signUp()]
  const [budi, citra] = [await add(ayu, 'Budi', { consent: 'opted_out' }), await add(ayu, 'Citra')]
  const tag = await tagNamed(ayu, 'VIP')
  const selection = { ids: [budi.id, citra.id] }
  const values = { consent: 'opted_in', consent_how: 'By phone' } as const
  made(await ayu.call(bulkChanges.contacts, { body: { selection, change: { action: 'set', values } } }))
  const tagged = made(
    await ayu.call(bulkChanges.contacts, { body: { selection, change: { action: 'add_tags', tag_ids: [tag] } } }),
  )
  // This is only a selection, so it is not listed.
  made(await ayu.call(bulkChanges.contacts, { body: { selection } }))
  const listed = async (caller: Caller) => made(await caller.call(bulkChanges.list))
  const { data, pagination } = await listed(ayu)
  expect(pagination.total).toBe(2)
  const made_by = made(await ayu.call(users.profile)).name
  expect(data).toMatchObject([
    { action: 'add_tags', names: ['VIP'], fields: [], total: 2, changed: 2, refused: 0, can_undo: true, made_by },
    { action: 'set', names: [], total: 2, changed: 1, refused: 1, can_undo: true, made_by },
  ])
  expect(data[1]!.fields).toEqual(expect.arrayContaining(['consent', 'consent_how']))
  await undo(ayu, tagged)
  expect((await listed(ayu)).data[0]).toMatchObject({ status: 'undone', undone: 2, can_undo: false })
  await sql`update bulk_changes set created_at = now() - interval '25 hours'`.execute(database.system)
  expect((await listed(ayu)).data.map(({ can_undo }) => can_undo)).toEqual([false, false])
  expect((await listed(eve)).pagination.total).toBe(0)
})

test('more records than one change may have are refused before they are stored', async () => {
  const ayu = await signUp()
  await fill(ayu, 3)
  await inTenant(database, { organization_id: organizationOf(ayu) }, async (tenant) => {
    // PostgreSQL's own counter. It may include rows of an earlier transaction, so only the difference counts.
    const inserted = async () => {
      const { rows } = await sql<{ inserted: number }>`
        select pg_stat_get_xact_tuples_inserted('bulk_change_rows'::regclass) as inserted`.execute(tenant.db)
      return rows[0]!.inserted
    }
    const before = await inserted()
    const attempt = make(tenant, 'contacts', { selection: { filters: {} } }, { at: new Date(), ip: '127.0.0.1' }, 2)
    await expect(attempt).rejects.toMatchObject({ said: { code: 'bulk.too_many' } })
    // Nothing was inserted and rolled back, which would fill the disk as well.
    expect(await inserted()).toBe(before)
  })
})

test('old selections make room for new ones, but changes that can be undone stay', async () => {
  const ayu = await signUp()
  const ids = [(await add(ayu, 'Budi')).id, (await add(ayu, 'Citra')).id]
  const select = async (change?: Body['change']) =>
    made(await ayu.call(bulkChanges.contacts, { body: { selection: { ids }, ...(change && { change }) } }))
  const changed = await select({ action: 'set', values: { company: 'Jaya' } })
  const [older, newer] = [await select(), await select()]
  const room = (most: number) =>
    inTenant(database, { organization_id: organizationOf(ayu) }, (tenant) => makeRoom(tenant, 2, most))
  const there = async ({ id }: BulkChange) => (await ayu.call(bulkChanges.get, { params: { id } })).status === 200
  await room(8)
  expect(await Promise.all([changed, older, newer].map(there))).toEqual([true, true, true])
  await room(6)
  expect(await Promise.all([changed, older, newer].map(there))).toEqual([true, false, true])
  await expect(room(3)).rejects.toMatchObject({ said: { code: 'bulk.no_room' } })
  expect(await Promise.all([changed, newer].map(there))).toEqual([true, true])
  await undo(ayu, changed)
  await room(3)
  expect(await Promise.all([changed, newer].map(there))).toEqual([false, false])
})

describe('contacts', () => {
  test('a field is set for selected contacts, and undone where nobody changed it since', async () => {
    const ayu = await signUp()
    const [budi, citra, deni] = [
      await add(ayu, 'Budi', { company: 'Maju' }),
      await add(ayu, 'Citra', { company: 'Jaya' }),
      await add(ayu, 'Deni', { company: 'Sinar' }),
    ]
    const change = { action: 'set', values: { company: 'Jaya' } } as const
    const body = { selection: { ids: [budi.id, citra.id, deni.id] }, change }
    const bulk = made(await ayu.call(bulkChanges.contacts, { body }))
    expect(counts(bulk)).toEqual({ ...none, status: 'done', total: 3, done: 3, changed: 2 })
    expect(bulk).toMatchObject({ kind: 'contacts', action: 'set' })
    expect(await contact(ayu, budi.id)).toMatchObject({ company: 'Jaya', version: 2 })
    expect((await contact(ayu, citra.id)).version).toBe(1)

    const edit = { version: 2, company: 'Baru' }
    made(await ayu.call(contacts.update, { params: { id: deni.id }, body: edit }))
    const undone = await undo(ayu, bulk)
    expect(counts(undone)).toEqual({
      status: 'undone',
      total: 3,
      done: 3,
      changed: 2,
      refused: 0,
      undone: 1,
      not_undone: 1,
    })
    expect(await refusalsOf(ayu, bulk)).toEqual([['Deni', 'It was changed since. It stays as it is now.']])
    expect([(await contact(ayu, budi.id)).company, (await contact(ayu, deni.id)).company]).toEqual(['Maju', 'Baru'])
    // Undoing twice undoes once.
    expect(counts(await undo(ayu, bulk))).toEqual(counts(undone))

    // One act each in the audit log, whatever the number of records.
    const { rows: acts } = await inTenant(database, { organization_id: organizationOf(ayu) }, ({ db }) =>
      sql`select action, detail from audit_events where target_id = ${bulk.id} order by id`.execute(db),
    )
    expect(acts).toEqual([
      { action: 'bulk_changed', detail: { kind: 'contacts', action: 'set', count: 3 } },
      { action: 'bulk_change_undone', detail: { kind: 'contacts', action: 'set', count: 2 } },
    ])

    const query = { contact_id: budi.id, kind: 'changed' }
    const changes = made(await ayu.call(activity.list, { query })).data
    expect(changes).toMatchObject([
      { by: { name: expect.any(String) }, changes: [{ field: 'company', from: 'Jaya', to: 'Maju' }] },
      { by: { name: expect.any(String) }, changes: [{ field: 'company', from: 'Maju', to: 'Jaya' }] },
    ])
  })

  test('all that match the filters of the list are tagged, except some; undo removes only new tags', async () => {
    const ayu = await signUp()
    const [warm, board] = [await tagNamed(ayu, 'Warm'), await tagNamed(ayu, 'Board')]
    const [budi, citra] = [await add(ayu, 'Budi', { tag_ids: [warm] }), await add(ayu, 'Citra')]
    const eka = await add(ayu, 'Eka')
    await add(ayu, 'Zul', { phone: '+6281255501234' })
    const full = await Promise.all(Array.from({ length: 50 }, (_, n) => tagNamed(ayu, `Tag ${n}`)))
    await add(ayu, 'Full', { tag_ids: full })
    const selection: Body['selection'] = { filters: { has_phone: 'false' }, except_ids: [eka.id], expected_count: 3 }
    const change: Body['change'] = { action: 'add_tags', tag_ids: [warm, board] }
    const bulk = made(await ayu.call(bulkChanges.contacts, { body: { selection, change } }))
    expect(counts(bulk)).toEqual({ ...none, status: 'done', total: 3, done: 3, changed: 2, refused: 1 })
    expect(await refusalsOf(ayu, bulk)).toEqual([['Full', 'It would have more than 50 tags.']])
    const tagsOf = async (id: string) => (await contact(ayu, id)).tags.map(({ name }) => name)
    expect([await tagsOf(budi.id), await tagsOf(citra.id), await tagsOf(eka.id)]).toEqual([
      ['Board', 'Warm'],
      ['Board', 'Warm'],
      [],
    ])
    await undo(ayu, bulk)
    expect([await tagsOf(budi.id), await tagsOf(citra.id)]).toEqual([['Warm'], []])

    const removal: Body = {
      selection: { ids: [budi.id, citra.id] },
      change: { action: 'remove_tags', tag_ids: [warm] },
    }
    const removed = made(await ayu.call(bulkChanges.contacts, { body: removal }))
    expect([removed.changed, await tagsOf(budi.id)]).toEqual([1, []])
    await undo(ayu, removed)
    expect(await tagsOf(budi.id)).toEqual(['Warm'])
  })

  test('deleting puts contacts into the trash; undo restores those whose number is still free', async () => {
    const ayu = await signUp()
    const [budi, citra] = [await add(ayu, 'Budi', { phone: '+6281255501001' }), await add(ayu, 'Citra')]
    await ayu.call(contacts.remove, { params: { id: citra.id } })
    const deni = await add(ayu, 'Deni')
    const body: Body = { selection: { ids: [budi.id, citra.id, deni.id] }, change: { action: 'delete' } }
    const bulk = made(await ayu.call(bulkChanges.contacts, { body }))
    expect(counts(bulk)).toEqual({ ...none, status: 'done', total: 3, done: 3, changed: 2, refused: 1 })
    expect(await refusalsOf(ayu, bulk)).toEqual([['Citra', 'This record no longer exists.']])
    expect(made(await ayu.call(contacts.list)).data).toEqual([])
    expect(made(await ayu.call(trash.list)).data).toHaveLength(3)
    await add(ayu, 'Budi again', { phone: '+6281255501001' })
    const undone = await undo(ayu, bulk)
    expect(counts(undone)).toMatchObject({ status: 'undone', undone: 1, not_undone: 1 })
    expect(await refusalsOf(ayu, bulk)).toEqual([['Budi', 'Budi again already has this number.']])
    expect((await contact(ayu, deni.id)).name).toBe('Deni')
  })

  test('undo restores no contact that was merged into another one since', async () => {
    const ayu = await signUp()
    const [budi, copy] = [await add(ayu, 'Budi'), await add(ayu, 'Budi copy')]
    const body: Body = { selection: { ids: [copy.id] }, change: { action: 'delete' } }
    const bulk = made(await ayu.call(bulkChanges.contacts, { body }))
    made(await ayu.call(contacts.restore, { params: { id: copy.id } }))
    made(await ayu.call(merges.create, { body: { kind: 'contact', winner_id: budi.id, loser_ids: [copy.id] } }))
    expect(counts(await undo(ayu, bulk))).toMatchObject({ undone: 0, not_undone: 1 })
    expect(made(await ayu.call(contacts.list)).data.map(({ name }) => name)).toEqual(['Budi'])
  })

  test('a consent for many lifts no opt-out and keeps consents given before', async () => {
    const ayu = await signUp()
    const budi = await add(ayu, 'Budi', { phone: '+6281255501002' })
    const out = await add(ayu, 'Out', { phone: '+6281255501003', consent: 'opted_out' })
    const given = await add(ayu, 'Given', { consent: 'opted_in', consent_how: 'Form' })
    const selection = { ids: [budi.id, out.id, given.id] }
    const values = { consent: 'opted_in', consent_how: 'Event in Jakarta' } as const
    const missing = { selection, change: { action: 'set', values: { consent: 'opted_in' } } } as const
    expect((await ayu.call(bulkChanges.contacts, { body: missing })).problem.errors).toMatchObject([
      { path: 'change.values.consent_how' },
    ])
    const bulk = made(await ayu.call(bulkChanges.contacts, { body: { selection, change: { action: 'set', values } } }))
    expect(counts(bulk)).toMatchObject({ changed: 1, refused: 1 })
    expect((await refusalsOf(ayu, bulk))[0]![0]).toBe('Out')
    expect(await contact(ayu, budi.id)).toMatchObject(values)
    expect((await contact(ayu, budi.id)).consent_at).not.toBeNull()
    expect(await contact(ayu, given.id)).toMatchObject({ consent_how: 'Form', version: 1 })
    expect((await contact(ayu, out.id)).consent).toBe('opted_out')
    await undo(ayu, bulk)
    expect(await contact(ayu, budi.id)).toMatchObject({ consent: 'unknown', consent_at: null, consent_how: '' })
    // Also if another field changes with it.
    const { consent_at } = await contact(ayu, given.id)
    const both: Body = { selection, change: { action: 'set', values: { ...values, company: 'Maju' } } }
    const more = made(await ayu.call(bulkChanges.contacts, { body: both }))
    expect(more.changed).toBe(2)
    expect(await contact(ayu, given.id)).toMatchObject({ company: 'Maju', consent_how: 'Form', consent_at })
    expect((await undo(ayu, more)).undone).toBe(2)
    expect(await contact(ayu, given.id)).toMatchObject({ company: '', consent_how: 'Form', consent_at })
  })

  test('contacts are added to a broadcast group, which keeps who is excluded', async () => {
    const ayu = await signUp()
    const [budi, citra, deni] = [await add(ayu, 'Budi'), await add(ayu, 'Citra'), await add(ayu, 'Deni')]
    const group = made(
      await ayu.call(broadcastGroups.create, {
        body: { name: 'News', contact_ids: [budi.id], exclude_contact_ids: [citra.id] },
      }),
    )
    const selection = { filters: {} }
    const change = { action: 'add_to_group', broadcast_group_id: group.id } as const
    const bulk = made(await ayu.call(bulkChanges.contacts, { body: { selection, change } }))
    expect(counts(bulk)).toMatchObject({ total: 3, changed: 1, refused: 1 })
    expect(await refusalsOf(ayu, bulk)).toEqual([['Citra', 'The broadcast group excludes this contact.']])
    const members = async () =>
      made(await ayu.call(broadcastGroups.get, { params: { id: group.id } })).contacts.map(({ name }) => name)
    expect(await members()).toEqual(['Budi', 'Deni'])
    await ayu.call(contacts.get, { params: { id: deni.id } })
    await undo(ayu, bulk)
    expect(await members()).toEqual(['Budi'])
  })
})

test('investors: owner, type, follow-up, archive; those with investments are not deleted', async () => {
  const ayu = await signUp()
  const me = made(await ayu.call(users.profile))
  const [budi, citra] = [await addInvestor(ayu, { name: 'Budi' }), await addInvestor(ayu, { name: 'Citra' })]
  await addInvestment(ayu, { investor_id: citra.id })
  const selection = { ids: [budi.id, citra.id] }
  const change = async (body: object) =>
    made(await ayu.call(bulkChanges.investors, { body: { selection, change: body } as never }))
  const investor = async (id: string) => made(await ayu.call(investors.get, { params: { id } }))

  const owned = await change({ action: 'set', values: { owner_user_id: me.id, next_follow_up_on: '2026-12-01' } })
  expect(owned.changed).toBe(2)
  expect(await investor(budi.id)).toMatchObject({ owner: { id: me.id }, next_follow_up_on: '2026-12-01' })
  await undo(ayu, owned)
  expect(await investor(budi.id)).toMatchObject({ owner: null, next_follow_up_on: null })

  const archived = await change({ action: 'archive' })
  expect(await investor(budi.id)).toMatchObject({ is_archived: true })
  expect((await change({ action: 'archive' })).changed).toBe(0)
  await undo(ayu, archived)
  expect(await investor(budi.id)).toMatchObject({ is_archived: false })

  const deleted = await change({ action: 'delete' })
  expect(counts(deleted)).toMatchObject({ changed: 1, refused: 1 })
  expect((await refusalsOf(ayu, deleted))[0]).toEqual(['Citra', expect.stringContaining('one investment')])
  expect((await ayu.call(investors.get, { params: { id: budi.id } })).status).toBe(404)
  await undo(ayu, deleted)
  expect((await investor(budi.id)).name).toBe('Budi')

  const gone = { owner_user_id: '00000000-0000-7000-8000-000000000000' }
  const refused = await ayu.call(bulkChanges.investors, {
    body: { selection, change: { action: 'set', values: gone } },
  })
  expect([refused.status, refused.problem.errors]).toMatchObject([404, [{ path: 'change.values.owner_user_id' }]])
})

test('the contacts of investors join a group and are shown by the bulk change', async () => {
  const ayu = await signUp()
  const budi = await addInvestor(ayu, { name: 'Budi', contact: {} })
  const alone = await addInvestor(ayu, { name: 'Alone' })
  const held = await addInvestment(ayu, { investor_id: budi.id })
  await add(ayu, 'Other')
  const group = made(await ayu.call(broadcastGroups.create, { body: { name: 'News' } }))
  const change = { action: 'add_to_group', broadcast_group_id: group.id } as const
  const body: InputOf<typeof bulkChanges.investors>['body'] = { selection: { ids: [budi.id, alone.id] }, change }
  const bulk = made(await ayu.call(bulkChanges.investors, { body }))
  expect(await refusalsOf(ayu, bulk)).toEqual([['Alone', 'It has no contact.']])
  expect(made(await ayu.call(broadcastGroups.get, { params: { id: group.id } })).contact_count).toBe(1)
  // Selected only, for an export or a broadcast.
  const selected = made(await ayu.call(bulkChanges.investments, { body: { selection: { ids: [held.id] } } }))
  expect(selected).toMatchObject({ action: null, status: 'done', total: 1 })
  const query = { bulk_change_id: selected.id }
  const namesOf = (page: { data: { name: string }[] }) => page.data.map(({ name }) => name)
  expect(namesOf(made(await ayu.call(contacts.list, { query })))).toEqual(['Budi'])
  expect(namesOf(made(await ayu.call(investors.list, { query })))).toEqual(['Budi'])
  expect(made(await ayu.call(investments.list, { query })).data).toHaveLength(1)
  expect((await ayu.call(bulkChanges.undo, { params: { id: selected.id } })).problem.code).toBe('state_conflict')
})

test('investments: a status that needs an amount or a reason is refused where they are missing', async () => {
  const ayu = await signUp()
  const investor_id = (await addInvestor(ayu)).id
  const [soft, lost, committed] = [
    await statusOf(ayu, 'soft'),
    await statusOf(ayu, 'lost'),
    await statusOf(ayu, 'committed'),
  ]
  const big = await addInvestment(ayu, { investor_id, title: 'Big', committed_amount: '1000' })
  const none = await addInvestment(ayu, { investor_id, title: 'None', status_id: soft })
  const selection = { ids: [big.id, none.id] }
  const set = (values: object) =>
    ayu.call(bulkChanges.investments, { body: { selection, change: { action: 'set', values } } as never })
  const investment = async (id: string) => made(await ayu.call(investments.get, { params: { id } }))

  const bulk = made(await set({ status_id: committed }))
  expect(counts(bulk)).toMatchObject({ changed: 1, refused: 1 })
  expect(await refusalsOf(ayu, bulk)).toEqual([
    ['None', 'This status needs a committed amount. Enter it on the investment first.'],
  ])
  expect((await investment(big.id)).status.id).toBe(committed)
  const changes = async () => made(await ayu.call(investments.statusChanges, { params: { id: big.id } })).data
  expect(await changes()).toMatchObject([{ from: { id: big.status.id }, to: { id: committed } }, { from: null }])
  await undo(ayu, bulk)
  expect((await investment(big.id)).status.id).toBe(big.status.id)
  expect(await changes()).toHaveLength(3)

  expect((await set({ status_id: lost })).problem.errors).toMatchObject([{ path: 'change.values.lost_reason' }])
  const dropped = made(await set({ status_id: lost, lost_reason: 'Too late' }))
  expect(dropped.changed).toBe(2)
  expect(await investment(none.id)).toMatchObject({ status: { id: lost }, lost_reason: 'Too late' })
  await undo(ayu, dropped)
  expect(await investment(none.id)).toMatchObject({ status: { id: soft }, lost_reason: '' })

  await addTransaction(ayu, big.id)
  const deletion: InputOf<typeof bulkChanges.investments>['body'] = { selection, change: { action: 'delete' } }
  const deleted = made(await ayu.call(bulkChanges.investments, { body: deletion }))
  expect(await refusalsOf(ayu, deleted)).toEqual([['Big', expect.stringContaining('one settled transaction')]])
  expect(deleted.changed).toBe(1)
})

test('undo brings back no stage and no type that was deleted since', async () => {
  const ayu = await signUp()
  const [stage, next] = made(await ayu.call(investmentStages.list)).data
  const [type, other] = made(await ayu.call(investorTypes.list)).data
  const budi = await addInvestor(ayu, { name: 'Budi', investor_type_id: type!.id })
  const stages = [stage!.id, stage!.id, null]
  const held = []
  for (const stage_id of stages) held.push(await addInvestment(ayu, { investor_id: budi.id, stage_id }))
  const ids = held.map(({ id }) => id)
  const staged = made(
    await ayu.call(bulkChanges.investments, {
      body: { selection: { ids }, change: { action: 'set', values: { stage_id: next!.id } } },
    }),
  )
  const typed = made(
    await ayu.call(bulkChanges.investors, {
      body: { selection: { ids: [budi.id] }, change: { action: 'set', values: { investor_type_id: other!.id } } },
    }),
  )
  expect([staged.changed, typed.changed]).toEqual([3, 1])
  expect((await ayu.call(investmentStages.remove, { params: { id: stage!.id } })).status).toBe(204)
  expect((await ayu.call(investorTypes.remove, { params: { id: type!.id } })).status).toBe(204)

  expect(counts(await undo(ayu, staged))).toMatchObject({ undone: 1, not_undone: 2 })
  expect(counts(await undo(ayu, typed))).toMatchObject({ undone: 0, not_undone: 1 })
  expect((await refusalsOf(ayu, staged)).map(([, reason]) => reason)).toEqual([
    'This stage no longer exists.',
    'This stage no longer exists.',
  ])
  const columns = made(await ayu.call(investments.board, { query: { by: 'stage' } })).columns
  expect(columns.filter(({ count }) => count > 0)).toMatchObject([
    { id: null, count: 1 },
    { id: next!.id, count: 2 },
  ])
  expect(made(await ayu.call(investors.get, { params: { id: budi.id } }))).toMatchObject({ type: { id: other!.id } })
})

test('a record in a closed period is refused alone', async () => {
  const ayu = await signUp()
  const investor_id = (await addInvestor(ayu)).id
  const old = await addInvestment(ayu, { investor_id, title: 'Old', committed_on: '2025-01-10', committed_amount: '5' })
  const young = await addInvestment(ayu, { investor_id, title: 'Young' })
  await inTenant(database, { organization_id: organizationOf(ayu) }, ({ db }) =>
    sql`update organizations set closed_until = '2025-12-31' where organization_id = ${organizationOf(ayu)}`.execute(
      db,
    ),
  )
  const body: InputOf<typeof bulkChanges.investments>['body'] = {
    selection: { ids: [old.id, young.id] },
    change: { action: 'delete' },
  }
  const bulk = made(await ayu.call(bulkChanges.investments, { body }))
  expect(counts(bulk)).toMatchObject({ changed: 1, refused: 1 })
  expect((await refusalsOf(ayu, bulk))[0]![0]).toBe('Old')
})

test('a selection that no longer holds is refused as a whole', async () => {
  const [ayu, eve] = [await signUp(), await signUp()]
  const budi = await add(ayu, 'Budi')
  const warm = await tagNamed(ayu, 'Warm')
  const change: Body['change'] = { action: 'add_tags', tag_ids: [warm] }
  const changed = { selection: { filters: {}, expected_count: 2 }, change }
  expect((await ayu.call(bulkChanges.contacts, { body: changed })).problem).toMatchObject({
    code: 'state_conflict',
    message: { code: 'bulk.list_changed', params: { count: 1 } },
  })
  const nobody = { selection: { filters: { q: 'nobody' } }, change }
  expect((await ayu.call(bulkChanges.contacts, { body: nobody })).problem.message.code).toBe('bulk.nothing_selected')
  const filter = { selection: { filters: { tag_id: [budi.id] } }, change }
  expect((await ayu.call(bulkChanges.contacts, { body: filter })).status).toBe(404)
  // Records, tags and bulk changes of another organization do not exist.
  const theirs: Body = { selection: { ids: [budi.id] }, change: { action: 'delete' } }
  expect((await eve.call(bulkChanges.contacts, { body: theirs })).problem.message.code).toBe('bulk.nothing_selected')
  const own = { selection: { ids: [(await add(eve, 'Eve')).id] }, change }
  expect((await eve.call(bulkChanges.contacts, { body: own })).problem.errors).toMatchObject([
    { path: 'change.tag_ids' },
  ])
  const bulk = made(await ayu.call(bulkChanges.contacts, { body: { selection: { ids: [budi.id] }, change } }))
  const params = { id: bulk.id }
  for (const endpoint of [bulkChanges.get, bulkChanges.refusals, bulkChanges.undo])
    expect((await eve.call(endpoint, { params })).status).toBe(404)
  expect((await eve.call(contacts.list, { query: { bulk_change_id: bulk.id } })).status).toBe(404)
  expect((await contact(ayu, budi.id)).tags).toHaveLength(1)
  await sql`update bulk_changes set created_at = now() - interval '25 hours' where id = ${bulk.id}`.execute(
    database.system,
  )
  expect((await ayu.call(bulkChanges.undo, { params })).problem.message.code).toBe('bulk.undo_expired')
})

describe('many records', () => {
  const change = { action: 'set', values: { company: 'New' } } as const
  const start = async (caller: Caller, count: number) => {
    await fill(caller, count)
    return made(await caller.call(bulkChanges.contacts, { body: { selection: { filters: {} }, change } }))
  }
  const look =
    (caller: Caller, { id }: BulkChange) =>
    async () =>
      made(await caller.call(bulkChanges.get, { params: { id } }))
  const expire = (id: string) =>
    sql`update bulk_changes set lease_until = clock_timestamp() - interval '1 second' where id = ${id}`.execute(
      database.system,
    )
  const newOnes = async (caller: Caller) =>
    made(await caller.call(contacts.list, { query: { q: 'New', per_page: 1 } })).pagination.total

  test('after a worker was killed the next one continues where it stopped', async () => {
    const ayu = await signUp()
    const bulk = await start(ayu, 1_200)
    expect(bulk).toMatchObject({ status: 'running', total: 1_200, done: 0 })
    const claim = (await queries.claim(database))!
    expect(claim.id).toBe(bulk.id)
    await runBatch(database, claim, 300)
    expect(await look(ayu, bulk)()).toMatchObject({ status: 'running', done: 300, changed: 300 })
    // The next worker dies after its claim: nobody else may work until its lease expires.
    const dead = (await queries.claim(database))!
    expect(dead.id).toBe(bulk.id)
    expect(await queries.claim(database)).toBeUndefined()
    await expire(bulk.id)
    const next = (await queries.claim(database))!
    // The dead one was only slow, and finds that its lease is lost.
    await runBatch(database, dead, 300)
    expect((await look(ayu, bulk)()).done).toBe(300)
    await runBatch(database, next, 300)
    worker = startBulkChanges({ database, log: silent })
    const done = await until('the bulk change', look(ayu, bulk), ({ status }) => status === 'done')
    expect(counts(done)).toEqual({ ...none, status: 'done', total: 1_200, done: 1_200, changed: 1_200 })
    expect(await newOnes(ayu)).toBe(1_200)
    const { rows } = await inTenant(database, { organization_id: organizationOf(ayu) }, ({ db }) =>
      sql<{ version: number }>`select distinct version from contacts`.execute(db),
    )
    expect(rows).toEqual([{ version: 2 }])
  })

  test('two undos at the same moment, while a worker finishes a batch, are one act that counts the batch', async () => {
    const ayu = await signUp()
    const bulk = await start(ayu, 300)
    const claim = (await queries.claim(database))!
    const commit = await holdOpen(database, organizationOf(ayu), async (tenant) => {
      await workBatch(tenant, (await queries.lock(tenant, bulk.id, claim.token))!, 150)
    })
    const undos = Promise.all([undo(ayu, bulk), undo(ayu, bulk)])
    await waitUntilBlocked(database)
    await commit()
    expect((await undos).map(({ status, undone }) => [status, undone])).toEqual(Array(2).fill(['undone', 150]))
    const { rows: acts } = await inTenant(database, { organization_id: organizationOf(ayu) }, ({ db }) =>
      sql`select detail from audit_events where target_id = ${bulk.id} and action = 'bulk_change_undone'`.execute(db),
    )
    expect(acts).toEqual([{ detail: { kind: 'contacts', action: 'set', count: 150 } }])
  })

  test('undone while it runs: what is left is not done', async () => {
    const ayu = await signUp()
    const bulk = await start(ayu, 600)
    await runBatch(database, (await queries.claim(database))!, 250)
    const claim = (await queries.claim(database))!
    await undo(ayu, bulk)
    await runBatch(database, claim, 250)
    worker = startBulkChanges({ database, log: silent })
    const undone = await until('the undo', look(ayu, bulk), ({ status }) => status === 'undone')
    expect(counts(undone)).toMatchObject({ total: 600, done: 250, changed: 250, undone: 250 })
    expect(await newOnes(ayu)).toBe(0)
  })
})

describe('custom fields', () => {
  const tiers = [{ name: 'Gold' }, { name: 'Silver' }]

  async function addFields(caller: Caller, record: 'contact' | 'investor' | 'investment') {
    const field = (body: Partial<CustomFieldInput> & { name: string }) =>
      caller.call(customFields.create, { body: { record, type: 'text', ...body } })
    made(await field({ name: 'Note' }))
    made(await field({ name: 'Fee', type: 'money' }))
    return made(await field({ name: 'Tiers', type: 'choices', choices: tiers }))
  }
  const before = { note: 'Old', tiers: ['gold'] }
  const after = { note: 'Old', tiers: ['silver', 'gold'], fee: { amount: '5', currency: 'USD' } }
  const custom: CustomInput = { tiers: ['silver', 'gold'], fee: after.fee }
  const change = { action: 'set', values: { custom } } as const

  test.each(['contacts', 'investors', 'investments'] as const)('of %s are set, and restored by Undo', async (kind) => {
    const ayu = await signUp()
    await addFields(ayu, kind === 'contacts' ? 'contact' : kind === 'investors' ? 'investor' : 'investment')
    const make = {
      contacts: (custom: object) => add(ayu, 'Budi', { custom }),
      investors: (custom: object) => addInvestor(ayu, { custom } as never),
      investments: async (custom: object) =>
        addInvestment(ayu, { investor_id: (await addInvestor(ayu)).id, custom } as never),
    }[kind]
    const ids = [(await make(before)).id, (await make({})).id, (await make(after)).id]
    const customOf = async (id: string) => {
      const one = { contacts, investors, investments }[kind].get
      return made(await ayu.call(one, { params: { id } })).custom
    }
    const done = made(await ayu.call(bulkChanges[kind], { body: { selection: { ids }, change } }))
    expect(counts(done)).toEqual({ ...none, status: 'done', total: 3, done: 3, changed: 2 })
    expect(await Promise.all(ids.map(customOf))).toEqual([after, { tiers: after.tiers, fee: after.fee }, after])
    expect(made(await ayu.call(bulkChanges.list)).data[0]).toMatchObject({
      fields: ['custom.fee', 'custom.tiers'],
      names: ['Fee', 'Tiers'],
    })
    expect(counts(await undo(ayu, done))).toMatchObject({ undone: 2, not_undone: 0 })
    expect(await Promise.all(ids.map(customOf))).toEqual([before, {}, after])
  })

  test('a wrong value is refused for all records, and a choice deleted since is not restored', async () => {
    const ayu = await signUp()
    const field = await addFields(ayu, 'contact')
    const { id } = await add(ayu, 'Budi', { custom: before })
    const selection = { ids: [id] }
    const wrong = { action: 'set', values: { custom: { tiers: ['bronze'] as string[] } } } as const
    const { problem } = await ayu.call(bulkChanges.contacts, { body: { selection, change: wrong } })
    expect(problem).toMatchObject({ code: 'invalid_request', errors: [{ path: 'change.values.custom.tiers' }] })
    const empty = { action: 'set', values: { custom: { tiers: null } } } as const
    const done = made(await ayu.call(bulkChanges.contacts, { body: { selection, change: empty } }))
    const choices = [field.choices[1]!] as never
    made(await ayu.call(customFields.update, { params: { id: field.id }, body: { version: field.version, choices } }))
    await undo(ayu, done)
    expect(await refusalsOf(ayu, done)).toEqual([
      ['Budi', 'The custom field or one of its choices has been changed or deleted.'],
    ])
    expect((await contact(ayu, id)).custom).toEqual({ note: 'Old' })
  })
})
