// Reference implementation of the specification's figures in exact fractions, without SQL. And random records to sum.
import fc from 'fast-check'
import { sql } from 'kysely'
import type { Figure, InvestmentTotals } from '../../contract/investments.ts'
import { investmentStatuses } from '../../contract/master-data.ts'
import { decimalsOf } from '../../contract/money.ts'
import { type Database, inTenant, type Tenant } from '../platform/db/index.ts'
import type { Caller } from './app.ts'
import { addInvestment, addTransaction, made } from './records.ts'

const currencies = ['USD', 'IDR', 'KWD', 'JPY'] as const
const days = ['2026-01-05', '2026-02-05', '2026-03-05'] as const
const categories = ['prospect', 'soft', 'committed', 'funded', 'exited', 'lost'] as const
const amount = fc.bigInt(1n, 10n ** 12n)

export const investment = fc.record({
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
export const rate = fc.record({
  from: fc.constantFrom(...currencies),
  to: fc.constantFrom(...currencies),
  day: fc.constantFrom('2026-01-01', '2026-02-01', '2026-03-01'),
  rate: fc.bigInt(1n, 10n ** 9n),
})

/** A fraction: exact under multiplication and division. */
type Fraction = readonly [bigint, bigint]
const zero: Fraction = [0n, 1n]
const add = ([a, b]: Fraction, [c, d]: Fraction): Fraction => [a * d + c * b, b * d]
const times = ([a, b]: Fraction, [c, d]: Fraction): Fraction => [a * c, b * d]
export const plus = (a: bigint, b: bigint) => a + b
export const units = (text: string) => BigInt(text.replace('.', ''))

export const figures = [
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

export type GeneratedInvestment = typeof investment extends fc.Arbitrary<infer T> ? T : never
export type Rate = typeof rate extends fc.Arbitrary<infer T> ? T : never

/** The definitions of the specification, one by one, without SQL. */
export function byHand(
  rows: GeneratedInvestment[],
  rates: Rate[],
  statuses: { category: string; probability: number | null }[],
  as_of: string,
  target = 'USD',
): InvestmentTotals {
  const own = new Map<string, Record<Figure, Fraction>>()
  const converted = nothing()
  const missing = new Map<string, { sums: Record<Figure, Fraction>; rows: Set<GeneratedInvestment> }>()
  const counts = new Map<string, number>()
  for (const row of rows) {
    counts.set(row.currency, (counts.get(row.currency) ?? 0) + 1)
    for (const { figure, value, day } of partsOf(row, statuses, as_of)) {
      const sums = own.get(row.currency) ?? nothing()
      own.set(row.currency, { ...sums, [figure]: add(sums[figure], value) })
      const worth = rateOn(rates, row.currency, target, day)?.value
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
      currency: target,
      as_of,
      ...shown(converted, target),
      not_converted: [...missing]
        .map(([currency, lost]) => ({
          ...line([currency, lost.sums]),
          count: concerned(rows, rates, [currency, target], as_of, lost.rows),
        }))
        .filter((entry) => figures.some((figure) => /[1-9]/.test(entry[figure])))
        .sort(byName),
      old_rates: oldRates(rows, rates, own, target, as_of),
    },
  }
}

/** If today's rate is missing, every investment of the currency is affected; otherwise those with transactions on a day without one. */
function concerned(
  rows: GeneratedInvestment[],
  rates: Rate[],
  [from, to]: [string, string],
  as_of: string,
  moved: Set<GeneratedInvestment>,
) {
  return rateOn(rates, from, to, as_of) ? moved.size : rows.filter((row) => row.currency === from).length
}

const nothing = () => Object.fromEntries(figures.map((figure) => [figure, zero])) as Record<Figure, Fraction>

function partsOf(
  row: GeneratedInvestment,
  statuses: { category: string; probability: number | null }[],
  today: string,
) {
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
  const paid = funded > 0n ? funded : 0n
  if (['committed', 'funded'].includes(category) && committed > paid) push('outstanding', money(committed - paid))
  for (const move of moved('scheduled', 'contribution')) push(move.day < today ? 'overdue' : 'due', money(move.amount))
  for (const move of moved('settled', 'contribution')) push('funded', money(move.amount), move.day)
  for (const move of moved('settled', 'refund')) push('funded', money(-move.amount), move.day)
  for (const move of moved('settled', 'distribution', 'return_of_capital'))
    push('distributed', money(move.amount), move.day)
  return parts
}

interface Path {
  day: string
  value: Fraction
  through: string | null
}

/** The newest path wins; a cross rate is as old as its older leg, and loses a tie. */
function rateOn(rates: Rate[], from: string, to: string, day: string): Path | undefined {
  if (from === to) return { day, value: [1n, 1n], through: null }
  const leg = (a: string, b: string): Path | undefined => {
    const latest = rates
      .filter((each) => each.day <= day && ((each.from === a && each.to === b) || (each.from === b && each.to === a)))
      .sort((x, y) => (x.day !== y.day ? (x.day < y.day ? 1 : -1) : x.from === a ? -1 : 1))[0]
    if (!latest) return undefined
    const value: Fraction = latest.from === a ? [latest.rate, 1_000_000n] : [1_000_000n, latest.rate]
    return { day: latest.day, value, through: null }
  }
  const single = leg(from, to)
  if (from === base || to === base) return single
  const [there, on] = [leg(from, base), leg(base, to)]
  if (!there || !on) return single
  const crossedDay = there.day < on.day ? there.day : on.day
  if (single && single.day >= crossedDay) return single
  return { day: crossedDay, value: times(there.value, on.value), through: base }
}

const isOld = (rate: Path | undefined, used_on: string) =>
  rate !== undefined && Date.parse(used_on) - Date.parse(rate.day) > 30 * 86_400_000

/** Currencies with an amount or transaction converted at a rate more than 30 days older than its day. */
function oldRates(
  rows: GeneratedInvestment[],
  rates: Rate[],
  own: Map<string, Record<Figure, Fraction>>,
  to: string,
  as_of: string,
) {
  const stocks = figures.filter((figure) => figure !== 'funded' && figure !== 'distributed')
  return [...own].sort().flatMap(([from, sums]) => {
    const rate = rateOn(rates, from, to, as_of)
    const isUsed = isOld(rate, as_of) && stocks.some((figure) => sums[figure][0] !== 0n)
    const moves = rows.filter((row) => row.currency === from).flatMap((row) => row.moves)
    const moved = moves.filter(({ state, kind }) => state === 'settled' && kind !== 'fee').map(({ day }) => day)
    const payment_days = [...new Set(moved)].filter((day) => isOld(rateOn(rates, from, to, day), day)).length
    if (!isUsed && payment_days === 0) return []
    return [{ from, to, day: isUsed ? rate!.day : null, through: isUsed ? rate!.through : null, payment_days }]
  })
}

/** Of the organizations that tests create in the US. */
const base = 'USD'

/** Half to even. */
function rounded([a, b]: Fraction, decimals: number): string {
  const scaled = a * 10n ** BigInt(decimals)
  const size = scaled < 0n ? -scaled : scaled
  const rest = size % b
  const up = rest * 2n > b || (rest * 2n === b && (size / b) % 2n === 1n)
  const whole = size / b + (up ? 1n : 0n)
  return decimal(scaled < 0n ? -whole : whole, decimals)
}

export function decimal(value: bigint, decimals: number): string {
  const digits = String(value < 0n ? -value : value).padStart(decimals + 1, '0')
  const text = decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
  return value < 0n ? `-${text}` : text
}

export async function setRate(
  database: Database,
  caller: Caller,
  rate: { from: string; to: string; day: string; value: string },
) {
  await asOrganization(database, caller, ({ db, organization_id }) =>
    sql`insert into exchange_rates (organization_id, from_currency, to_currency, day, rate, source)
      values (${organization_id}, ${rate.from}, ${rate.to}, ${rate.day}, ${rate.value}, 'manual')`.execute(db),
  )
}

/** For changes that the API does not allow: to the past. */
export async function asOrganization<T>(
  database: Database,
  caller: Caller,
  work: (tenant: Tenant) => Promise<T>,
): Promise<T> {
  const { sub } = JSON.parse(Buffer.from(caller.access_token.split('.')[1]!, 'base64url').toString())
  const { rows } = await sql<{ organization_id: string }>`
    select organization_id from users where id = ${sub}`.execute(database.system)
  return await inTenant(database, rows[0]!, work)
}

/** Creates the random records through the API, in the order of their rows; returns the ids of the investments. */
export async function addAll(
  database: Database,
  caller: Caller,
  { rows, rates, investors }: { rows: GeneratedInvestment[]; rates: Rate[]; investors: string[] },
): Promise<string[]> {
  const statuses = made(await caller.call(investmentStatuses.list)).data
  for (const { from, to, day, rate: millionths } of rates)
    if (from !== to) await setRate(database, caller, { from, to, day, value: decimal(millionths, 6) })
  const ids: string[] = []
  for (const [nth, row] of rows.entries()) {
    const money = (units: bigint) => decimal(units, decimalsOf(row.currency))
    const { id } = await addInvestment(caller, {
      investor_id: investors[nth % investors.length]!,
      currency: row.currency,
      status_id: statuses.find(({ category }) => category === row.category)!.id,
      expected_amount: row.expected === null ? null : money(row.expected),
      committed_amount: money(row.committed),
      probability: row.probability,
      lost_reason: 'x',
    })
    ids.push(id)
    for (const { kind, state, day, amount: units } of row.moves)
      await addTransaction(caller, id, {
        kind: kind as 'fee',
        state: state as 'settled',
        amount: money(units),
        settled_on: state === 'settled' ? day : null,
        due_on: day,
      })
  }
  return ids
}
