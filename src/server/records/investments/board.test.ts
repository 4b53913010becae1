// The board over HTTP: columns, sums, cards, and who sees it.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type BoardColumn, type BoardQuery, InvestmentQuery, investments } from '../../../contract/investments.ts'
import { investmentStages, investmentStatuses } from '../../../contract/master-data.ts'
import { decimalsOf } from '../../../contract/money.ts'
import { type Caller, testApp } from '../../test/app.ts'
import { addInvestment, addInvestor, made, statusOf } from '../../test/records.ts'
import { addAll, decimal, investment, plus, setRate, units } from '../../test/sums.ts'

const { signUp, database } = await testApp()

const board = async (caller: Caller, query: BoardQuery = {}) =>
  made(await caller.call(investments.board, { query: query as never }))
const named = (columns: BoardColumn[], id: string) => columns.find((column) => column.id === id)!

test('columns are the statuses in their order, each with its sums; what has no rate is apart', async () => {
  const ayu = await signUp({ country: 'US' })
  const statuses = made(await ayu.call(investmentStatuses.list)).data
  const empty = await board(ayu)
  expect(empty.columns.map(({ id, count, total }) => [id, count, total])).toEqual(
    statuses.map(({ id }) => [id, 0, '0.00']),
  )
  const { id: investor_id } = await addInvestor(ayu)
  const [prospect, committed] = [await statusOf(ayu, 'prospect'), await statusOf(ayu, 'committed')]
  const add = (input: object) => addInvestment(ayu, { investor_id, ...input })
  await add({ status_id: prospect, expected_amount: '1000', committed_amount: '1', probability: 25 })
  await setRate(database, ayu, { from: 'USD', to: 'IDR', day: '2026-01-10', value: '16000' })
  await add({ status_id: prospect, currency: 'IDR', expected_amount: '16000', probability: 50 })
  await add({ status_id: prospect, currency: 'KWD', expected_amount: '7.5', probability: 10 })
  await add({ status_id: committed, expected_amount: '9', committed_amount: '200' })
  const { currency, columns } = await board(ayu)
  expect(currency).toBe('USD')
  expect(named(columns, prospect)).toMatchObject({
    ...{ category: 'prospect', count: 3, total: '1001.00', weighted: '250.50' },
    not_converted: [{ currency: 'KWD', count: 1, total: '7.500', weighted: '0.750' }],
  })
  expect(named(columns, committed)).toMatchObject({ count: 1, total: '200.00', weighted: '0.00', not_converted: [] })
  const { base } = made(await ayu.call(investments.totals))
  expect(base).toMatchObject({ pipeline: '1001.00', weighted: '250.50', committed: '200.00' })
  const inRupiah = await board(ayu, { in: 'IDR', category: ['committed'] })
  expect(inRupiah).toMatchObject({ currency: 'IDR', columns: [{ id: committed, total: '3200000.00' }] })
})

test('each column has its pages, last changed first, and filters and search as the list', async () => {
  const ayu = await signUp()
  const { id: investor_id } = await addInvestor(ayu)
  const status_id = await statusOf(ayu, 'prospect')
  const cards = []
  for (const title of ['Sawah', 'Kopi', 'Villa', 'Kapal', 'Teh'])
    cards.push(await addInvestment(ayu, { investor_id, title }))
  const first = await board(ayu, { per_column: 2 })
  expect(named(first.columns, status_id)).toMatchObject({ count: 5, cards: [cards[4], cards[3]] })
  const last = await board(ayu, { per_column: 2, page: 3, column: status_id })
  expect(last.columns).toMatchObject([{ id: status_id, count: 5, cards: [cards[0]] }])
  const { columns } = await board(ayu, { q: 'kapal' })
  expect(columns.map(({ count }) => count).reduce((a, b) => a + b)).toBe(1)
  // Some orders join the statuses themselves.
  for (const sort of Object.keys(InvestmentQuery.shape.sort._zod.def.innerType._zod.def.options[0]._zod.def.entries)) {
    const listed = made(await ayu.call(investments.list, { query: { sort, status_id } as never })).data
    const pages = await Promise.all([1, 2].map((page) => board(ayu, { sort: sort as 'title', page, per_column: 3 })))
    expect(
      pages.flatMap(({ columns }) => named(columns, status_id).cards),
      sort,
    ).toEqual(listed)
  }
  await ayu.call(investments.update, { params: { id: cards[0]!.id }, body: { version: 1, expected_amount: '5' } })
  expect(named((await board(ayu, { per_column: 1 })).columns, status_id).cards[0]!.id).toBe(cards[0]!.id)
})

test('by stage, the investments without one come first; inactive stages stay while they have cards', async () => {
  const ayu = await signUp()
  const { id: investor_id } = await addInvestor(ayu)
  const [first, second] = made(await ayu.call(investmentStages.list)).data
  const card = await addInvestment(ayu, { investor_id, stage_id: first!.id })
  const loose = await addInvestment(ayu, { investor_id })
  for (const { id, version } of [first!, second!])
    made(await ayu.call(investmentStages.update, { params: { id }, body: { version, is_active: false } }))
  const { columns } = await board(ayu, { by: 'stage' })
  expect(columns[0]).toMatchObject({ id: null, name: null, count: 1, cards: [{ id: loose.id }] })
  expect(named(columns, first!.id)).toMatchObject({ is_active: false, cards: [{ id: card.id }] })
  expect(named(columns, second!.id)).toBeUndefined()
  const none = await board(ayu, { by: 'stage', column: 'none' })
  expect(none.columns).toMatchObject([{ id: null, count: 1 }])
  expect((await board(ayu, { by: 'stage', stage_id: [first!.id] })).columns.map(({ id }) => id)).toEqual([first!.id])
})

test('a past day has its own columns', async () => {
  const ayu = await signUp()
  const { id: investor_id } = await addInvestor(ayu)
  const status_id = await statusOf(ayu, 'committed')
  await addInvestment(ayu, { investor_id, status_id, committed_amount: '10', committed_on: '2026-03-01' })
  expect(named((await board(ayu, { as_of: '2026-02-28' })).columns, status_id).count).toBe(0)
  expect(named((await board(ayu, { as_of: '2026-03-01' })).columns, status_id)).toMatchObject({ count: 1 })
})

test('other organizations, wrong columns and missing filters', async () => {
  const [ayu, citra] = [await signUp(), await signUp()]
  const { id: investor_id } = await addInvestor(ayu)
  const status_id = await statusOf(ayu, 'prospect')
  await addInvestment(ayu, { investor_id })
  const theirs = await board(citra)
  expect(theirs.columns.every(({ id, count }) => id !== status_id && count === 0)).toBe(true)
  expect((await board(citra, { column: status_id })).columns).toEqual([])
  const missing = await citra.call(investments.board, { query: { status_id } as never })
  expect(missing).toMatchObject({ status: 404, problem: { errors: [{ path: 'status_id' }] } })
  const wrong = await ayu.call(investments.board, { query: { column: 'all', per_column: '101' } as never })
  expect(wrong.status).toBe(400)
  expect(wrong.problem.errors!.map(({ path }) => path).sort()).toEqual(['column', 'per_column'])
})

test('of two drops at the same moment one is refused', async () => {
  const ayu = await signUp()
  const { id: investor_id } = await addInvestor(ayu)
  const { id, version } = await addInvestment(ayu, { investor_id, committed_amount: '5' })
  const [soft, committed] = [await statusOf(ayu, 'soft'), await statusOf(ayu, 'committed')]
  const drop = (status_id: string) => ayu.call(investments.update, { params: { id }, body: { version, status_id } })
  const answers = await Promise.all([drop(soft), drop(committed)])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  const { columns } = await board(ayu)
  expect(columns.filter(({ count }) => count > 0)).toMatchObject([{ count: 1, cards: [{ version: version + 1 }] }])
})

test('for random organizations the columns add up to the totals of the list', async () => {
  const cases = fc.sample(fc.array(investment, { minLength: 1, maxLength: 12 }), { numRuns: 6, seed: 20_261_124 })
  for (const rows of cases) {
    const ayu = await signUp({ country: 'US' })
    const { id: investor_id } = await addInvestor(ayu)
    // Without rates every sum is exact, though each column is rounded by itself.
    await addAll(database, ayu, { rows, rates: [], investors: [investor_id] })
    const { columns } = await board(ayu)
    const { base, count } = made(await ayu.call(investments.totals))
    const sum = (categories: string[]) =>
      decimal(
        columns
          .filter(({ category }) => categories.includes(category!))
          .map(({ total }) => units(total))
          .reduce(plus, 0n),
        decimalsOf('USD'),
      )
    expect(columns.map((column) => column.count).reduce((a, b) => a + b)).toBe(count)
    expect([sum(['prospect', 'soft']), sum(['committed', 'funded', 'exited'])]).toEqual([base.pipeline, base.committed])
  }
})
