// Activity timelines over HTTP: exact edits and their authors, messages, and tenant isolation.
import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { type Activity, type ActivityQuery, activity } from '../../../contract/activity.ts'
import { broadcasts } from '../../../contract/broadcasts.ts'
import { contacts } from '../../../contract/contacts.ts'
import { investments } from '../../../contract/investments.ts'
import { investors } from '../../../contract/investors.ts'
import { notes } from '../../../contract/notes.ts'
import { offerings } from '../../../contract/offerings.ts'
import { replies } from '../../../contract/replies.ts'
import { transactions } from '../../../contract/transactions.ts'
import { inTenant } from '../../platform/db/index.ts'
import type { Caller } from '../../test/app.ts'
import { addContacts, connectPhone, draft, sent, testEngine } from '../../test/engine.ts'
import { addInvestment, addInvestor, addTransaction, made, statusOf } from '../../test/records.ts'
import { organizationOf } from '../../test/two-at-once.ts'
import { until } from '../../test/until.ts'

const { start, signUp, database } = await testEngine()
let engine: { stop(): Promise<void> } | undefined
afterEach(async () => await engine?.stop())

const timeline = async (person: Caller, query: ActivityQuery) =>
  made(await person.call(activity.list, { query: query as never })).data
const kinds = (entries: Activity[]) => entries.map(({ kind }) => kind)
const changesOf = (entries: Activity[]) => entries.flatMap((entry) => (entry.kind === 'changed' ? [entry.changes] : []))

test('the timeline of an investment is part of its investor’s', async () => {
  const ayu = await signUp()
  const investor = await addInvestor(ayu)
  const villa = made(
    await ayu.call(offerings.create, { body: { name: 'Villa Canggu', kind: 'property', currency: 'IDR' } }),
  )
  const { id, title } = await addInvestment(ayu, {
    investor_id: investor.id,
    currency: 'IDR',
    expected_amount: '999999999999999.99',
  })
  const params = { id }
  const { version } = made(
    await ayu.call(investments.update, {
      params,
      body: { version: 1, expected_amount: '999999999999999.98', offering_id: villa.id },
    }),
  )
  await ayu.call(investments.update, {
    params,
    body: { version, status_id: await statusOf(ayu, 'committed'), committed_amount: '5000000' },
  })
  const call = await addTransaction(ayu, id, {
    state: 'scheduled',
    due_on: '2026-12-01',
    settled_on: null,
    amount: '5000000',
  })
  await ayu.call(transactions.update, {
    params: { id, transaction_id: call.id },
    body: { version: 1, state: 'settled', settled_on: '2026-11-19', amount: '4500000.5' },
  })
  await ayu.call(notes.create, { body: { investment_id: id, body: 'Signed.' } })

  const entries = await timeline(ayu, { investment_id: id })
  expect(kinds(entries)).toEqual(['note', 'changed', 'transaction', 'status', 'changed', 'changed', 'created'])
  expect(entries.map((entry) => entry.record.id)).toEqual(entries.map(() => id))
  const by = { id: expect.any(String), name: expect.stringContaining('Person') }
  expect(entries[0]).toMatchObject({ body: 'Signed.', by })
  expect(entries[1]).toMatchObject({
    by,
    currency: 'IDR',
    transaction: { kind: 'contribution' },
    changes: [
      { field: 'amount', from: '5000000', to: '4500000.5', custom: null },
      { field: 'settled_on', from: null, to: '2026-11-19', custom: null },
      { field: 'state', from: 'scheduled', to: 'settled', custom: null },
    ],
  })
  expect(entries[2]).toMatchObject({
    transaction: { kind: 'contribution', state: 'settled', amount: '4500000.50', settled_on: '2026-11-19' },
  })
  expect(entries[3]).toMatchObject({ from: { name: 'Prospect' }, to: { name: 'Committed' }, by })
  expect(changesOf(entries)[2]).toEqual([
    { field: 'expected_amount', from: '999999999999999.99', to: '999999999999999.98', custom: null },
    { field: 'offering_id', from: null, to: 'Villa Canggu', custom: null },
    { field: 'title', from: title, to: expect.stringContaining('Villa Canggu'), custom: null },
  ])
  expect(entries.at(-1)).toMatchObject({ record: { kind: 'investment' }, import: null, by })

  const all = await timeline(ayu, { investor_id: investor.id })
  expect(kinds(all)).toEqual([...kinds(entries), 'created'])
  expect(all.at(-1)!.record).toEqual({ kind: 'investor', id: investor.id, name: 'Budi Santoso' })

  const page = made(
    await ayu.call(activity.list, {
      query: { investor_id: investor.id, kind: ['changed', 'status'], per_page: 2, page: 2 } as never,
    }),
  )
  expect(page.pagination).toEqual({ page: 2, per_page: 2, total: 4, total_pages: 2 })
  expect(kinds(page.data)).toEqual(['changed', 'changed'])
})

test('amount changes are shown in the currency of the time', async () => {
  const ayu = await signUp()
  const { id: investor_id } = await addInvestor(ayu)
  const { id } = await addInvestment(ayu, { investor_id, currency: 'USD', expected_amount: '500' })
  const change = async (version: number, body: object) =>
    made(await ayu.call(investments.update, { params: { id }, body: { version, ...body } }))
  await change(1, { expected_amount: '1000' })
  await change(2, { expected_amount: '160000', currency: 'JPY' })
  await change(3, { expected_amount: '170000' })
  const entries = (await timeline(ayu, { investment_id: id })).filter((entry) => entry.kind === 'changed')
  expect(
    entries.map(({ currency, currency_before, changes }) => [
      currency_before,
      currency,
      changes.find(({ field }) => field === 'expected_amount')!.to,
    ]),
  ).toEqual([
    ['JPY', 'JPY', '170000'],
    ['USD', 'JPY', '160000'],
    ['USD', 'USD', '1000'],
  ])
})

test('edits have author, origin and change: by a colleague, by Kabar itself, deletion and restoration', async () => {
  const ayu = await signUp()
  const contact = made(await ayu.call(contacts.create, { body: { name: 'Budi', phone: '+6281234560000' } }))
  const params = { id: contact.id }
  await ayu.call(contacts.update, { params, body: { version: 1, name: 'Budi Santoso', consent: 'opted_in' } })
  // Saving unchanged values is not an edit.
  await ayu.call(contacts.update, { params, body: { version: 2, name: 'Budi Santoso' } })
  await ayu.call(contacts.remove, { params })
  await ayu.call(contacts.restore, { params })
  const entries = await timeline(ayu, { contact_id: contact.id })
  expect(changesOf(entries).map((changes) => changes.map(({ field }) => field))).toEqual([
    ['deleted_at'],
    ['deleted_at'],
    ['consent', 'name'],
  ])
  expect(changesOf(entries)[2]).toContainEqual({ field: 'name', from: 'Budi', to: 'Budi Santoso', custom: null })

  const scope = { organization_id: organizationOf(ayu) }
  const { rows } = await inTenant(database, scope, ({ db }) =>
    sql`select distinct host(e.ip) as ip from record_edits e`.execute(db),
  )
  expect(rows).toEqual([{ ip: '127.0.0.1' }])
  // No user; and a pooled connection must not reuse the previous one.
  await inTenant(database, scope, ({ db }) =>
    sql`update contacts set company = 'Kabar' where id = ${contact.id}`.execute(db),
  )
  expect((await timeline(ayu, { contact_id: contact.id }))[0]).toMatchObject({ kind: 'changed', by: null })
})

test('messages of a contact are in the timelines of its investors', async () => {
  const ayu = await signUp()
  engine = start()
  const session_id = await connectPhone(ayu)
  const [zahra] = await addContacts(ayu, ['+6281234560006'])
  const investor = await addInvestor(ayu)
  await ayu.call(investors.setContact, { params: { id: investor.id, contact_id: zahra! }, body: { role: 'primary' } })
  const news = await draft(ayu, session_id, { contact_ids: [zahra!] })
  await ayu.call(broadcasts.send, { params: { id: news.id } })
  await sent(ayu, news.id)
  const said = { investor_id: investor.id, kind: ['message', 'reply', 'answer'] } as ActivityQuery
  const [reply] = await until(
    'the reply',
    () => timeline(ayu, said),
    (entries) => entries[0]?.kind === 'reply',
  )
  await ayu.call(replies.answer, { params: { id: reply!.id }, body: { text: 'You are welcome.' } })
  const answered = (entries: Activity[]) => entries.some((entry) => entry.kind === 'answer' && entry.status === 'read')
  const entries = await until('the answer', () => timeline(ayu, said), answered)
  expect(entries.slice(-3)).toMatchObject([
    { kind: 'answer', text: 'You are welcome.', is_automatic: false, by: { name: expect.any(String) } },
    {
      kind: 'reply',
      text: expect.stringContaining('Terima kasih'),
      by: null,
      record: { kind: 'contact', id: zahra, name: 'Contact 1' },
    },
    { kind: 'message', text: 'Halo Contact 1', status: 'read', broadcast: { id: news.id, name: 'News' } },
  ])
  expect(kinds(await timeline(ayu, { contact_id: zahra! }))).toContain('message')
})

test('an imported record names its file', async () => {
  const ayu = await signUp()
  const { id } = made(await ayu.call(contacts.create, { body: { name: 'Budi' } }))
  const organization_id = organizationOf(ayu)
  await inTenant(database, { organization_id }, async ({ db }) => {
    const { id: import_id } = await db
      .insertInto('imports')
      .values({ organization_id, file_name: 'people.csv', status: 'done' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const row = { organization_id, import_id, line: 1, action: 'create', data: '{}', record_id: id }
    await db.insertInto('import_rows').values(row).execute()
  })
  expect(await timeline(ayu, { contact_id: id })).toMatchObject([{ kind: 'created', import: { name: 'people.csv' } }])
})

test('edits are append-only, and deleted with their record', async () => {
  const ayu = await signUp()
  const { id } = made(await ayu.call(contacts.create, { body: { name: 'Budi' } }))
  await ayu.call(contacts.update, { params: { id }, body: { version: 1, name: 'Budi S.' } })
  const scope = { organization_id: organizationOf(ayu) }
  const run = (query: ReturnType<typeof sql>) => inTenant(database, scope, ({ db }) => query.execute(db))
  await expect(run(sql`delete from record_edits`)).rejects.toMatchObject({ code: '42501' })
  await expect(run(sql`update record_edits set changes = '{}'`)).rejects.toMatchObject({ code: '42501' })
  expect((await run(sql`select from record_edits`)).rows).toHaveLength(1)
  await run(sql`delete from contacts where id = ${id}`)
  expect((await run(sql`select from record_edits`)).rows).toHaveLength(0)
})

test('a timeline requires exactly one record of the organization', async () => {
  const [ayu, eve] = [await signUp(), await signUp()]
  const { id } = await addInvestor(ayu)
  const refused = async (person: Caller, query: object) =>
    (await person.call(activity.list, { query: query as never })).problem
  expect(await refused(ayu, {})).toMatchObject({ status: 400, errors: [{ path: 'investor_id' }] })
  expect(await refused(ayu, { investor_id: id, contact_id: id })).toMatchObject({ status: 400 })
  expect(await refused(ayu, { investor_id: id, kind: 'gossip' })).toMatchObject({ status: 400 })
  expect(await refused(ayu, { contact_id: id })).toMatchObject({ code: 'not_found', errors: [{ path: 'contact_id' }] })
  expect(await refused(eve, { investor_id: id })).toMatchObject({ code: 'not_found' })
})
