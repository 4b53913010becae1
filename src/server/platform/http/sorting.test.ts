// For every order of every list, the pages together have each row exactly once, in the order of the whole list.
import { beforeAll, expect, test } from 'vitest'
import { broadcasts } from '../../../contract/broadcasts.ts'
import type { Endpoint, InputOf } from '../../../contract/endpoint.ts'
import { endpoints } from '../../../contract/endpoints.ts'
import { investments } from '../../../contract/investments.ts'
import { type Caller, testApp } from '../../test/app.ts'
import { made } from '../../test/records.ts'

type Query = { _zod?: { def: { shape?: { sort?: { _zod: { def: { innerType: { options: string[] } } } } } } } }

const ordersOf = ({ query }: Endpoint) =>
  (query as Query | undefined)?._zod?.def.shape?.sort?._zod.def.innerType.options ?? []
// Left out: notes belong to one record, import rows to one import, and the texts of a draft are rendered one at a time. A board
// has pages in each column: board.test.ts.
const lists = endpoints
  .map(({ endpoint }) => endpoint)
  .filter((list) => list.method === 'GET' && ordersOf(list).length > 0)
  .filter(
    ({ path }) =>
      !['/v1/notes', investments.board.path].includes(path) &&
      (!path.includes(':') || path === broadcasts.recipients.path),
  )

const { signUp, openSampleData } = await testApp()
let person: Caller
let id: string
beforeAll(async () => {
  person = await openSampleData(await signUp())
  const { data } = made(await person.call(broadcasts.list, { query: { sort: '-sent' } }))
  id = data[0]!.id
})

const whole = 200
const part = 7

test('the contract has lists to test', () => {
  expect(lists.length).toBeGreaterThan(8)
})

test.each(lists.map((list) => [list.path, list] as const))('%s', async (_, list) => {
  const idsOf = async (query: object) => {
    const answer = made(await person.call(list, { params: { id }, query } as InputOf<Endpoint>))
    const { data, groups } = answer as unknown as { data?: object[]; groups?: object[] }
    return (data ?? groups ?? []).map((row) => ('id' in row ? row.id : JSON.stringify(row)))
  }
  for (const sort of ordersOf(list)) {
    const all = await idsOf({ sort, per_page: whole })
    const pages: unknown[] = []
    for (let page = 1; page <= Math.ceil(all.length / part); page++)
      pages.push(...(await idsOf({ sort, per_page: part, page })))
    expect(pages, sort).toEqual(all)
    expect(new Set(pages).size, sort).toBe(all.length)
  }
  expect((await person.call(list, { params: { id }, query: { sort: 'nonsense' } } as InputOf<Endpoint>)).status).toBe(
    400,
  )
})
