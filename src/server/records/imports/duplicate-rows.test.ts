// Equal rows of one file require a decision, and importing a file again adds nothing.
import { describe, expect, test } from 'vitest'
import { type DuplicateChoice, type Import, imports } from '../../../contract/imports.ts'
import { investments } from '../../../contract/investments.ts'
import { offerings } from '../../../contract/offerings.ts'
import type { Caller } from '../../test/app.ts'
import { reasonOf, testImports } from '../../test/imports.ts'
import { addInvestor, made } from '../../test/records.ts'

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
const choose = async (caller: Caller, { id }: Import, line: number, duplicate_choice: DuplicateChoice | null) =>
  made(
    await caller.call(imports.changeRow, { params: { id, line: String(line) }, body: { duplicate_choice } } as never),
  )

const monthly = [
  'Investor|Offering|Status|Currency|Amount|Date',
  'A|F|Committed|USD|1000|2026-01-15',
  'A|F|Committed|USD|1000|2026-02-15',
  'A|F|Committed|USD|1000|2026-03-15',
]
const identical = ['Investor|Offering|Status|Currency|Amount', ...Array(3).fill('A|F|Committed|USD|1000')]

describe('tranches of one amount', () => {
  test('on different days are each created, and importing the file again adds none', async () => {
    const ayu = await fund()
    const preview = await paste(ayu, 'investments', ...monthly)
    expect(preview).toMatchObject({
      needed_choices: [],
      counts: { create: 3, skip: 0 },
      duplicates: { similar: 2, undecided: 0 },
    })
    expect((await rowsOf(ayu, preview)).map((row) => [row.duplicate_kind, reasonOf(row)])).toEqual([
      [null, null],
      ['similar', 'May be the same investment as line 2: only the commitment date differs.'],
      ['similar', 'May be the same investment as line 2: only the commitment date differs.'],
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
      expect(preview).toMatchObject({ needed_choices: [], counts: { create: 2 } })
      expect((await run(ayu, preview)).counts.create).toBe(2)
      expect((await run(ayu, await paste(ayu, 'investments', ...lines))).counts).toMatchObject({ create: 0, skip: 2 })
      expect(await figures(ayu)).toMatchObject([{ count: 2, committed: '10.00' }])
    },
  )

  test('that are equal in everything require a decision before the import starts', async () => {
    const ayu = await fund()
    const preview = await paste(ayu, 'investments', ...identical)
    expect(preview).toMatchObject({
      needed_choices: ['duplicate_rows'],
      counts: { create: 3, skip: 0 },
      duplicates: { identical: 2, undecided: 2 },
    })
    expect((await rowsOf(ayu, preview)).at(-1)).toMatchObject({
      duplicate_kind: 'identical',
      reasons: [expect.objectContaining({ text: 'May be the same investment as line 2: identical.' })],
    })
    const { status, problem } = await ayu.call(imports.start, { params: { id: preview.id } })
    expect([status, problem.detail]).toEqual([
      409,
      'Some rows look identical. First choose whether to keep both or merge them.',
    ])
    expect(await change(ayu, preview, { duplicate_rows: 'merge' })).toMatchObject({
      needed_choices: [],
      counts: { create: 1, skip: 2 },
    })
    expect(await change(ayu, preview, { duplicate_rows: 'create' })).toMatchObject({
      needed_choices: [],
      counts: { create: 3 },
    })
    await run(ayu, preview)
    expect(await figures(ayu)).toMatchObject([{ count: 3, committed: '3000.00' }])
    expect(await revert(ayu, preview)).toMatchObject({ reverted: 3, not_reverted: 0 })
    expect(await figures(ayu)).toEqual([])
  })

  test('can be decided one by one, and a decision survives another mapping', async () => {
    const ayu = await fund()
    const preview = await paste(ayu, 'investments', ...identical)
    expect(await choose(ayu, preview, 3, 'merge')).toMatchObject({
      action: 'skip',
      duplicate_choice: 'merge',
      reasons: [expect.objectContaining({ text: 'Merged with line 2, as you chose.' })],
    })
    expect(await choose(ayu, preview, 4, 'create')).toMatchObject({ action: 'create', duplicate_choice: 'create' })
    expect(await change(ayu, preview, { country: 'SG' })).toMatchObject({
      needed_choices: [],
      counts: { create: 2, skip: 1 },
    })
    await choose(ayu, preview, 4, null)
    expect(made(await ayu.call(imports.get, { params: { id: preview.id } }))).toMatchObject({
      needed_choices: ['duplicate_rows'],
    })
    await choose(ayu, preview, 4, 'create')
    expect((await run(ayu, preview)).counts).toMatchObject({ create: 2, skip: 1 })
    expect(await figures(ayu)).toMatchObject([{ count: 2, committed: '2000.00' }])
  })

  test('are matched one by one with existing ones: three of three add nothing, three of two add one', async () => {
    const ayu = await fund()
    const imported = async (lines: string[]) => {
      const preview = await paste(ayu, 'investments', ...lines)
      const decided = await change(ayu, preview, { duplicate_rows: 'create' })
      const { counts } = await run(ayu, decided)
      expect(counts).toEqual(decided.counts)
      return counts
    }
    expect(await imported(identical.slice(0, 3))).toMatchObject({ create: 2, skip: 0 })
    expect(await imported(identical)).toMatchObject({ create: 1, skip: 2 })
    expect(await imported(identical)).toMatchObject({ create: 0, skip: 3 })
    expect(await figures(ayu)).toMatchObject([{ count: 3 }])
  })

  test('across two batches are not matched with those that the first batch created', async () => {
    const ayu = await fund()
    const lines = [identical[0]!, ...Array(450).fill(identical[1])]
    const preview = await change(ayu, await paste(ayu, 'investments', ...lines), { duplicate_rows: 'create' })
    expect((await run(ayu, preview)).counts).toMatchObject({ create: 450, skip: 0 })
    const again = await change(ayu, await paste(ayu, 'investments', ...lines), { duplicate_rows: 'create' })
    expect((await run(ayu, again)).counts).toMatchObject({ create: 0, skip: 450 })
    const one = await change(
      ayu,
      await paste(ayu, 'investments', lines[0]!, ...lines.slice(1).map((line) => line.replace('A', 'B'))),
      {
        duplicate_rows: 'merge',
      },
    )
    expect((await run(ayu, one)).counts).toMatchObject({ create: 1, skip: 449 })
  })
})

describe('payments', () => {
  const paid = (...rows: string[]) => ['Reference|Investor|Offering|Status|Amount|Paid|Paid on', ...rows]

  test('of one investment that are equal require a decision, are never skipped, and matched one by one', async () => {
    const ayu = await fund()
    const lines = paid(
      'R|A|F|Committed|1000|100|2026-02-01',
      'R|A|F|Committed|1000|100|2026-02-01',
      'R|A|F|Committed|1000|100|2026-02-01',
    )
    const preview = await paste(ayu, 'investments', ...lines)
    expect(preview).toMatchObject({ needed_choices: ['duplicate_rows'], counts: { create: 1, update: 2, skip: 0 } })
    const decided = await change(ayu, preview, { duplicate_rows: 'create' })
    expect((await run(ayu, decided)).counts).toMatchObject({ create: 1, update: 2 })
    expect(await figures(ayu)).toMatchObject([{ count: 1, committed: '1000.00', funded: '300.00' }])
    const again = await paste(ayu, 'investments', ...lines)
    expect(again).toMatchObject({ needed_choices: [], counts: { create: 0, update: 0, skip: 3 } })
    await run(ayu, again)
    const more = await change(ayu, await paste(ayu, 'investments', ...lines, lines[1]!), { duplicate_rows: 'create' })
    expect((await run(ayu, more)).counts).toMatchObject({ update: 1, skip: 3 })
    expect(await figures(ayu)).toMatchObject([{ count: 1, funded: '400.00' }])
  })

  test('without a reference are separate investments, unless decided otherwise', async () => {
    const ayu = await fund()
    const lines = paid('|A|F|Committed|1000|100|2026-02-01', '|A|F|Committed|1000|100|2026-03-01')
    const preview = await paste(ayu, 'investments', ...lines)
    expect(preview).toMatchObject({ needed_choices: [], counts: { create: 2, update: 0 }, duplicates: { similar: 1 } })
    const one = await change(ayu, preview, { similar_rows: 'merge' })
    expect(one.counts).toMatchObject({ create: 1, update: 1 })
    await run(ayu, one)
    expect(await figures(ayu)).toMatchObject([{ count: 1, committed: '1000.00', funded: '200.00' }])
    // A second import adds nothing, whatever is decided.
    expect((await run(ayu, await paste(ayu, 'investments', ...lines))).counts).toMatchObject({ create: 0, skip: 2 })
    expect(await figures(ayu)).toMatchObject([{ count: 1, funded: '200.00' }])
  })

  test('are added to an investment that has none', async () => {
    const ayu = await fund()
    await run(ayu, await paste(ayu, 'investments', ...monthly.slice(0, 2)))
    const lines = ['Investor|Offering|Status|Currency|Amount|Date|Paid|Paid on', `${monthly[1]}|400|2026-02-01`]
    const preview = await paste(ayu, 'investments', ...lines)
    expect(said(await rowsOf(ayu, preview))).toEqual([[2, 'update', 'Adds USD 400 of 2026-02-01 to INV-0001.']])
    await run(ayu, preview)
    expect(await figures(ayu)).toEqual([{ count: 1, committed: '1000.00', funded: '400.00' }])
  })
})

test('one reference with two amounts is an error, so that no amount is lost silently', async () => {
  const ayu = await fund()
  const lines = ['Reference|Investor|Offering|Status|Amount', 'R|A|F|Committed|1000', 'R|A|F|Committed|2000']
  const preview = await paste(ayu, 'investments', ...lines)
  expect(said(await rowsOf(ayu, preview))[1]).toEqual([
    3,
    'error',
    'R has 1000 as committed amount (line 2), but this row has 2000. Use another reference, or the same amount.',
  ])
  await run(ayu, preview)
  const again = await paste(ayu, 'investments', lines[0]!, lines[2]!)
  expect(said(await rowsOf(ayu, again))[0]).toEqual([
    2,
    'error',
    'R has 1000 as committed amount, but this row has 2000. Use another reference, or the same amount.',
  ])
})

test('a row that differs from an existing investment only in a day is created with a remark', async () => {
  const ayu = await fund()
  await run(ayu, await paste(ayu, 'investments', ...monthly.slice(0, 2)))
  const preview = await paste(ayu, 'investments', monthly[0]!, monthly[2]!)
  expect(await rowsOf(ayu, preview)).toMatchObject([
    {
      action: 'create',
      duplicate_kind: 'similar',
      reasons: [{ text: 'May be the same investment as INV-0001: only the commitment date differs.' }],
    },
  ])
  expect(await choose(ayu, preview, 2, 'merge')).toMatchObject({
    action: 'skip',
    reasons: [{ text: 'Merged with INV-0001, as you chose.' }],
  })
})
