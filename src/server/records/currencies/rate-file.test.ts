import { expect, test } from 'vitest'
import { sentenceOf } from '../../errors.ts'
import { readRateFile } from './rate-file.ts'

const rates = async (text: string) => {
  const { style, rows } = await readRateFile(text)
  return [style, ...rows.map(({ rate, message }) => (message ? '✗' : rate))]
}
const file = (...numbers: string[]) =>
  ['day;from;to;rate', ...numbers.map((number, index) => `2026-01-${10 + index};USD;IDR;${number}`)].join('\n')

test.each([
  [['16.400,50'], ['comma', '16400.50']],
  [['16,400.50'], ['point', '16400.50']],
  [['16400'], ['point', '16400']],
  [['16.400'], [null, '✗']],
  [['16,400'], [null, '✗']],
  // One unambiguous number decides for the others.
  [
    ['16.400', '1.000.000'],
    ['comma', '16400', '1000000'],
  ],
  [
    ['16.400', '0,5'],
    ['comma', '16400', '0.5'],
  ],
  [
    ['16,400', '0.5'],
    ['point', '16400', '0.5'],
  ],
  [
    ['16.400', '16.5'],
    ['point', '16.400', '16.5'],
  ],
  [['0.123'], ['point', '0.123']],
  [['1234.567'], ['point', '1234.567']],
  // Two contradicting numbers decide nothing.
  [
    ['16.400,50', '16,400.50', '16.400'],
    [null, '✗', '✗', '✗'],
  ],
  [
    ["16'400.50", '16 400.50'],
    ['point', '16400.50', '16400.50'],
  ],
  [['1,23,456.7'], ['point', '✗']],
  [['abc'], ['point', '✗']],
  // A leading zero starts no group of thousands: the separator after it is the decimal one.
  [['0,012'], ['comma', '0.012']],
  // Spaces separate thousands; other spaced digits are two numbers.
  [['16 400'], ['point', '16400']],
  [
    ['1 6400', "16'40", '16400 2', '16,400 50', '1640²'],
    ['point', '✗', '✗', '✗', '✗', '✗'],
  ],
])('%j is read as %j', async (numbers, read) => {
  expect(await rates(file(...numbers))).toEqual(read)
})

test.each([
  ['English', 'date,from currency,to currency,exchange rate\n2026-01-10,USD,IDR,16400.5'],
  ['Indonesian', 'Tanggal,Dari,Ke,Kurs\n2026-01-10,USD,IDR,16400.5'],
  ['another order, with more columns', 'Kurs,Catatan,Ke,Dari,Tanggal\n16400.5,x,IDR,USD,2026-01-10'],
  ['none', '2026-01-10,USD,IDR,16400.5'],
  ['pasted cells', 'Day\tFrom\tTo\tRate\n2026-01-10\tUSD\tIDR\t16400.5'],
  ['a byte order mark and CRLF', '\ufeffday,from,to,rate\r\n\r\n2026-01-10,USD,IDR,"16,400.5"\r\n'],
])('a file with %s is parsed', async (_, text) => {
  const { rows } = await readRateFile(text)
  expect(rows).toMatchObject([
    { day: '2026-01-10', from_currency: 'USD', to_currency: 'IDR', rate: '16400.5', message: null },
  ])
})

test('a rate below one is parsed the same, whatever the format of the others', async () => {
  const { rows } = await readRateFile(file('0.012', '0,012'), 'comma')
  expect(rows).toMatchObject([{ rate: '0.012' }, { rate: '0.012' }])
})

test('a line with too few cells is an error', async () => {
  const { rows } = await readRateFile('day,from,to,rate\n2026-01-10')
  expect(sentenceOf(rows[0]!.message!)).toBe('This line has 1 cell instead of 4. A number with a comma needs quotes.')
})

test('an unquoted comma in a number is an error', async () => {
  const { rows } = await readRateFile('day,from,to,rate\n2026-01-10,USD,IDR,16,400.50')
  expect(sentenceOf(rows[0]!.message!)).toBe('This line has 5 cells instead of 4. A number with a comma needs quotes.')
})
