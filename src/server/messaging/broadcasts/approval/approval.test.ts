// Approval by a second person: when it is needed, who may decide, what a decision binds. Sending: engine/approved.test.ts.
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { broadcastGroups } from '../../../../contract/broadcast-groups.ts'
import { broadcasts } from '../../../../contract/broadcasts.ts'
import { contacts } from '../../../../contract/contacts.ts'
import { erasures } from '../../../../contract/erasures.ts'
import { home } from '../../../../contract/home.ts'
import { organization } from '../../../../contract/organization.ts'
import { roles } from '../../../../contract/roles.ts'
import { templates } from '../../../../contract/templates.ts'
import { users } from '../../../../contract/users.ts'
import { deriveKeys, unseal } from '../../../keys.ts'
import { inTenant } from '../../../platform/db/index.ts'
import type { Email } from '../../../platform/mail/service.ts'
import { approvals } from '../../../test/approvals.ts'
import { addContacts, ordinary, quiet, testEngine } from '../../../test/engine.ts'
import { made } from '../../../test/records.ts'
import { holdOpen, waitUntilBlocked } from '../../../test/two-at-once.ts'
import { claimUnwritten } from '../../engine/claims/queries.ts'
import { prepare } from '../../engine/preparing.ts'
import { freezeAudience, markWritten } from '../../engine/queries.ts'
import { openRenderer } from '../../engine/rendering.ts'
import { broadcastsForEngine } from '../engine-port.ts'
import * as queries from '../queries.ts'
import { active, asked as turnOf } from '../turns/queries.ts'
import { approveChanges, approve as approveInside } from './approval.ts'

const engine = await testEngine()
const keys = deriveKeys(engine.config.secret)
const { signUp, database, clock } = engine
const { member, tick, setRule, desk, approve } = approvals(engine)
const [minute, hour] = [60_000, 3_600_000]
const later = (ms: number) => new Date(clock.now.getTime() + ms)
const inJakarta = (at: Date) => new Date(at.getTime() + 7 * hour).toISOString().slice(0, 16)
const none = { approval_always: false, approval_above: null, approval_amounts: false }

describe('the rule', () => {
  test('is off at first, and then nothing changes', async () => {
    const owner = await signUp()
    expect(made(await owner.call(organization.get))).toMatchObject(none)
    const { author, draft, show } = await desk(none)
    const { id } = await draft()
    expect(made(await author.call(broadcasts.preflight, { params: { id } })).needs_approval).toBe(false)
    made(await author.call(broadcasts.send, { params: { id } }))
    await tick()
    expect(await show(id)).toMatchObject({ status: 'sending', approval: null, counts: { pending: 2 } })
  })

  const amount = 'Halo {{ contact.name }}, {{ investor.outstanding | money }}'
  const listed = '{% for investment in investments %}{{ investment.funded | money }} {% endfor %}'
  test.each([
    ['always', { approval_always: true }, {}, true],
    ['more than one recipient', { approval_above: 1 }, {}, true],
    ['more than two recipients', { approval_above: 2 }, {}, false],
    ['amounts, with one', { approval_amounts: true }, { body: amount }, true],
    ['amounts, with one in a loop', { approval_amounts: true }, { body: listed }, true],
    ['amounts, without one', { approval_amounts: true }, {}, false],
    ['both, with an amount', { approval_amounts: true, approval_above: 5 }, { body: amount }, true],
    ['both, with neither', { approval_amounts: true, approval_above: 5 }, {}, false],
  ] as const)('%s: neither sends nor schedules without approval', async (_, rule, more, isNeeded) => {
    const { author, draft, show } = await desk(rule)
    const now = await draft(more)
    const planned = await draft({ ...more, send_at: inJakarta(later(hour)) })
    for (const [press, { id }] of [
      ['send', now],
      ['schedule', planned],
    ] as const) {
      expect(made(await author.call(broadcasts.preflight, { params: { id } })).needs_approval).toBe(isNeeded)
      const { status, problem } = await author.call(broadcasts[press], { params: { id } })
      expect([press, status, problem?.code]).toEqual(
        isNeeded ? [press, 409, 'approval_required'] : [press, 200, undefined],
      )
      expect((await show(id)).status === 'draft').toBe(isNeeded)
    }
  })

  test('is checked again when the recipients are frozen', async () => {
    const { owner, author, draft, show } = await desk({ approval_above: 2 })
    const template = made(await owner.call(templates.create, { body: { name: 'News', body: 'Halo' } }))
    const { id } = await draft({ body: null, template_id: template.id })
    made(await author.call(broadcasts.send, { params: { id } }))
    await addContacts(owner, [ordinary(9)])
    await tick()
    const paused = await show(id)
    expect(paused).toMatchObject({ status: 'paused', pause_reason: 'needs_approval', started_at: null })
    expect(paused.counts.pending).toBe(0)
    expect((await author.call(broadcasts.resume, { params: { id } })).problem.code).toBe('approval_required')
    expect(made(await author.call(broadcasts.unschedule, { params: { id } }))).toMatchObject({ status: 'draft' })
    // The broadcast uses its template again, so it follows changes of the template.
    made(await owner.call(templates.update, { params: { id: template.id }, body: { version: 1, body: 'Baru' } }))
    expect(await show(id)).toMatchObject({ body: 'Baru', template_id: template.id })
  })

  test('is checked again at the scheduled time: an audience that has grown waits for a person', async () => {
    const { owner, author, draft, show } = await desk({ approval_above: 2 })
    const group = made(
      await owner.call(broadcastGroups.create, {
        body: {
          name: 'All',
          segment: {
            type: 'group',
            match: 'all',
            rules: [{ type: 'rule', field: 'contact.name', operator: 'contains', value: 'Contact' }],
          },
        } as never,
      }),
    )
    const { id } = await draft({ audience: { broadcast_group_ids: [group.id] }, send_at: inJakarta(later(hour)) })
    made(await author.call(broadcasts.schedule, { params: { id } }))
    await addContacts(owner, [ordinary(9)])
    await tick(later(hour + minute))
    expect(await show(id)).toMatchObject({ status: 'paused', pause_reason: 'needs_approval', started_at: null })
  })

  test('counts at the scheduled time, even if it was set after the broadcast was scheduled', async () => {
    const { owner, author, draft, show } = await desk(none)
    const { id } = await draft({ send_at: inJakarta(later(hour)) })
    made(await author.call(broadcasts.schedule, { params: { id } }))
    await setRule(owner, { approval_always: true })
    await tick(later(hour + minute))
    expect(await show(id)).toMatchObject({ status: 'paused', pause_reason: 'needs_approval' })
  })
})

describe('a request', () => {
  test('freezes and writes every message, and sends nothing', async () => {
    const { asked, recipients, owner, author } = await desk()
    const it = await asked()
    expect(it).toMatchObject({
      status: 'awaiting_approval',
      started_at: null,
      approval: { state: 'asked', requested_by: expect.stringContaining('Second'), decided_at: null },
      counts: { pending: 2 },
      is_author: false,
    })
    expect((await recipients(it.id)).map(({ name, text }) => [name, text])).toEqual([
      ['Contact 1', 'Halo Contact 1'],
      ['Contact 2', 'Halo Contact 2'],
    ])
    expect(made(await author.call(broadcasts.get, { params: { id: it.id } })).is_author).toBe(true)
    for (const press of ['send', 'schedule', 'resume', 'pause', 'unschedule'] as const)
      expect([press, (await owner.call(broadcasts[press], { params: { id: it.id } })).status]).toEqual([press, 409])
    const edit = await author.call(broadcasts.update, {
      params: { id: it.id },
      body: { version: it.version, body: 'Lain' },
    })
    expect([edit.status, edit.problem.message.code]).toEqual([409, 'broadcast.is_requested'])
    expect((await author.call(broadcasts.remove, { params: { id: it.id } })).status).toBe(409)
    // The scheduler starts nothing while the request is undecided.
    await tick(later(hour))
    expect((await owner.call(broadcasts.get, { params: { id: it.id } })).body.status).toBe('awaiting_approval')
  })

  test('leaves out recipients who would get no message, with the reason', async () => {
    const { owner, contactIds, asked, recipients } = await desk()
    await owner.call(contacts.update, { params: { id: contactIds[0]! }, body: { version: 1, company: 'PT Maju' } })
    const { id, counts } = await asked({ body: 'Halo {{ contact.company }}' })
    expect(counts).toMatchObject({ pending: 1, skipped: 1 })
    expect((await recipients(id)).map(({ text, reason }) => [text, reason])).toEqual([
      ['Halo PT Maju', null],
      [null, 'missing_variable:contact.company'],
    ])
  })

  test('continues after a kill between freezing and writing', async () => {
    const { author, draft, show, scope, recipients } = await desk(undefined, 3)
    const { id, session_id } = await draft()
    made(await author.call(broadcasts.requestApproval, { params: { id } }))
    // As after a kill: the audience is frozen, and one of three messages is written.
    await inTenant(database, scope, async (tenant) => {
      await freezeAudience(tenant, { id, session_id, all_contacts: true })
      const [first] = await claimUnwritten(tenant, id, 1, null)
      await markWritten(tenant, await openRenderer(null).decide(tenant, (await turnOf(tenant, id))!, [first!]))
    })
    expect(await show(id)).toMatchObject({ status: 'preparing', approval: { written: 1 }, counts: { pending: 3 } })
    const early = await approve(author, await show(id))
    expect(early.problem.code).not.toBeUndefined()
    await tick()
    expect(await show(id)).toMatchObject({ status: 'awaiting_approval', counts: { pending: 3 } })
    expect((await recipients(id)).map(({ text }) => text)).toEqual([
      'Halo Contact 1',
      'Halo Contact 2',
      'Halo Contact 3',
    ])
  })

  test('is accepted once, and only for a draft', async () => {
    const { author, approver, asked, draft } = await desk()
    const it = await asked()
    expect(made(await author.call(broadcasts.requestApproval, { params: { id: it.id } })).version).toBe(it.version)
    made(await approve(approver, it))
    expect((await author.call(broadcasts.requestApproval, { params: { id: it.id } })).status).toBe(409)
    const empty = await draft({ audience: {} })
    const refused = await author.call(broadcasts.requestApproval, { params: { id: empty.id } })
    expect(refused.problem.errors).toMatchObject([{ path: 'audience' }])
  })

  test('fails, and skips the recipients, if Kabar no longer accepts the text', async () => {
    const { author, draft, show, scope } = await desk()
    const { id } = await draft()
    made(await author.call(broadcasts.requestApproval, { params: { id } }))
    await inTenant(database, scope, ({ db }) =>
      sql`update broadcasts set body = '{{ contact.unknown }}' where id = ${id}`.execute(db),
    )
    await tick()
    expect(await show(id)).toMatchObject({ status: 'failed', counts: { pending: 0, skipped: 2 } })
  })
})

describe('who decides', () => {
  test('nobody who created, edited, copied or requested it', async () => {
    const { owner, approver, draft } = await desk()
    const editor = await member(owner, 'admin')
    const asker = await member(owner, 'admin')
    const made1 = await draft()
    made(await editor.call(broadcasts.update, { params: { id: made1.id }, body: { version: 1, name: 'Edited' } }))
    made(await asker.call(broadcasts.requestApproval, { params: { id: made1.id } }))
    await tick()
    const it = made(await owner.call(broadcasts.get, { params: { id: made1.id } }))
    for (const one of [editor, asker]) {
      const { problem } = await approve(one, it)
      expect([problem.code, problem.message.code]).toEqual(['forbidden', 'broadcast.own_approval'])
      const rejected = await one.call(broadcasts.reject, {
        params: { id: it.id },
        body: { version: it.version, reason: 'No' },
      })
      expect(rejected.problem.code).toBe('forbidden')
    }
    const copied = made(await approver.call(broadcasts.duplicate, { params: { id: it.id } }))
    made(await editor.call(broadcasts.requestApproval, { params: { id: copied.id } }))
    await tick()
    const copy = made(await owner.call(broadcasts.get, { params: { id: copied.id } }))
    expect((await approve(approver, copy)).problem.code).toBe('forbidden')
    expect(made(await approve(owner, copy)).status).toBe('sending')
  })

  test('nobody without the permission, whatever else their role allows', async () => {
    const { owner, asked } = await desk()
    const it = await asked()
    const own = made(
      await owner.call(roles.create, { body: { name: 'Sender', permissions: ['edit', 'send_broadcasts'] } }),
    )
    const approving = made(
      await owner.call(roles.create, { body: { name: 'Approver', permissions: ['approve_broadcasts'] } }),
    )
    for (const role of ['member', 'viewer', own.id])
      expect((await approve(await member(owner, role), it)).problem.message.code).toBe('forbidden.permission')
    expect(made(await approve(await member(owner, approving.id), it)).status).toBe('sending')
  })

  test('one of two people who decide at the same time', async () => {
    const { owner, approver, asked, scope } = await desk()
    const it = await asked()
    // The owner's approval is not committed yet when the other person rejects.
    const commit = await holdOpen(database, scope.organization_id, async (tenant) => {
      const { rows } = await sql<{ id: string }>`
        select id from users where organization_id = ${tenant.organization_id} and role = 'owner'`.execute(tenant.db)
      await approveInside(
        { ...tenant, user_id: rows[0]!.id },
        it.id,
        { version: it.version, now: clock.now },
        { keys, publicUrl: '' },
      )
    })
    const rejecting = approver.call(broadcasts.reject, {
      params: { id: it.id },
      body: { version: it.version, reason: 'No' },
    })
    await waitUntilBlocked(database)
    await commit()
    expect((await rejecting).problem.code).toBe('state_conflict')
    expect(made(await owner.call(broadcasts.get, { params: { id: it.id } }))).toMatchObject({
      status: 'sending',
      approval: { state: 'approved' },
      counts: { pending: 2 },
    })
    expect((await approve(approver, it)).problem.code).toBe('state_conflict')
  })

  test('a person who presses the button twice decides once', async () => {
    const { author, approver, asked, owner } = await desk()
    const it = await asked()
    const presses = await Promise.all([1, 2, 3].map(() => approve(approver, it)))
    expect(presses.map(({ status, body }) => [status, body.status])).toEqual(Array(3).fill([200, 'sending']))
    const history = async (id: string) => made(await owner.call(broadcasts.approvals, { params: { id } })).data
    expect(await history(it.id)).toHaveLength(1)
    const other = await asked()
    const body = { version: other.version, reason: 'No' }
    for (let press = 0; press < 2; press++)
      expect(made(await approver.call(broadcasts.reject, { params: { id: other.id }, body })).status).toBe('draft')
    expect(await history(other.id)).toHaveLength(1)
    // The repeated request is undecided: the approver has not seen it.
    made(await author.call(broadcasts.requestApproval, { params: { id: other.id } }))
    await tick()
    expect((await approve(approver, other)).problem.code).toBe('version_conflict')
  })

  test('only on the version that they saw', async () => {
    const { author, approver, asked, owner } = await desk()
    const it = await asked()
    made(await author.call(broadcasts.withdraw, { params: { id: it.id } }))
    const back = made(await owner.call(broadcasts.get, { params: { id: it.id } }))
    made(await author.call(broadcasts.update, { params: { id: it.id }, body: { version: back.version, body: 'Lain' } }))
    expect((await approve(approver, it)).problem.code).toBe('state_conflict')
    made(await author.call(broadcasts.requestApproval, { params: { id: it.id } }))
    await tick()
    expect((await approve(approver, it)).problem.code).toBe('version_conflict')
    const rejected = await approver.call(broadcasts.reject, {
      params: { id: it.id },
      body: { version: it.version, reason: 'No' },
    })
    expect(rejected.problem.code).toBe('version_conflict')
  })
})

describe('a decision', () => {
  test('records a digest of the text, the file, the audience and every message', async () => {
    const { approver, asked, scope, owner } = await desk()
    const it = await asked()
    made(await approve(approver, it))
    const [record] = made(await owner.call(broadcasts.approvals, { params: { id: it.id } })).data
    expect(record).toMatchObject({ decision: 'approved', recipients: 2, decided_by: expect.stringContaining('Second') })
    const { rows } = await inTenant(database, scope, ({ db }) =>
      sql<{ id: string; address: string; approved_text: string }>`
        select id, address, approved_text from recipients where broadcast_id = ${it.id} order by id`.execute(db),
    )
    const sha = (text: string) => createHash('sha256').update(text).digest('hex')
    // PostgreSQL writes a space after each comma in a JSON array.
    const array = (values: unknown[]) => `[${values.map((value) => JSON.stringify(value)).join(', ')}]`
    const digests = rows.map((row) => sha(array([row.id, row.address, true, row.approved_text]))).join('')
    expect(record!.digest).toBe(sha(array(['Halo {{ contact.name }}', null, digests])))
  })

  test('to reject turns it into a draft with the reason, until approval is requested again', async () => {
    const { owner, author, approver, asked, show } = await desk()
    const template = made(
      await owner.call(templates.create, { body: { name: 'News', body: 'Halo {{ contact.name }}' } }),
    )
    const it = await asked({ body: null, template_id: template.id })
    made(await owner.call(templates.update, { params: { id: template.id }, body: { version: 1, body: 'Baru' } }))
    // The requested text is frozen, although the template changed.
    expect((await show(it.id)).body).toBe('Halo {{ contact.name }}')
    const reject = { params: { id: it.id }, body: { version: it.version, reason: 'Wrong quarter' } }
    const blank = await approver.call(broadcasts.reject, { ...reject, body: { version: it.version, reason: ' ' } })
    expect(blank.status).toBe(400)
    const rejected = made(await approver.call(broadcasts.reject, reject))
    expect(rejected).toMatchObject({
      status: 'draft',
      body: 'Baru',
      approval: null,
      rejection: { reason: 'Wrong quarter', by: expect.stringContaining('Second') },
      counts: { pending: 0 },
    })
    made(await author.call(broadcasts.requestApproval, { params: { id: it.id } }))
    expect((await show(it.id)).rejection).toBeNull()
    const history = made(await owner.call(broadcasts.approvals, { params: { id: it.id } })).data
    expect(history.map(({ decision }) => decision)).toEqual([null, 'rejected'])
  })

  test('prepares nothing from a request that was read before it was withdrawn, changed and repeated', async () => {
    const { author, contactIds, draft, show } = await desk(undefined, 2)
    const { id } = await draft()
    made(await author.call(broadcasts.requestApproval, { params: { id } }))
    const stale = (await active(database, clock.now)).find((one) => one.id === id)!
    const { version } = made(await author.call(broadcasts.withdraw, { params: { id } }))
    const body = { version, audience: { contact_ids: [contactIds[0]!] } }
    made(await author.call(broadcasts.update, { params: { id }, body }))
    made(await author.call(broadcasts.requestApproval, { params: { id } }))
    expect(await prepare({ database, broadcasts: broadcastsForEngine, log: quiet }, stale)).toBe(false)
    expect(await show(id)).toMatchObject({ status: 'preparing', counts: { pending: 0 } })
    await tick()
    expect(await show(id)).toMatchObject({ status: 'awaiting_approval', counts: { pending: 1 } })
  })

  test('withdrawing and cancelling end a request, even while messages are being written', async () => {
    const { author, asked, draft, show } = await desk()
    const early = await draft({ body: 'Halo' })
    made(await author.call(broadcasts.requestApproval, { params: { id: early.id } }))
    expect(made(await author.call(broadcasts.withdraw, { params: { id: early.id } }))).toMatchObject({
      status: 'draft',
      body: 'Halo',
      counts: { pending: 0 },
    })
    await tick()
    expect((await show(early.id)).status).toBe('draft')
    const late = await asked()
    made(await author.call(broadcasts.withdraw, { params: { id: late.id } }))
    expect(await show(late.id)).toMatchObject({ status: 'draft', counts: { pending: 0, skipped: 0 } })
    expect((await author.call(broadcasts.withdraw, { params: { id: early.id } })).status).toBe(200)
    const third = await asked()
    expect(made(await author.call(broadcasts.cancel, { params: { id: third.id } }))).toMatchObject({
      status: 'cancelled',
      counts: { pending: 0, cancelled: 2 },
    })
    expect((await author.call(broadcasts.withdraw, { params: { id: third.id } })).status).toBe(409)
  })

  test('to approve before the start time schedules it, and it starts with the approved recipients', async () => {
    const { owner, approver, asked, show } = await desk()
    const it = await asked({ send_at: inJakarta(later(2 * hour)) })
    expect(made(await approve(approver, it))).toMatchObject({ status: 'scheduled', started_at: null })
    await addContacts(owner, [ordinary(9)])
    await setRule(owner, { approval_above: 0 })
    await tick(later(2 * hour + minute))
    expect(await show(it.id)).toMatchObject({
      status: 'sending',
      started_at: expect.any(String),
      driver: 'simulator',
      counts: { pending: 2 },
    })
  })

  test('is void once an approved broadcast is a draft again', async () => {
    const { author, approver, asked, show } = await desk()
    const it = await asked({ send_at: inJakarta(later(2 * hour)) })
    made(await approve(approver, it))
    made(await author.call(broadcasts.unschedule, { params: { id: it.id } }))
    expect(await show(it.id)).toMatchObject({ status: 'draft', approval: null, counts: { pending: 0 } })
    expect((await author.call(broadcasts.schedule, { params: { id: it.id } })).problem.code).toBe('approval_required')
  })

  test('stays valid if Kabar misses the start', async () => {
    const { author, approver, asked, show } = await desk()
    const it = await asked({ send_at: inJakarta(later(2 * hour)) })
    made(await approve(approver, it))
    await tick(later(4 * hour))
    expect(await show(it.id)).toMatchObject({ status: 'paused', pause_reason: 'missed_window', counts: { pending: 2 } })
    expect(made(await author.call(broadcasts.resume, { params: { id: it.id } }))).toMatchObject({
      status: 'sending',
      started_at: expect.any(String),
    })
  })

  test('does not send to a person who was erased while it waited', async () => {
    const { owner, approver, contactIds, asked, scope } = await desk()
    const it = await asked()
    made(
      await owner.call(erasures.create, { body: { contact_id: contactIds[0]!, confirmation: 'Contact 1' } as never }),
    )
    expect(made(await approve(approver, it))).toMatchObject({ status: 'sending', counts: { pending: 1, skipped: 1 } })
    const { rows } = await inTenant(database, scope, ({ db }) =>
      sql`select from recipients where broadcast_id = ${it.id} and approved_text like '%Contact 1%'`.execute(db),
    )
    expect(rows).toEqual([])
    const [record] = made(await owner.call(broadcasts.approvals, { params: { id: it.id } })).data
    expect(record!.recipients).toBe(1)
  })

  test('waits while another process writes the messages', async () => {
    const { author, draft, scope, show } = await desk()
    const { id } = await draft()
    made(await author.call(broadcasts.requestApproval, { params: { id } }))
    const commit = await holdOpen(database, scope.organization_id, (tenant) => queries.lockBroadcast(tenant, id))
    // Another process has locked the broadcast, so this tick skips it.
    await tick()
    expect((await show(id)).counts.pending).toBe(0)
    await commit()
    await tick()
    expect((await show(id)).status).toBe('awaiting_approval')
  })
})

test('Home and an email tell those who may decide, and an email tells those who asked', async () => {
  const { owner, author, approver, asked, scope } = await desk()
  const it = await asked({ name: 'Quarter' })
  const alerts = async (person: typeof owner) =>
    made(await person.call(home.get)).alerts.filter(({ kind }) => kind === 'approval')
  expect(await alerts(owner)).toMatchObject([{ key: it.id, title: 'Quarter', detail: it.approval!.requested_by }])
  expect(await alerts(author)).toEqual([])
  const emails = async () => {
    const { rows } = await sql<{ id: string; encrypted: Buffer }>`
      select id, encrypted from mails where organization_id = ${scope.organization_id} order by created_at, id`.execute(
      database.system,
    )
    const letters: Email[] = rows.map(({ id, encrypted }) =>
      JSON.parse(unseal(keys('mail'), `${scope.organization_id}|${id}`, encrypted).toString()),
    )
    return letters.filter(({ subject }) => subject.includes('Quarter')).map(({ to, subject }) => [to.name, subject])
  }
  const nameOf = async (person: typeof owner) => made(await person.call(users.profile)).name
  const told = [await nameOf(owner), await nameOf(approver)].map((name) => [name, 'For your approval: Quarter'])
  expect((await emails()).sort()).toEqual(told.sort())
  const { version } = it
  made(await approver.call(broadcasts.reject, { params: { id: it.id }, body: { version, reason: 'Wrong figures' } }))
  expect(await alerts(owner)).toEqual([])
  expect((await emails()).filter(([name]) => name === it.approval!.requested_by)).toEqual([
    [await nameOf(author), 'Rejected: Quarter'],
  ])
  made(await author.call(broadcasts.requestApproval, { params: { id: it.id } }))
  await tick()
  made(await approve(approver, made(await owner.call(broadcasts.get, { params: { id: it.id } }))))
  expect(await emails()).toContainEqual([await nameOf(author), 'Approved: Quarter'])
})

test('a broadcast is not completed while changed messages are being approved', async () => {
  const { approver, asked, scope, show } = await desk()
  const it = await asked()
  made(await approve(approver, it))
  // Both messages have changed and none is left to send, so the next tick would complete the broadcast.
  const admin = await inTenant(database, scope, async ({ db, organization_id }) => {
    await sql`update recipients set status = 'skipped', reason = 'changed_since_approval', drifted_text = 'Halo', due_at = null
      where broadcast_id = ${it.id}`.execute(db)
    const { rows } = await sql<{ id: string }>`
      select id from users where organization_id = ${organization_id} and role = 'admin'`.execute(db)
    return rows[0]!.id
  })
  const { digest } = made(await approver.call(broadcasts.changedMessages, { params: { id: it.id } }))
  const commit = await holdOpen(database, scope.organization_id, (tenant) =>
    approveChanges({ ...tenant, user_id: admin }, it.id, digest),
  )
  const ticking = tick()
  await waitUntilBlocked(database)
  await commit()
  await ticking
  expect(await show(it.id)).toMatchObject({ status: 'sending', finished_at: null, changed: 0, counts: { pending: 2 } })
})

test('another organization sees and decides nothing', async () => {
  const { asked } = await desk()
  const it = await asked()
  const stranger = await signUp()
  const params = { id: it.id }
  expect((await approve(stranger, it)).status).toBe(404)
  const { version } = it
  expect((await stranger.call(broadcasts.reject, { params, body: { version, reason: 'No' } })).status).toBe(404)
  expect((await stranger.call(broadcasts.withdraw, { params })).status).toBe(404)
  expect((await stranger.call(broadcasts.requestApproval, { params })).status).toBe(404)
  expect((await stranger.call(broadcasts.approvals, { params })).status).toBe(404)
  expect((await stranger.call(broadcasts.changedMessages, { params })).status).toBe(404)
  expect((await stranger.call(broadcasts.approveChanges, { params, body: { digest: '0'.repeat(64) } })).status).toBe(
    404,
  )
})
