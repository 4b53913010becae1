// Conversions against a second opinion: exact fractions of whole numbers, rounded once.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { exchangeRates } from '../../contract/currencies.ts'
import { decimalsOf } from '../../contract/money.ts'
import { testApp } from '../test/app.ts'

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

/** The newest rate on or before the day; of one day the direct one. */
function leg(rates: Given[], have: string, want: string, on: string): Fraction | undefined {
  const direct = ({ from_currency: from, to_currency: to }: Given) => from === have && to === want
  const inverse = ({ from_currency: from, to_currency: to }: Given) => from === want && to === have
  const [best] = rates
    .filter((rate) => rate.day <= on && (direct(rate) || inverse(rate)))
    .sort((a, b) => (a.day === b.day ? Number(direct(b)) - Number(direct(a)) : a.day < b.day ? 1 : -1))
  return best && (direct(best) ? fractionOf(best.rate) : turned(fractionOf(best.rate)))
}

function model(rates: Given[], have: string, want: string, on: string): Fraction | undefined {
  if (have === want) return [1n, 1n]
  const direct = leg(rates, have, want, on)
  if (direct || have === base || want === base) return direct
  const [first, second] = [leg(rates, have, base, on), leg(rates, base, want, on)]
  return first && second && times(first, second)
}

/**
 * With all decimals. Exactly between two it is either of them: a rate that was turned round has 45 decimals and not all
 * (1/6), so what lies in the middle may be a hair beside it. That a middle goes to the even one, routes.test.ts shows.
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
// Not of the extremes that no two currencies have: there a turned rate runs out of digits.
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

/** Chance alone may leave one of them out. */
const ofEachKind = {
  rates: ['EUR', 'IDR'].map((to_currency) => ({ day: '2026-01-01', from_currency: base, to_currency, rate: '1.5' })),
  questions: [
    { from: base, to: 'EUR' },
    { from: 'EUR', to: 'IDR' },
    { from: 'KWD', to: 'JPY' },
  ].map((pair) => ({ ...pair, on: '2026-01-02', amount: '10' })),
}

test('every conversion is what exact fractions say, or nothing', async () => {
  const seen = { converted: 0, nothing: 0, crossed: 0 }
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
          const wanted = exact ? rounded(times(fractionOf(amount), exact), decimalsOf(to)) : [undefined]
          expect(wanted, JSON.stringify(question)).toContain(answer.money?.amount)
          expect(answer.reason).toBe(exact ? null : 'no_rate')
          if (answer.day) expect(answer.day <= on).toBe(true)
          seen[answer.through ? 'crossed' : exact ? 'converted' : 'nothing'] += 1
        }
      },
    ),
    { numRuns: 15, examples: [[ofEachKind.rates, ofEachKind.questions]] },
  )
  expect(Math.min(...Object.values(seen))).toBeGreaterThan(0)
})
