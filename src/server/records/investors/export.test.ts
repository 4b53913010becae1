// Investors export: the same rows as the list, and columns that can be summed.
import { expect, test } from 'vitest'
import { downloads } from '../../../contract/downloads.ts'
import { type Caller, testApp } from '../../test/app.ts'
import { addInvestment, addInvestor, addTransaction, statusOf } from '../../test/records.ts'

const { app, signUp } = await testApp()

async function exported(caller: Caller, query: object, columns?: string[]) {
  const input = { format: 'csv', query, ...(columns && { columns }) } as never
  const { status, body } = await caller.call(downloads.create, { body: { kind: 'investors', input } })
  if (status !== 201) return [status]
  return (await app.inject({ url: body.url })).payload.replace('\uFEFF', '').trimEnd().split('\r\n')
}

test('the export has the filters and order of the list, with a row per investor', async () => {
  const ayu = await signUp()
  const zoe = await addInvestor(ayu, { name: '=Zoë', contact: { phone: '0811222333' } })
  const adam = await addInvestor(ayu, { name: 'Adam', next_follow_up_on: '2026-01-01' })
  const columns = ['code', 'name', 'type', 'contact', 'phone', 'next_follow_up_on']
  expect(await exported(ayu, { sort: '-name' }, columns)).toEqual([
    `id,${columns.join()}`,
    `${adam.id},IV-0002,Adam,Individual,,,2026-01-01`,
    `${zoe.id},IV-0001,'=Zoë,Individual,'=Zoë,+62811222333,`,
  ])
  expect(await exported(ayu, { follow_up: 'due' }, ['name'])).toEqual(['id,name', `${adam.id},Adam`])
  expect(await exported(ayu, {})).toHaveLength(3)
  expect(await exported(ayu, { page: 2 })).toEqual([400])
  expect(await exported(ayu, {}, ['password'])).toEqual([400])
})

test('a figure has one exact column per currency, empty without an amount', async () => {
  const ayu = await signUp()
  const status_id = await statusOf(ayu, 'committed')
  const commit = (investor_id: string, currency: string, committed_amount: string) =>
    addInvestment(ayu, { investor_id, status_id, currency, committed_amount })
  const budi = await addInvestor(ayu, { name: 'Budi' })
  const citra = await addInvestor(ayu, { name: 'Citra' })
  const dewi = await addInvestor(ayu, { name: 'Dewi' })
  await commit(budi.id, 'IDR', '9999999999999.99')
  await commit(budi.id, 'IDR', '0.02')
  await commit(budi.id, 'KWD', '0.001')
  const dollars = await commit(citra.id, 'USD', '250000.5')
  await addTransaction(ayu, dollars.id, { amount: '100.25' })

  expect(await exported(ayu, { sort: 'name' }, ['name', 'committed', 'funded', 'investment_count'])).toEqual([
    'id,name,committed_IDR,committed_KWD,committed_USD,funded_IDR,funded_KWD,funded_USD,investment_count',
    `${budi.id},Budi,10000000000000.01,0.001,,0.00,0.000,,3`,
    `${citra.id},Citra,,,250000.50,,,100.25,1`,
    `${dewi.id},Dewi,,,,,,,0`,
  ])
  // The columns are those of the filtered list.
  expect(await exported(ayu, { q: 'citra' }, ['outstanding', 'distributed'])).toEqual([
    'id,outstanding_USD,distributed_USD',
    `${citra.id},249900.25,0.00`,
  ])
})

test('without investments the columns are those of the base currency', async () => {
  const ayu = await signUp()
  const { id } = await addInvestor(ayu, { name: 'Budi' })
  expect(await exported(ayu, {}, ['name', 'committed'])).toEqual(['id,name,committed_IDR', `${id},Budi,`])
})
