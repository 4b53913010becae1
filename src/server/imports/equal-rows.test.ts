// Equal tranches: rows of one file that look the same are asked about, and a file imported again adds nothing.
import { describe, expect, test } from 'vitest'
import { type Import, imports } from '../../contract/imports.ts'
import { investments } from '../../contract/investments.ts'
import { offerings } from '../../contract/offerings.ts'
import type { Caller } from '../test/app.ts'
import { testImports } from '../test/imports.ts'
import { addInvestor, made } from '../test/records.ts'

const { signUp, paste, rowsOf, said, run, revert } = await testImports()

async function fund() {
  const ayu = await signUp()
  for (const name of ['A', 'B']) await addInvestor(ayu, { name })
  await ayu.call(offerings.create, { body: { name: 'F', kind: 'fund', currency: 'USD' } })
  return ayu
}
const figures = async (caller: Caller) =>
  made(await caller.call(investments.totals)).by_currency.map(({ count, committed, funded }) => ({
    count,
    committed,
    funded,
  }))
const change = async (caller: Caller, { id }: Import, body: object) =>
  made(await caller.call(imports.change, { params: { id }, body }))
const answer = async (caller: Caller, { id }: Import, line: number, same: 'create' | 'one' | null) =>
  made(await caller.call(imports.changeRow, { params: { id, line: String(line) }, body: { same } } as never))

const monthly = [
  'Investor|Offering|Status|Currency|Amount|Date',
  'A|F|Committed|USD|1000|2026-01-15',
  'A|F|Committed|USD|1000|2026-02-15',
  'A|F|Committed|USD|1000|2026-03-15',
]
const equal = ['Investor|Offering|Status|Currency|Amount', ...Array(3).fill('A|F|Committed|USD|1000')]

describe('tranches of one amount', () => {
  test('on different days are each created, and the same file again adds none of them', async () => {
    const ayu = await fund()
    const preview = await paste(ayu, 'investments', ...monthly)
    expect(preview).toMatchObject({ asks: [], counts: { create: 3, skip: 0 }, questions: { similar: 2, open: 0 } })
    expect((await rowsOf(ayu, preview)).map(({ question, reason }) => [question, reason])).toEqual([
      [null, null],
      ['similar', 'May be the same investment as line 2: only the day differs.'],
      ['similar', 'May be the same investment as line 2: only the day differs.'],
    ])
    await run(ayu, preview)
    expect(await figures(ayu)).toEqual([{ count: 3, committed: '3000.00', funded: '0.00' }])
    const again = await paste(ayu, 'investments', ...monthly)
    expect(again.counts).toEqual({ create: 0, update: 0, skip: 3, error: 0 })
    expect((await run(ayu, again)).counts).toEqual(again.counts)
    expect(await figures(ayu)).toEqual([{ count: 3, committed: '3000.00', funded: '0.00' }])
  })

  test.each(['Stage', 'Instrument', 'Title', 'Closed on', 'Expected close'])(
    'that differ in %s are each created',
    async (column) => {
      const values = { Stage: ['Seed', 'Series A'], Instrument: ['loan', 'equity'], Title: ['One', 'Two'] } as const
      const [first, second] = values[column as keyof typeof values] ?? ['2026-05-31', '2026-06-30']
      const ayu = await fund()
      const lines = [
        `Investor|Offering|Status|Amount|${column}`,
        `A|F|Committed|5|${first}`,
        `A|F|Committed|5|${second}`,
      ]
      const preview = await paste(ayu, 'investments', ...lines)
      expect(preview).toMatchObject({ asks: [], counts: { create: 2 } })
      expect((await run(ayu, preview)).counts.create).toBe(2)
      expect((await run(ayu, await paste(ayu, 'investments', ...lines))).counts).toMatchObject({ create: 0, skip: 2 })
      expect(await figures(ayu)).toMatchObject([{ count: 2, committed: '10.00' }])
    },
  )

  test('equal in everything are a question, and the import does not start before it is answered', async () => {
    const ayu = await fund()
    const preview = await paste(ayu, 'investments', ...equal)
    expect(preview).toMatchObject({
      asks: ['equal_rows'],
      counts: { create: 3, skip: 0 },
      questions: { equal: 2, open: 2 },
    })
    expect((await rowsOf(ayu, preview)).at(-1)).toMatchObject({
      question: 'equal',
      reason: 'May be the same investment as line 2: identical.',
    })
    const { status, problem } = await ayu.call(imports.start, { params: { id: preview.id } })
    expect([status, problem.detail]).toEqual([
      409,
      'Some rows look identical. First choose whether to keep both or merge them.',
    ])
    expect(await change(ayu, preview, { equal_rows: 'one' })).toMatchObject({
      asks: [],
      counts: { create: 1, skip: 2 },
    })
    expect(await change(ayu, preview, { equal_rows: 'create' })).toMatchObject({ asks: [], counts: { create: 3 } })
    await run(ayu, preview)
    expect(await figures(ayu)).toMatchObject([{ count: 3, committed: '3000.00' }])
    expect(await revert(ayu, preview)).toMatchObject({ undone: 3, kept: 0 })
    expect(await figures(ayu)).toEqual([])
  })

  test('are answered one by one too, and an answer outlives another mapping', async () => {
    const ayu = await fund()
    const preview = await paste(ayu, 'investments', ...equal)
    expect(await answer(ayu, preview, 3, 'one')).toMatchObject({
      action: 'skip',
      same: 'one',
      reason: 'Merged with line 2, as you chose.',
    })
    expect(await answer(ayu, preview, 4, 'create')).toMatchObject({ action: 'create', same: 'create' })
    expect(await change(ayu, preview, { country: 'SG' })).toMatchObject({ asks: [], counts: { create: 2, skip: 1 } })
    await answer(ayu, preview, 4, null)
    expect(made(await ayu.call(imports.get, { params: { id: preview.id } }))).toMatchObject({ asks: ['equal_rows'] })
    await answer(ayu, preview, 4, 'create')
    expect((await run(ayu, preview)).counts).toMatchObject({ create: 2, skip: 1 })
    expect(await figures(ayu)).toMatchObject([{ count: 2, committed: '2000.00' }])
  })

  test('are matched one by one with what is there: three of three add nothing, three of two add one', async () => {
    const ayu = await fund()
    const imported = async (lines: string[]) => {
      const preview = await paste(ayu, 'investments', ...lines)
      const decided = await change(ayu, preview, { equal_rows: 'create' })
      const { counts } = await run(ayu, decided)
      expect(counts).toEqual(decided.counts)
      return counts
    }
    expect(await imported(equal.slice(0, 3))).toMatchObject({ create: 2, skip: 0 })
    expect(await imported(equal)).toMatchObject({ create: 1, skip: 2 })
    expect(await imported(equal)).toMatchObject({ create: 0, skip: 3 })
    expect(await figures(ayu)).toMatchObject([{ count: 3 }])
  })

  test('of more rows than one batch are counted as rows, not as what the batch before made', async () => {
    const ayu = await fund()
    const lines = [equal[0]!, ...Array(450).fill(equal[1])]
    const preview = await change(ayu, await paste(ayu, 'investments', ...lines), { equal_rows: 'create' })
    expect((await run(ayu, preview)).counts).toMatchObject({ create: 450, skip: 0 })
    const again = await change(ayu, await paste(ayu, 'investments', ...lines), { equal_rows: 'create' })
    expect((await run(ayu, again)).counts).toMatchObject({ create: 0, skip: 450 })
    const one = await change(
      ayu,
      await paste(ayu, 'investments', lines[0]!, ...lines.slice(1).map((line) => line.replace('A', 'B'))),
      {
        equal_rows: 'one',
      },
    )
    expect((await run(ayu, one)).counts).toMatchObject({ create: 1, skip: 449 })
  })
})

describe('payments', () => {
  const paid = (...rows: string[]) => ['Reference|Investor|Offering|Status|Amount|Paid|Paid on', ...rows]

  test('of one investment that are equal are asked about, never skipped, and matched one by one', async () => {
    const ayu = await fund()
    const lines = paid(
      'R|A|F|Committed|1000|100|2026-02-01',
      'R|A|F|Committed|1000|100|2026-02-01',
      'R|A|F|Committed|1000|100|2026-02-01',
    )
    const preview = await paste(ayu, 'investments', ...lines)
    expect(preview).toMatchObject({ asks: ['equal_rows'], counts: { create: 1, update: 2, skip: 0 } })
    const decided = await change(ayu, preview, { equal_rows: 'create' })
    expect((await run(ayu, decided)).counts).toMatchObject({ create: 1, update: 2 })
    expect(await figures(ayu)).toMatchObject([{ count: 1, committed: '1000.00', funded: '300.00' }])
    const again = await paste(ayu, 'investments', ...lines)
    expect(again).toMatchObject({ asks: [], counts: { create: 0, update: 0, skip: 3 } })
    await run(ayu, again)
    const more = await change(ayu, await paste(ayu, 'investments', ...lines, lines[1]!), { equal_rows: 'create' })
    expect((await run(ayu, more)).counts).toMatchObject({ update: 1, skip: 3 })
    expect(await figures(ayu)).toMatchObject([{ count: 1, funded: '400.00' }])
  })

  test('without a reference are investments of their own, unless somebody says that they are of one', async () => {
    const ayu = await fund()
    const lines = paid('|A|F|Committed|1000|100|2026-02-01', '|A|F|Committed|1000|100|2026-03-01')
    const preview = await paste(ayu, 'investments', ...lines)
    expect(preview).toMatchObject({ asks: [], counts: { create: 2, update: 0 }, questions: { similar: 1 } })
    const one = await change(ayu, preview, { similar_rows: 'one' })
    expect(one.counts).toMatchObject({ create: 1, update: 1 })
    await run(ayu, one)
    expect(await figures(ayu)).toMatchObject([{ count: 1, committed: '1000.00', funded: '200.00' }])
    // Nothing doubles, whatever is answered the second time.
    expect((await run(ayu, await paste(ayu, 'investments', ...lines))).counts).toMatchObject({ create: 0, skip: 2 })
    expect(await figures(ayu)).toMatchObject([{ count: 1, funded: '200.00' }])
  })

  test('of what was promised without any come to it', async () => {
    const ayu = await fund()
    await run(ayu, await paste(ayu, 'investments', ...monthly.slice(0, 2)))
    const lines = ['Investor|Offering|Status|Currency|Amount|Date|Paid|Paid on', `${monthly[1]}|400|2026-02-01`]
    const preview = await paste(ayu, 'investments', ...lines)
    expect(said(await rowsOf(ayu, preview))).toEqual([[2, 'update', 'Adds USD 400 of 2026-02-01 to INV-0001.']])
    await run(ayu, preview)
    expect(await figures(ayu)).toEqual([{ count: 1, committed: '1000.00', funded: '400.00' }])
  })
})

test('one reference with two amounts is an error: no money is left out silently', async () => {
  const ayu = await fund()
  const lines = ['Reference|Investor|Offering|Status|Amount', 'R|A|F|Committed|1000', 'R|A|F|Committed|2000']
  const preview = await paste(ayu, 'investments', ...lines)
  expect(said(await rowsOf(ayu, preview))[1]).toEqual([
    3,
    'error',
    'R has 1000 as committed amount (line 2), and this row 2000. Give it another reference, or the same amount.',
  ])
  await run(ayu, preview)
  const again = await paste(ayu, 'investments', lines[0]!, lines[2]!)
  expect(said(await rowsOf(ayu, again))[0]).toEqual([
    2,
    'error',
    'R has 1000 as committed amount, and this row 2000. Give it another reference, or the same amount.',
  ])
})

test('what is like an investment that is there but for a day is created, and said', async () => {
  const ayu = await fund()
  await run(ayu, await paste(ayu, 'investments', ...monthly.slice(0, 2)))
  const preview = await paste(ayu, 'investments', monthly[0]!, monthly[2]!)
  expect(await rowsOf(ayu, preview)).toMatchObject([
    { action: 'create', question: 'similar', reason: 'May be the same investment as INV-0001: only the day differs.' },
  ])
  expect(await answer(ayu, preview, 2, 'one')).toMatchObject({
    action: 'skip',
    reason: 'Merged with INV-0001, as you chose.',
  })
})
