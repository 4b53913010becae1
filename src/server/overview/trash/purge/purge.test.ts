// Purge of the trash: after 30 days and on request, and what stays of the past.
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { broadcastGroups } from '../../../../contract/broadcast-groups.ts'
import { broadcasts } from '../../../../contract/broadcasts.ts'
import { contacts } from '../../../../contract/contacts.ts'
import { dashboard } from '../../../../contract/dashboard.ts'
import { investments } from '../../../../contract/investments.ts'
import { investors } from '../../../../contract/investors.ts'
import { notes } from '../../../../contract/notes.ts'
import { offerings } from '../../../../contract/offerings.ts'
import { organization } from '../../../../contract/organization.ts'
import { templates } from '../../../../contract/templates.ts'
import { transactions } from '../../../../contract/transactions.ts'
import { type TrashKind, trash } from '../../../../contract/trash.ts'
import type { Caller } from '../../../test/app.ts'
import { quiet, readyFor, testEngine } from '../../../test/engine.ts'
import { addInvestment, addInvestor, addTransaction, made, statusOf } from '../../../test/records.ts'
import { asOrganization } from '../../../test/sums.ts'
import { until } from '../../../test/until.ts'
import { purgeTrash } from './worker.ts'

const { signUp, start, database } = await testEngine()
const days = (n: number) => new Date(Date.now() + n * 86_400_000)
const params = ({ id }: { id: string }) => ({ params: { id } })
const entries = async (caller: Caller) => made(await caller.call(trash.list, { query: { per_page: 100 } })).data
const kinds = async (caller: Caller) => (await entries(caller)).map(({ kind }) => kind).sort()
const rowsOf = async (caller: Caller, table: string, id: string) =>
  await asOrganization(database, caller, async ({ db }) => {
    const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(table)} where id = ${id}`.execute(db)
    return rows
  })

const purgeAt = (now: Date) => purgeTrash(database, { ...quiet, error: (detail) => fail(detail) }, now)
const fail = (detail: object) => {
  throw (detail as { err: Error }).err
}

/** What belongs to the past: an investor and a payment that an earlier day counts, and a broadcast that was sent. */
async function past(ayu: Caller) {
  const { id: a } = await addInvestor(ayu, {
    ...{ name: 'Former owner', email: 'former@example.com', notes: 'Private', country: 'SG' },
    ...{ preferred_currency: 'USD', ticket_min: '1000' },
  })
  const { id: b } = await addInvestor(ayu, { name: 'Owner' })
  const money = { committed_amount: '100', committed_on: '2025-01-05' }
  const { id } = await addInvestment(ayu, { investor_id: a, status_id: await statusOf(ayu, 'committed'), ...money })
  await addTransaction(ayu, id, { amount: '60', settled_on: '2025-03-01' })
  const dueOn = { state: 'scheduled', settled_on: null, due_on: '2025-06-01', note: 'Ask Budi' } as const
  const due = await addTransaction(ayu, id, { amount: '40', ...dueOn })
  await asOrganization(database, ayu, async ({ db }) => {
    const at = sql.lit('2025-01-01T03:00:00Z')
    await sql`update investments set created_at = ${at}, status_since = ${at}`.execute(db)
    await sql`update investment_status_changes set at = ${at}`.execute(db)
    await sql`update transactions set created_at = ${at}`.execute(db)
  })
  const { version } = made(await ayu.call(investments.get, { params: { id } }))
  made(await ayu.call(investments.update, { params: { id }, body: { version, investor_id: b } }))
  made(await ayu.call(investors.remove, { params: { id: a } }))
  made(await ayu.call(transactions.remove, { params: { id, transaction_id: due.id } }))
  return { a, b, id, due: due.id }
}

test('after 30 days what was deleted is gone, and figures of past days are as before', async () => {
  const [ayu, other] = [await signUp({ country: 'US' }), await signUp()]
  const { a, id, due } = await past(ayu)
  const planned = await addInvestment(ayu, { investor_id: (await addInvestor(ayu, { name: 'Other' })).id })
  await addTransaction(ayu, planned.id, { state: 'scheduled', settled_on: null, due_on: '2025-05-01' })
  made(await ayu.call(investments.remove, params(planned)))
  const contact = made(await ayu.call(contacts.create, { body: { name: 'Gone', phone: '+62 812 5555 0001' } }))
  made(await ayu.call(notes.create, { body: { contact_id: contact.id, body: 'Private' } }))
  made(await ayu.call(contacts.remove, params(contact)))
  const theirs = made(await other.call(contacts.create, { body: { name: 'Theirs' } }))
  made(await ayu.call(organization.closePeriod, { body: { closed_until: '2025-12-31' } }))
  const asOf = async () => made(await ayu.call(dashboard.get, { query: { as_of: '2025-12-31' } }))
  const before = await asOf()
  expect(before.top_investors).toMatchObject([{ id: a, name: 'Former owner', funded: '60.00' }])
  expect(await kinds(ayu)).toEqual(['contact', 'investment', 'investor', 'transaction'])
  const [first] = await entries(ayu)
  expect(Date.parse(first!.purge_at) - Date.parse(first!.deleted_at)).toBe(30 * 86_400_000)

  await purgeAt(days(29))
  expect(await kinds(ayu)).toHaveLength(4)
  await purgeAt(days(31))
  expect(await kinds(ayu)).toEqual([])
  expect(await asOf()).toEqual(before)
  expect([await rowsOf(ayu, 'contacts', contact.id), await rowsOf(ayu, 'investments', planned.id)]).toEqual([[], []])
  expect(await rowsOf(ayu, 'investors', a)).toMatchObject([
    { name: 'Former owner', email: '', notes: '', country: 'SG', preferred_currency: null, ticket_min: null },
  ])
  expect(await rowsOf(ayu, 'transactions', due)).toMatchObject([{ note: '', deleted_at: expect.any(String) }])
  // What stays for the past cannot be restored.
  expect((await ayu.call(investors.restore, { params: { id: a } })).status).toBe(404)
  expect((await ayu.call(transactions.restore, { params: { id, transaction_id: due } })).status).toBe(404)
  expect((await other.call(contacts.get, params(theirs))).status).toBe(200)
  const events = await asOrganization(database, ayu, ({ db }) =>
    db.selectFrom('audit_events').select(['detail', 'user_id']).where('action', '=', 'trash_purged').execute(),
  )
  expect(events).toContainEqual({ detail: { kind: 'contact', count: 1 }, user_id: null })
})

test('a sent broadcast, its template and its group stay for its recipients', async () => {
  const ayu = await signUp()
  const engine = start()
  const { id } = await readyFor(ayu, 2)
  made(await ayu.call(broadcasts.send, { params: { id } }))
  await until('sent', async () => made(await ayu.call(broadcasts.get, { params: { id } })).status === 'completed')
  await engine.stop()
  const { template_id } = made(await ayu.call(broadcasts.get, { params: { id } }))
  const recipients = async () =>
    await asOrganization(database, ayu, ({ db }) =>
      db.selectFrom('recipients').select(['id', 'name', 'address', 'text', 'status']).orderBy('id').execute(),
    )
  const before = await recipients()
  expect(before).toHaveLength(2)
  const draft = made(await ayu.call(broadcasts.duplicate, { params: { id } }))
  const unused = made(await ayu.call(broadcastGroups.create, { body: { name: 'Angels' } }))
  for (const [endpoint, of] of [
    [broadcasts.remove, draft.id],
    [broadcasts.remove, id],
    [templates.remove, template_id!],
    [broadcastGroups.remove, unused.id],
  ] as const)
    made(await ayu.call(endpoint, { params: { id: of } }))
  expect(await kinds(ayu)).toEqual(['broadcast', 'broadcast', 'broadcast_group', 'template'])
  expect((await entries(ayu)).every(({ deleted_by }) => deleted_by !== null)).toBe(true)
  made(await ayu.call(broadcasts.restore, params(draft)))
  expect(made(await ayu.call(broadcasts.get, params(draft))).status).toBe('draft')
  made(await ayu.call(broadcasts.remove, params(draft)))

  await purgeAt(days(31))
  expect(await kinds(ayu)).toEqual([])
  expect(await recipients()).toEqual(before)
  expect(await rowsOf(ayu, 'broadcasts', id)).toMatchObject([{ purged_at: expect.any(String) }])
  expect([await rowsOf(ayu, 'broadcasts', draft.id), await rowsOf(ayu, 'broadcast_groups', unused.id)]).toEqual([
    [],
    [],
  ])
  expect((await ayu.call(broadcasts.restore, { params: { id } })).status).toBe(404)
})

test('an entry is deleted for good on request, once, in its own organization and only from the trash', async () => {
  const [ayu, other] = [await signUp(), await signUp()]
  const investor = await addInvestor(ayu, { name: 'PT Maju' })
  const investment = await addInvestment(ayu, { investor_id: investor.id })
  const purge = (caller: Caller, kind: TrashKind, id: string) => caller.call(trash.remove, { params: { kind, id } })
  expect((await purge(ayu, 'investor', investor.id)).status).toBe(404)
  made(await ayu.call(investments.remove, params(investment)))
  made(await ayu.call(investors.remove, params(investor)))
  expect(await kinds(ayu)).toEqual(['investor'])
  expect((await purge(other, 'investor', investor.id)).status).toBe(404)
  expect((await purge(ayu, 'contact', investor.id)).status).toBe(404)
  const answers = await Promise.all([purge(ayu, 'investor', investor.id), purge(ayu, 'investor', investor.id)])
  expect(answers.map(({ status }) => status).sort()).toEqual([204, 404])
  expect(await rowsOf(ayu, 'investments', investment.id)).toEqual([])
  expect((await purge(ayu, 'nothing' as TrashKind, investor.id)).problem.errors![0]!.path).toBe('kind')
  const left = await asOrganization(database, ayu, ({ db }) =>
    db.selectFrom('record_edits').select('id').where('record_id', 'in', [investor.id, investment.id]).execute(),
  )
  expect(left).toEqual([])
})

test('a template and an offering that nothing refers to are deleted beside broadcasts and investments without one', async () => {
  const ayu = await signUp()
  const engine = start()
  const { id } = await readyFor(ayu, 1)
  await engine.stop()
  const { version } = made(await ayu.call(broadcasts.get, { params: { id } }))
  made(await ayu.call(broadcasts.update, { params: { id }, body: { version, template_id: null, body: 'Hello' } }))
  const { id: a } = await addInvestor(ayu, { name: 'A' })
  const investment = await addInvestment(ayu, { investor_id: a, title: 'Loan' })
  await asOrganization(database, ayu, ({ db }) =>
    sql`update investments set created_at = now() - interval '9 days'`.execute(db),
  )
  const change = { version: investment.version, title: 'Loan to A' }
  made(await ayu.call(investments.update, { params: investment, body: change }))
  const template = made(await ayu.call(templates.create, { body: { name: 'Unused', body: 'Hi' } }))
  const offering = made(await ayu.call(offerings.create, { body: { name: 'Unused', kind: 'fund', currency: 'IDR' } }))
  made(await ayu.call(templates.remove, params(template)))
  made(await ayu.call(offerings.remove, params(offering)))
  expect((await ayu.call(trash.remove, { params: { kind: 'template', id: template.id } })).status).toBe(204)
  await purgeAt(days(31))
  expect([await rowsOf(ayu, 'templates', template.id), await rowsOf(ayu, 'offerings', offering.id)]).toEqual([[], []])
})
