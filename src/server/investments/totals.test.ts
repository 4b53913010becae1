// No total is ever wrong: for random records, rates and filters the totals equal the sums by hand, in exact fractions.
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { type Figure, type InvestmentTotals, investments } from '../../contract/investments.ts'
import { investors } from '../../contract/investors.ts'
import { investmentStatuses } from '../../contract/master-data.ts'
import { decimalsOf } from '../../contract/money.ts'
import { inTenant } from '../db/index.ts'
import { type Caller, testApp } from '../test/app.ts'
import { addInvestment, addInvestor, addTransaction, made, statusOf } from '../test/records.ts'

const { signUp, database } = await testApp()

test('a missing rate shows what is not converted, and changes nothing else', async () => {
  const ayu = await signUp({ country: 'US' })
  const { id: investor_id } = await addInvestor(ayu)
  const status_id = await statusOf(ayu, 'committed')
  const add = (currency: string, committed_amount: string) =>
    addInvestment(ayu, { investor_id, status_id, currency, committed_amount })
  await add('USD', '100.10')
  await setRate(ayu, 'USD', 'IDR', '2026-01-10', '16400')
  await add('IDR', '12500000000')
  const before = made(await ayu.call(investments.totals))
  expect(before.base).toMatchObject({ currency: 'USD', committed: '762295.22', not_converted: [] })
  const kwd = await add('KWD', '0.001')
  await addTransaction(ayu, kwd.id, { amount: '0.001' })
  const after = made(await ayu.call(investments.totals))
  expect(after.base).toMatchObject({ committed: '762295.22', outstanding: before.base.outstanding, funded: '0.00' })
  expect(after.base.not_converted).toMatchObject([
    { currency: 'KWD', count: 1, committed: '0.001', funded: '0.001', outstanding: '0.000' },
  ])
  expect(after.count).toBe(3)
  expect(after.by_currency.map(({ currency, committed }) => [currency, committed])).toEqual([
    ['IDR', '12500000000.00'],
    ['KWD', '0.001'],
    ['USD', '100.10'],
  ])
})

test('what moved is worth what it was worth on its day', async () => {
  const ayu = await signUp({ country: 'US' })
  const { id: investor_id } = await addInvestor(ayu)
  const status_id = await statusOf(ayu, 'funded')
  const { id } = await addInvestment(ayu, { investor_id, status_id, currency: 'IDR', committed_amount: '34000' })
  await setRate(ayu, 'USD', 'IDR', '2026-01-10', '16000')
  await setRate(ayu, 'USD', 'IDR', '2026-02-10', '17000')
  await addTransaction(ayu, id, { amount: '16000', settled_on: '2026-01-20' })
  await addTransaction(ayu, id, { amount: '17000', settled_on: '2026-02-20' })
  await addTransaction(ayu, id, { amount: '16000', settled_on: '2026-01-09', kind: 'distribution' })
  const { base } = made(await ayu.call(investments.totals))
  expect(base).toMatchObject({ committed: '2.00', funded: '2.00', outstanding: '0.06', distributed: '0.00' })
  // Before the first rate: shown in its own currency, and only that figure.
  expect(base.not_converted).toMatchObject([
    { currency: 'IDR', count: 1, distributed: '16000.00', funded: '0.00', committed: '0.00' },
  ])
})

const currencies = ['USD', 'IDR', 'KWD', 'JPY'] as const
const days = ['2026-01-05', '2026-02-05', '2026-03-05'] as const
const categories = ['prospect', 'soft', 'committed', 'funded', 'exited', 'lost'] as const
const amount = fc.bigInt(1n, 10n ** 12n)

const investment = fc.record({
  currency: fc.constantFrom(...currencies),
  category: fc.constantFrom(...categories),
  expected: fc.option(amount),
  committed: amount,
  probability: fc.option(fc.integer({ min: 0, max: 100 })),
  moves: fc.array(
    fc.record({
      kind: fc.constantFrom('contribution', 'refund', 'distribution', 'return_of_capital', 'fee'),
      state: fc.constantFrom('settled', 'settled', 'scheduled', 'cancelled'),
      amount,
      day: fc.constantFrom(...days),
    }),
    { maxLength: 4 },
  ),
})
const rate = fc.record({
  from: fc.constantFrom(...currencies),
  to: fc.constantFrom(...currencies),
  day: fc.constantFrom('2026-01-01', '2026-02-01', '2026-03-01'),
  rate: fc.bigInt(1n, 10n ** 9n),
})

test('for random organizations the totals equal the sums by hand', async () => {
  const cases = fc.sample(
    fc.record({
      rows: fc.array(investment, { minLength: 1, maxLength: 12 }),
      rates: fc.uniqueArray(rate, { maxLength: 6, selector: ({ from, to, day }) => `${from}${to}${day}` }),
    }),
    { numRuns: 12, seed: 20_261_121 },
  )
  for (const { rows, rates } of cases) {
    const ayu = await signUp({ country: 'US' })
    const { id: investor_id } = await addInvestor(ayu)
    const statuses = made(await ayu.call(investmentStatuses.list)).data
    for (const { from, to, day, rate: millionths } of rates)
      if (from !== to) await setRate(ayu, from, to, day, decimal(millionths, 6))
    for (const row of rows) {
      const money = (units: bigint) => decimal(units, decimalsOf(row.currency))
      const { id } = await addInvestment(ayu, {
        investor_id,
        currency: row.currency,
        status_id: statuses.find(({ category }) => category === row.category)!.id,
        expected_amount: row.expected === null ? null : money(row.expected),
        committed_amount: money(row.committed),
        probability: row.probability,
        lost_reason: 'x',
      })
      for (const { kind, state, day, amount: units } of row.moves)
        await addTransaction(ayu, id, {
          kind: kind as 'fee',
          state,
          amount: money(units),
          settled_on: state === 'settled' ? day : null,
          due_on: day,
        })
    }
    const totals = made(await ayu.call(investments.totals))
    expect(totals).toEqual(byHand(rows, rates, statuses, totals.base.as_of))
    // The investors' footer sums the same investments, and so do the lists' own rows.
    expect(made(await ayu.call(investors.totals))).toEqual(totals)
    for (const category of ['soft', 'committed,funded,exited']) {
      const query = { category } as never
      const list = made(await ayu.call(investments.list, { query }))
      const part = made(await ayu.call(investments.totals, { query }))
      expect(part.count).toBe(list.pagination.total)
      for (const { currency, committed } of part.by_currency) {
        const amounts = list.data.filter((row) => row.currency === currency).map((row) => row.committed_amount!)
        if (category !== 'soft')
          expect(committed).toBe(decimal(amounts.map(units).reduce(plus, 0n), decimalsOf(currency)))
      }
    }
  }
}, 120_000)

/** A fraction: exact, whatever is multiplied or divided. */
type Fraction = readonly [bigint, bigint]
const zero: Fraction = [0n, 1n]
const add = ([a, b]: Fraction, [c, d]: Fraction): Fraction => [a * d + c * b, b * d]
const times = ([a, b]: Fraction, [c, d]: Fraction): Fraction => [a * c, b * d]
const plus = (a: bigint, b: bigint) => a + b
const units = (text: string) => BigInt(text.replace('.', ''))

const figures = [
  'pipeline',
  'weighted',
  'soft',
  'committed',
  'funded',
  'outstanding',
  'due',
  'overdue',
  'distributed',
] as const

type Row = typeof investment extends fc.Arbitrary<infer T> ? T : never
type Rate = typeof rate extends fc.Arbitrary<infer T> ? T : never

/** The definitions of the specification, one by one, without SQL. */
function byHand(
  rows: Row[],
  rates: Rate[],
  statuses: { category: string; probability: number | null }[],
  as_of: string,
): InvestmentTotals {
  const own = new Map<string, Record<Figure, Fraction>>()
  const converted = nothing()
  const missing = new Map<string, { sums: Record<Figure, Fraction>; rows: Set<Row> }>()
  const counts = new Map<string, number>()
  for (const row of rows) {
    counts.set(row.currency, (counts.get(row.currency) ?? 0) + 1)
    for (const { figure, value, day } of partsOf(row, statuses, as_of)) {
      const sums = own.get(row.currency) ?? nothing()
      own.set(row.currency, { ...sums, [figure]: add(sums[figure], value) })
      const worth = rateOn(rates, row.currency, 'USD', day)
      if (worth) converted[figure] = add(converted[figure], times(value, worth))
      else {
        const lost = missing.get(row.currency) ?? { sums: nothing(), rows: new Set() }
        lost.sums[figure] = add(lost.sums[figure], value)
        lost.rows.add(row)
        missing.set(row.currency, lost)
      }
    }
    if (!own.has(row.currency)) own.set(row.currency, nothing())
  }
  const shown = (sums: Record<Figure, Fraction>, currency: string) =>
    Object.fromEntries(figures.map((figure) => [figure, rounded(sums[figure], decimalsOf(currency))])) as Record<
      Figure,
      string
    >
  const line = ([currency, sums]: [string, Record<Figure, Fraction>]) => ({
    currency,
    count: counts.get(currency)!,
    ...shown(sums, currency),
  })
  const byName = (a: { currency: string }, b: { currency: string }) => (a.currency < b.currency ? -1 : 1)
  return {
    count: rows.length,
    by_currency: [...own].map(line).sort(byName),
    base: {
      currency: 'USD',
      as_of,
      ...shown(converted, 'USD'),
      not_converted: [...missing]
        .map(([currency, lost]) => ({
          ...line([currency, lost.sums]),
          count: concerned(rows, rates, currency, as_of, lost.rows),
        }))
        .filter((entry) => figures.some((figure) => /[1-9]/.test(entry[figure])))
        .sort(byName),
    },
  }
}

/** Without a rate of today every investment of the currency is concerned, else those that moved on a day without one. */
function concerned(rows: Row[], rates: Rate[], currency: string, as_of: string, moved: Set<Row>) {
  return rateOn(rates, currency, 'USD', as_of) ? moved.size : rows.filter((row) => row.currency === currency).length
}

const nothing = () => Object.fromEntries(figures.map((figure) => [figure, zero])) as Record<Figure, Fraction>

function partsOf(row: Row, statuses: { category: string; probability: number | null }[], today: string) {
  const scale = 10n ** BigInt(decimalsOf(row.currency))
  const money = (value: bigint): Fraction => [value, scale]
  const probability = row.probability ?? statuses.find(({ category }) => category === row.category)!.probability ?? 0
  const moved = (state: string, ...kinds: string[]) =>
    row.moves.filter((move) => move.state === state && kinds.includes(move.kind))
  const sum = (moves: { amount: bigint }[]) => moves.map((move) => move.amount).reduce(plus, 0n)
  const funded = sum(moved('settled', 'contribution')) - sum(moved('settled', 'refund'))
  const parts: { figure: Figure; value: Fraction; day: string }[] = []
  const push = (figure: Figure, value: Fraction, day = today) => parts.push({ figure, value, day })
  const { category, expected, committed } = row
  if (category === 'prospect' || category === 'soft') {
    push('pipeline', money(expected ?? committed))
    push('weighted', times(money(expected ?? committed), [BigInt(probability), 100n]))
  }
  if (category === 'soft') push('soft', money(committed))
  if (['committed', 'funded', 'exited'].includes(category)) push('committed', money(committed))
  if (['committed', 'funded'].includes(category) && committed > funded) push('outstanding', money(committed - funded))
  // All days of this test have passed.
  for (const move of moved('scheduled', 'contribution')) push('overdue', money(move.amount))
  for (const move of moved('settled', 'contribution')) push('funded', money(move.amount), move.day)
  for (const move of moved('settled', 'refund')) push('funded', money(-move.amount), move.day)
  for (const move of moved('settled', 'distribution', 'return_of_capital'))
    push('distributed', money(move.amount), move.day)
  return parts
}

function rateOn(rates: Rate[], from: string, to: string, day: string): Fraction | undefined {
  if (from === to) return [1n, 1n]
  const leg = (a: string, b: string): Fraction | undefined => {
    const known = rates
      .filter((each) => each.day <= day && ((each.from === a && each.to === b) || (each.from === b && each.to === a)))
      .sort((x, y) => (x.day !== y.day ? (x.day < y.day ? 1 : -1) : x.from === a ? -1 : 1))[0]
    if (!known) return undefined
    return known.from === a ? [known.rate, 1_000_000n] : [1_000_000n, known.rate]
  }
  return leg(from, to)
}

/** Half to even. */
function rounded([a, b]: Fraction, decimals: number): string {
  const scaled = a * 10n ** BigInt(decimals)
  const size = scaled < 0n ? -scaled : scaled
  const rest = size % b
  const up = rest * 2n > b || (rest * 2n === b && (size / b) % 2n === 1n)
  const whole = size / b + (up ? 1n : 0n)
  return decimal(scaled < 0n ? -whole : whole, decimals)
}

function decimal(value: bigint, decimals: number): string {
  const digits = String(value < 0n ? -value : value).padStart(decimals + 1, '0')
  const text = decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
  return value < 0n ? `-${text}` : text
}

async function setRate(caller: Caller, from: string, to: string, day: string, value: string) {
  const { payload } = JSON.parse(
    `{"payload":${Buffer.from(caller.access_token.split('.')[1]!, 'base64url').toString()}}`,
  )
  const { rows } = await sql<{ organization_id: string }>`
    select organization_id from users where id = ${payload.sub}`.execute(database.system)
  await inTenant(database, rows[0]!, ({ db, organization_id }) =>
    sql`insert into exchange_rates (organization_id, from_currency, to_currency, day, rate, source)
      values (${organization_id}, ${from}, ${to}, ${day}, ${value}, 'manual')`.execute(db),
  )
}
