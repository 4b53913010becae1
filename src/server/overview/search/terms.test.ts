// Parsing of search input.
import { describe, expect, test } from 'vitest'
import { termsOf } from './terms.ts'

test('repeated spaces count as one', () => {
  expect(termsOf('  budi \t santoso ')).toMatchObject({ whole: 'budi santoso', words: ['budi', 'santoso'] })
})

test('a short word matches anywhere together with a longer one, and alone only at the start', () => {
  expect(termsOf('b')).toMatchObject({ whole: 'b', words: [] })
  expect(termsOf('bu ya')).toMatchObject({ whole: 'bu ya', words: [] })
  expect(termsOf('pt maju')).toMatchObject({ words: ['pt', 'maju'] })
  // Two characters, even as surrogate pairs.
  expect(termsOf('𠮷野')).toMatchObject({ words: [] })
})

test('beyond six words the last ones are joined', () => {
  expect(termsOf('a news that has seven words inside').words).toEqual([
    'a',
    'news',
    'that',
    'has',
    'seven',
    'words inside',
  ])
})

describe('amounts', () => {
  test.each([
    ['1500', ['1500']],
    ['1.500', ['1500', '1.500']],
    ['1,500', ['1500', '1.500']],
    ['12.500.000.000', ['12500000000']],
    ['12,500,000.50', ['12500000.50']],
    ['12.500.000,50', ['12500000.50']],
    ["12'500'000", ['12500000']],
    ['12 500 000', ['12500000']],
    ['1,5', ['1.5']],
    ['0812 345', []],
    ['12,50,000', []],
    ['1.5m', []],
    ['IDR 5', []],
    ['9'.repeat(21), []],
  ])('%s', (text, amounts) => {
    expect(termsOf(text).amounts).toEqual(amounts)
  })
})
