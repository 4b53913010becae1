// Conversions against an independent model in exact fractions, rounded once.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { exchangeRates } from '../../../contract/currencies.ts'
import { decimalsOf } from '../../../contract/money.ts'
import { testApp } from '../../test/app.ts'

const { signUp } = await testApp()
const codes = ['USD', 'IDR', 'KWD', 'JPY', 'CLF', 'EUR']
const base = 'USD'

type Fraction = [over: bigint, under: bigint]
interface Given {
  day: string
  from_currency: string
  to_currency: string
  rate: string
}

const times = ([a, b]: Fraction, [c, d]: Fraction): Fraction => [a * c, b * d]
const turned = ([a, b]: Fraction): Fraction => [b, a]
function fractionOf(text: string): Fraction {
  const [whole, decimals = ''] = text.split('.')
  return [BigInt(whole + decimals), 10n ** BigInt(decimals.length)]
}

interface Path {
  value: Fraction
  day: string
  path: 'direct' | 'inverse' | 'crossed'
}

/** The newest rate on or before the day; on equal days the direct one. */
function leg(rates: Given[], have: string, want: string, on: string): Path | undefined {
  const [best] = rates
    .filter(({ day }) => day <= on)
    .flatMap(({ day, from_currency: from, to_currency: to, rate }): Path[] => {
      if (from === have && to === want) return [{ value: fractionOf(rate), day, path: 'direct' }]
      if (from === want && to === have) return [{ value: turned(fractionOf(rate)), day, path: 'inverse' }]
      return []
    })
    .sort((a, b) => (a.day === b.day ? (a.path === 'direct' ? -1 : 1) : a.day < b.day ? 1 : -1))
  return best
}

/** The newest path; a crossed one is as old as its older leg, and loses on equal days. */
function model(rates: Given[], have: string, want: string, on: string): Path | undefined {
  if (have === want) return { value: [1n, 1n], day: on, path: 'direct' }
  const single = leg(rates, have, want, on)
  if (have === base || want === base) return single
  const [first, second] = [leg(rates, have, base, on), leg(rates, base, want, on)]
  if (!first || !second) return single
  const day = first.day < second.day ? first.day : second.day
  return single && single.day >= day ? single : { value: times(first.value, second.value), day, path: 'crossed' }
}

/**
 * With all decimals. An exact tie accepts both neighbors: an inverted rate is cut at 45 decimals (1/6), so it
 * may be just beside the middle. routes.test.ts checks that ties round to even.
 */
function rounded([over, under]: Fraction, decimals: number): string[] {
  const scaled = over * 10n ** BigInt(decimals)
  const whole = scaled / under
  const twice = 2n * (scaled % under)
  const nearest = twice === under ? [whole, whole + 1n] : [twice > under ? whole + 1n : whole]
  return nearest.map((number) => {
    const text = String(number).padStart(decimals + 1, '0')
    return decimals === 0 ? text : `${text.slice(0, -decimals)}.${text.slice(-decimals)}`
  })
}

const digits = (max: number) =>
  fc
    .integer({ min: 0, max })
    .chain((length) => fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: length, maxLength: length }))
const day = fc.integer({ min: 1, max: 28 }).map((number) => `2026-01-${String(number).padStart(2, '0')}`)
const code = fc.constantFrom(...codes)
// Without unrealistic extremes, where an inverted rate runs out of digits.
const rate = fc
  .tuple(fc.nat({ max: 20_000_000 }), digits(9))
  .map(([whole, decimals]) => (decimals ? `${whole}.${decimals}` : String(whole)))
  .filter((text) => /[1-9]/.test(text))
const given = fc
  .record({ day, from_currency: code, to_currency: code, rate })
  .filter(({ from_currency, to_currency }) => from_currency !== to_currency)
const amountIn = (currency: string) =>
  fc
    .tuple(fc.bigInt({ min: 0n, max: 10n ** 15n }), digits(decimalsOf(currency)))
    .map(([whole, decimals]) => (decimals ? `${whole}.${decimals}` : String(whole)))
const asked = fc
  .record({ from: code, to: code, on: day })
  .chain((question) => amountIn(question.from).map((amount) => ({ ...question, amount })))

/** Random examples alone may miss one of them. */
const ofEachKind = {
  rates: [
    { day: '2026-01-01', from_currency: base, to_currency: 'EUR', rate: '1.5' },
    { day: '2026-01-02', from_currency: base, to_currency: 'IDR', rate: '2.5' },
    { day: '2025-12-31', from_currency: 'EUR', to_currency: 'IDR', rate: '3' },
    { day: '2026-01-01', from_currency: 'CLF', to_currency: base, rate: '7' },
    { day: '2026-01-01', from_currency: 'CLF', to_currency: 'EUR', rate: '11' },
  ],
  questions: [
    { from: base, to: 'EUR' },
    { from: 'EUR', to: base },
    { from: 'EUR', to: 'EUR' },
    // Crossed although an older direct one exists; and direct although the crossed one is of the same day.
    { from: 'EUR', to: 'IDR' },
    { from: 'CLF', to: 'EUR' },
    { from: 'KWD', to: 'JPY' },
  ].map((pair) => ({ ...pair, on: '2026-01-02', amount: '10' })),
}

test('every conversion equals the exact fraction, or is null', async () => {
  const seen = { direct: 0, inverse: 0, crossed: 0, same: 0, nothing: 0, newer: 0 }
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(given, {
        maxLength: 14,
        selector: (one) => `${one.day} ${one.from_currency} ${one.to_currency}`,
      }),
      fc.array(asked, { minLength: 25, maxLength: 25 }),
      async (rates, questions) => {
        const person = await signUp({ country: 'US' })
        const lines = rates.map((one) => `${one.day};${one.from_currency};${one.to_currency};${one.rate}`)
        const text = ['day;from;to;rate', ...lines].join('\n')
        const { body } = await person.call(exchangeRates.import, { body: { text, number_style: 'point' } })
        expect(body).toMatchObject({ create: rates.length, error: 0 })
        const answers = await Promise.all(
          questions.map((question) => person.call(exchangeRates.convert, { query: question })),
        )
        for (const [index, question] of questions.entries()) {
          const { from, to, on, amount } = question
          const { body: answer } = answers[index]!
          const exact = model(rates, from, to, on)
          const wanted = exact ? rounded(times(fractionOf(amount), exact.value), decimalsOf(to)) : [undefined]
          expect(wanted, JSON.stringify(question)).toContain(answer.money?.amount)
          expect(answer.reason).toBe(exact ? null : 'no_rate')
          expect(answer.day, JSON.stringify(question)).toBe(exact?.day ?? null)
          expect(answer.path).toBe(exact && from !== to ? exact.path : null)
          expect(answer.through).toBe(exact?.path === 'crossed' ? base : null)
          seen[exact && from !== to ? exact.path : exact ? 'same' : 'nothing'] += 1
          if (exact?.path === 'crossed' && leg(rates, from, to, on)) seen.newer += 1
        }
      },
    ),
    { numRuns: 15, examples: [[ofEachKind.rates, ofEachKind.questions]] },
  )
  expect(Math.min(...Object.values(seen))).toBeGreaterThan(0)
})
