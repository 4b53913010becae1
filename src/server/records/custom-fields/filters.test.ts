// A list that is filtered by a custom field: pages and total agree, and changes show at once.
import { expect, test } from 'vitest'
import { contacts } from '../../../contract/contacts.ts'
import { customFields } from '../../../contract/custom-fields.ts'
import { testApp } from '../../test/app.ts'
import { made } from '../../test/records.ts'

const { signUp } = await testApp()

test('pages and total agree, and a change shows at once', async () => {
  const ayu = await signUp()
  made(await ayu.call(customFields.create, { body: { record: 'contact', type: 'number', name: 'Score' } }))
  const add = async (nth: number) => {
    const body = { name: `Contact ${String(nth).padStart(2, '0')}`, custom: { score: String(nth) } }
    return made(await ayu.call(contacts.create, { body })).id
  }
  for (let nth = 1; nth <= 24; nth++) await add(nth)
  const page = async (nth: number, sort: 'name' | '-name' | '-created_at' = 'name') => {
    const query = { custom: 'score.from=5&score.to=30', sort, page: nth, per_page: 10 }
    const { data, pagination } = made(await ayu.call(contacts.list, { query }))
    return [pagination.total, ...data.map(({ name }) => Number(name.slice(-2)))]
  }
  const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index)
  expect([await page(1), await page(2), await page(3)]).toEqual([[20, ...range(5, 14)], [20, ...range(15, 24)], [20]])
  for (const sort of ['-name', '-created_at'] as const)
    expect(await page(1, sort)).toEqual([20, ...range(15, 24).reverse()])
  const id = await add(25)
  expect([await page(1, '-name'), await page(3)]).toEqual([
    [21, ...range(16, 25).reverse()],
    [21, 25],
  ])
  made(await ayu.call(contacts.update, { params: { id }, body: { version: 1, custom: { score: '4' } } }))
  expect(await page(1, '-name')).toEqual([20, ...range(15, 24).reverse()])
})
