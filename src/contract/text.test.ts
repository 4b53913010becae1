import { expect, test } from 'vitest'
import { line, prose } from './common.ts'
import { isBlank, plainLine } from './text.ts'

const invisible = [
  '',
  ' ',
  '\u00A0',
  '\u00AD',
  '\u034F',
  '\u061C',
  '\u115F\u1160',
  '\u17B4\u17B5',
  '\u180B\u180C\u180D\u180E\u180F',
  '\u2000\u2009\u202F\u205F\u3000',
  '\u200B\u200C\u200D\u200E\u200F',
  '\u2028\u2029',
  '\u202E',
  '\u2060\u2061\u2064',
  '\u2066\u2069',
  '\u2800',
  '\u3164',
  '\uFE0F',
  '\uFEFF',
  '\uFFA0',
  '\u{E0001}\u{E0041}\u{E007F}',
  ' \u200E \t',
]
const legitimate = [
  'Budi',
  '.',
  '👨‍👩‍👧', // joiners in an emoji
  '❤️',
  '🏴\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}', // Scotland
  'می\u200Cخواهم', // Persian, with a non-joiner
  'क्\u200Dष',
  'Ali \u200F(علي)\u200F',
  '株式会社',
]

test.each(invisible)('%j is invisible and counts as empty', (text) => {
  expect(isBlank(text)).toBe(true)
  expect(line(10, 0).parse(text)).toBe('')
  expect(line(10).safeParse(text).success).toBe(false)
  expect(prose(10).parse(text)).toBe('')
  expect(prose(10, 1).safeParse(text).success).toBe(false)
})

test.each(legitimate)('%j is text and stays unchanged', (text) => {
  expect(isBlank(text)).toBe(false)
  expect(line(40).parse(text)).toBe(text)
  expect(prose(40, 1).parse(text)).toBe(text)
})

test.each([
  ['invoice\u202Efdp.exe', 'invoicefdp.exe'],
  ['\u2066Ada\u2069', 'Ada'],
  ['Ada\u{E0068}\u{E0069} Lovelace\u{E007F}', 'Ada Lovelace'],
  ['🏴\u{E0067}\u{E0062}', '🏴'],
  ['Ada\u2028Lovelace\u2029', 'Ada Lovelace'],
])('%j in a name becomes %j', (text, kept) => {
  expect(line(40).parse(text)).toBe(kept)
})

test('multi-line text keeps its direction marks', () => {
  expect(prose(40).parse('قال \u2067Kabar\u2069')).toBe('قال \u2067Kabar\u2069')
})

test('plainLine removes nothing else', () => {
  expect(plainLine("O'Neill \t\u200E 🦀")).toBe("O'Neill \t\u200E 🦀")
})
