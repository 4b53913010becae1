import fc from 'fast-check'
import { afterEach, expect, test } from 'vitest'
import { currencyCodes, decimalsOf } from '../../../contract/money.ts'
import { setFormat } from './format.ts'
import { compactMoney, decimal, money, readMoney, withoutZeros } from './money.ts'

afterEach(() => setFormat({}))

const read = (typed: string, locale: string, currency = 'USD') => {
  setFormat({ locale })
  const answer = readMoney(typed, { currency, decimals: decimalsOf(currency) })
  return 'amount' in answer ? answer.amount : answer.fault
}
const shown = (locale: string, work: () => string) => {
  setFormat({ locale })
  return work().replace(/\s/g, ' ')
}

test.each([
  ['en', '12500000000.00', 'IDR', 'IDR 12,500,000,000'],
  ['id', '12500000000.00', 'IDR', 'Rp 12.500.000.000'],
  ['id', '12500000000.50', 'IDR', 'Rp 12.500.000.000,50'],
  ['en', '9999999999999.99', 'IDR', 'IDR 9,999,999,999,999.99'],
  ['en', '999999999999999999.9999', 'CLF', 'CLF 999,999,999,999,999,999.9999'],
  ['en', '1000000000000000.00', 'USD', '$1,000,000,000,000,000.00'],
  ['en', '0.001', 'KWD', 'KWD 0.001'],
  ['en', '762195.12', 'USD', '$762,195.12'],
  ['id', '762195.12', 'USD', 'US$762.195,12'],
  ['en', '5', 'JPY', '¥5'],
  ['en-IN', '1234567.80', 'INR', '₹12,34,567.80'],
  ['hi-u-nu-deva', '1234567.80', 'INR', '₹१२,३४,५६७.८०'],
  ['en', '-0.50', 'USD', '-$0.50'],
  ['en', '-0.00', 'USD', '$0.00'],
  ['en', '-0', 'JPY', '¥0'],
  ['en', '-1234.50', 'USD', '-$1,234.50'],
])('in %s %s %s is shown as %s', (locale, amount, currency, text) => {
  expect(shown(locale, () => money(amount, currency))).toBe(text)
})

test('an echoed amount has all decimals of its currency', () => {
  expect(shown('id', () => money('12500000000.00', 'IDR', { exact: true }))).toBe('Rp 12.500.000.000,00')
  expect(shown('en', () => money('5', 'JPY', { exact: true }))).toBe('¥5')
})

test('a rate is shown without trailing zeros', () => {
  expect(shown('id', () => decimal(withoutZeros('16400.500000000000000')))).toBe('16.400,5')
  expect(withoutZeros('16400.000000000000000')).toBe('16400')
  expect(withoutZeros('1600')).toBe('1600')
})

test.each([
  ['en', '762195.12', 'USD', '$762K'],
  ['en', '999.99', 'USD', '$999.99'],
  ['en', '12500000000.00', 'IDR', 'IDR 12.5B'],
  ['id', '12500000000.00', 'IDR', 'Rp 12,5 M'],
  ['en-IN', '25000000.00', 'INR', '₹2.5Cr'],
  ['en', '9999999999999.99', 'IDR', 'IDR 9.99T'],
  ['id', '9999999999999.99', 'IDR', 'Rp 9,99 T'],
  ['en', '999999.99', 'USD', '$999K'],
  ['en', '1000.125', 'KWD', 'KWD 1K'],
  ['en', '-1239999.00', 'USD', '-$1.23M'],
  ['en-IN', '9999999.00', 'INR', '₹99.9L'],
  ['en', '0.00', 'USD', '$0.00'],
  // There is no word for thousands: the rest would look exact.
  ['de', '12345.67', 'EUR', '12.345,67 €'],
  ['de', '12345678.90', 'EUR', '12,3 Mio. €'],
])('a tile in %s shows %s %s as %s', (locale, amount, currency, text) => {
  expect(shown(locale, () => compactMoney(amount, currency))).toBe(text)
})

test('a tile never rounds up', () => {
  const scales: Record<string, number> = { '': 0, K: 3, M: 6, B: 9, T: 12 }
  setFormat({ locale: 'en' })
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 10n ** 18n - 1n }), (whole) => {
      const [, digits, scale] = /^\$([\d,.]+)([KMBT]?)$/.exec(compactMoney(`${whole}.99`, 'USD'))!
      const [before, after = ''] = digits!.replaceAll(',', '').split('.')
      const claimed = BigInt(before! + after) * 10n ** BigInt(scales[scale!]! + 2 - after.length)
      expect(claimed <= whole * 100n + 99n).toBe(true)
      // And not much less: three digits are correct.
      expect(claimed * 1000n >= (whole * 100n + 99n) * 989n).toBe(true)
    }),
  )
})

test.each([
  ['1.5m', 'en', '1500000.00'],
  ['1.5 million', 'en', '1500000.00'],
  ['1.5m', 'id', '1500000000.00'],
  ['1,5 M', 'id', '1500000000.00'],
  ['10jt', 'en', '10000000.00'],
  ['10 juta', 'id', '10000000.00'],
  ['2,5 lakh', 'en', '250000.00'],
  ['3 crore', 'en', '30000000.00'],
  ['3 करोड़', 'hi', '30000000.00'],
  ['1.5 Mio.', 'de', '1500000.00'],
  ['1,5 Mio.', 'de', '1500000.00'],
  ['250rb', 'id', '250000.00'],
  ['1.23456789m', 'en', '1234567.89'],
  ['12.500.000,50', 'id', '12500000.50'],
  ['12.500.000,50', 'en', '12500000.50'],
  ['12,500,000.50', 'en', '12500000.50'],
  ['12,500,000.50', 'id', '12500000.50'],
  ['12,34,567.8', 'en', '1234567.80'],
  ['12 500 000,50', 'fr', '12500000.50'],
  ['12’500’000.50', 'de-CH', '12500000.50'],
  ['1.234', 'id', '1234.00'],
  ['1,234', 'en', '1234.00'],
  ['1.234', 'fr', 'ambiguous'],
  ['1.234', 'en', 'too_precise'],
  ['0.12', 'id', '0.12'],
  ['12,5', 'en', '12.50'],
  ['12,5000', 'en', 'unreadable'],
  ['1,23,4', 'en', 'unreadable'],
  ['1.2.3,4', 'en', 'unreadable'],
  ['١٢٣٤٫٥', 'ar-EG', '1234.50'],
  ['١٬٢٣٤٬٥٦٧', 'en', '1234567.00'],
  ['1,234.5', 'ar-EG', '1234.50'],
  ['१२,३४,५६७', 'hi', '1234567.00'],
  ['１２３', 'en', '123.00'],
  ['.5', 'en', '0.50'],
  ['5.', 'en', '5.00'],
  ['007', 'en', '7.00'],
  ['5.0000', 'en', '5.00'],
  ['$ 5', 'en', '5.00'],
  ['$.50', 'en', '0.50'],
  ['5 usd', 'en', '5.00'],
  ['EUR 5', 'en', 'unreadable'],
  ['', 'en', 'unreadable'],
  [',', 'en', 'unreadable'],
  ['-5', 'en', 'unreadable'],
  ['5e3', 'en', 'unreadable'],
  ['5 apples', 'en', 'unreadable'],
  ['1 2', 'en', 'unreadable'],
  ['5²', 'en', 'unreadable'],
  ['999999999999999999', 'en', '999999999999999999.00'],
  ['1000000000000000000', 'en', 'too_large'],
  ['1000000t', 'en', 'too_large'],
])('%s in %s is read as %s', (typed, locale, amount) => {
  expect(read(typed, locale)).toBe(amount)
})

test('an amount has the decimals of its own currency', () => {
  expect(read('Rp. 12.500.000.000', 'id', 'IDR')).toBe('12500000000.00')
  expect(read('0,001', 'id', 'KWD')).toBe('0.001')
  expect(read('0.001', 'en', 'KWD')).toBe('0.001')
  expect(read('5.5', 'en', 'JPY')).toBe('too_precise')
  expect(read('5.0', 'en', 'JPY')).toBe('5')
})

const locales = [
  'en',
  'id',
  'de',
  'de-CH',
  'de-AT',
  'fr',
  'fr-CH',
  'es',
  'pt-BR',
  'pt-PT',
  'hi',
  'en-IN',
  'ar',
  'ar-EG',
  'fa',
  'ja',
  'sv',
  'pl',
  'ru',
  'ne',
  'bn',
  'my',
]

test('a displayed amount is parsed as the same amount', () => {
  const amounts = fc
    .tuple(fc.constantFrom(...currencyCodes), fc.bigInt({ min: 0n, max: 10n ** 18n - 1n }), fc.nat({ max: 9999 }))
    .map(([currency, whole, rest]) => {
      const decimals = decimalsOf(currency)
      const fraction = String(rest).padStart(4, '0').slice(0, decimals)
      return { currency, amount: decimals > 0 ? `${whole}.${fraction}` : String(whole) }
    })
  fc.assert(
    fc.property(fc.constantFrom(...locales), amounts, fc.boolean(), (locale, { currency, amount }, exact) => {
      setFormat({ locale })
      expect(readMoney(money(amount, currency, { exact }), { currency, decimals: decimalsOf(currency) })).toEqual({
        amount,
      })
    }),
    { numRuns: 2_000 },
  )
})

test('no input throws, and each parsed value is an amount', () => {
  const keys = fc.string({ unit: fc.constantFrom(...'0123456789.,٫٬ \u00a0’-+$€kmjtRp١२'.split('')), maxLength: 24 })
  fc.assert(
    fc.property(fc.constantFrom(...locales), fc.oneof(keys, fc.string({ unit: 'grapheme' })), (locale, typed) => {
      setFormat({ locale })
      const answer = readMoney(typed, { currency: 'USD', decimals: 2 })
      if ('amount' in answer) expect(answer.amount).toMatch(/^(0|[1-9]\d{0,17})\.\d\d$/)
    }),
    { numRuns: 2_000 },
  )
})
