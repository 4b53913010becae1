// The trash over HTTP: all kinds, who deleted them, search and filter, restored records, tenant isolation.
import { expect, test } from 'vitest'
import { broadcastGroups } from '../../../contract/broadcast-groups.ts'
import { contacts } from '../../../contract/contacts.ts'
import { investments } from '../../../contract/investments.ts'
import { investors } from '../../../contract/investors.ts'
import { notes } from '../../../contract/notes.ts'
import { offerings } from '../../../contract/offerings.ts'
import { templates } from '../../../contract/templates.ts'
import { transactions } from '../../../contract/transactions.ts'
import { type TrashQuery, trash } from '../../../contract/trash.ts'
import { type Caller, testApp } from '../../test/app.ts'
import { addInvestment, addInvestor, made } from '../../test/records.ts'

const { signUp } = await testApp()
const listed = async (caller: Caller, query: TrashQuery = {}) => made(await caller.call(trash.list, { query }))
const names = async (caller: Caller, query?: TrashQuery) =>
  (await listed(caller, query)).data.map(({ kind, name }) => [kind, name])

test('lists what was deleted, newest first, with who did it, until it is restored', async () => {
  const [ayu, other] = [await signUp(), await signUp()]
  expect((await listed(ayu)).pagination.total).toBe(0)
  const contact = made(await ayu.call(contacts.create, { body: { name: 'Budi' } }))
  const investor = await addInvestor(ayu, { name: 'PT Maju' })
  const investment = await addInvestment(ayu, { investor_id: investor.id, title: 'Villa', currency: 'IDR' })
  const transaction = made(
    await ayu.call(transactions.create, {
      params: { id: investment.id },
      body: { kind: 'contribution', state: 'scheduled', amount: '1500000', due_on: '2026-12-01' },
    }),
  )
  const offering = made(await ayu.call(offerings.create, { body: { name: 'Fund I', kind: 'fund', currency: 'IDR' } }))
  const note = made(await ayu.call(notes.create, { body: { contact_id: contact.id, body: 'Called\nat noon' } }))
  const template = made(await ayu.call(templates.create, { body: { name: 'News', body: 'Hello' } }))
  const group = made(await ayu.call(broadcastGroups.create, { body: { name: 'Angels', contact_ids: [contact.id] } }))
  const params = ({ id }: { id: string }) => ({ params: { id } })
  made(await ayu.call(broadcastGroups.remove, params(group)))
  made(await ayu.call(templates.remove, params(template)))
  made(await ayu.call(notes.remove, params(note)))
  made(await ayu.call(offerings.remove, params(offering)))
  const payment = { params: { id: investment.id, transaction_id: transaction.id } }
  made(await ayu.call(transactions.remove, payment))
  const all = [
    ['transaction', 'Villa'],
    ['offering', 'Fund I'],
    ['note', 'Called'],
    ['template', 'News'],
    ['broadcast_group', 'Angels'],
  ]
  expect(await names(ayu)).toEqual(all)
  const { data } = await listed(ayu)
  const profile = data.map(({ deleted_by }) => deleted_by)
  expect(new Set(profile).size).toBe(1)
  expect(profile[0]).toEqual(expect.any(String))
  expect(data[0]).toMatchObject({ amount: '1500000.00', currency: 'IDR', investment_id: investment.id })

  made(await ayu.call(transactions.restore, payment))
  made(await ayu.call(investments.remove, params(investment)))
  made(await ayu.call(contacts.remove, params(contact)))
  expect((await names(ayu)).slice(0, 2)).toEqual([
    ['contact', 'Budi'],
    ['investment', 'Villa'],
  ])
  made(await ayu.call(investments.restore, params(investment)))
  expect(await names(ayu, { kind: ['contact', 'offering'], sort: 'name' })).toEqual([
    ['contact', 'Budi'],
    ['offering', 'Fund I'],
  ])
  expect(await names(ayu, { q: 'NEW' })).toEqual([['template', 'News']])
  expect((await listed(ayu, { per_page: 2, page: 9 })).pagination).toMatchObject({ total: 5, total_pages: 3 })
  expect(await names(other)).toEqual([])
  const bad = await ayu.call(trash.list, { query: { kind: ['nothing'] } as never })
  expect([bad.status, bad.problem?.errors?.[0]?.path]).toEqual([400, 'kind.0'])
  made(await ayu.call(investors.get, params(investor)))
})
