// Investments export: exact amounts, ids for re-import, tenant isolation.
import { expect, test } from 'vitest'
import { downloads } from '../../../contract/downloads.ts'
import { type Caller, testApp } from '../../test/app.ts'
import { addInvestment, addInvestor } from '../../test/records.ts'

const { app, signUp } = await testApp()

async function exported(caller: Caller, query: object, columns?: string[]) {
  const input = { format: 'csv' as const, query, ...(columns && { columns }) } as never
  const { status, body } = await caller.call(downloads.create, { body: { kind: 'investments', input } })
  return status === 201 ? (await app.inject({ url: body.url })).payload.replace('\uFEFF', '').split('\r\n') : [status]
}

test('the export has the filters, order and columns of the list, with exact amounts', async () => {
  const ayu = await signUp()
  const { id: investor_id, code } = await addInvestor(ayu, { name: '=Budi' })
  const rupiah = await addInvestment(ayu, { investor_id, currency: 'IDR', expected_amount: '9999999999999.99' })
  const dinar = await addInvestment(ayu, { investor_id, currency: 'KWD', expected_amount: '0.001' })
  expect(await exported(ayu, { sort: 'reference' }, ['reference', 'investor', 'currency', 'expected_amount'])).toEqual([
    'id,reference,investor,currency,expected_amount',
    `${rupiah.id},INV-0001,'=Budi,IDR,9999999999999.99`,
    `${dinar.id},INV-0002,'=Budi,KWD,0.001`,
    '',
  ])
  expect(await exported(ayu, { currency: 'KWD' }, ['investor_code'])).toEqual([
    'id,investor_code',
    `${dinar.id},${code}`,
    '',
  ])
  expect(await exported(ayu, {})).toHaveLength(4)
})

test('the export rejects the same queries as the list, and contains no other organization’s investments', async () => {
  const [ayu, eko] = [await signUp(), await signUp()]
  const { id: investor_id } = await addInvestor(ayu, { name: 'Budi' })
  await addInvestment(ayu, { investor_id })
  expect(await exported(eko, {}, ['title'])).toEqual(['id,title', ''])
  expect(await exported(ayu, { page: 2 })).toEqual([400])
  expect(await exported(ayu, {}, ['password'])).toEqual([400])
})
