import { expect, test } from 'vitest'
import { sentenceOf } from '../../errors.ts'
import { cpuMsOf } from '../../test/cpu-time.ts'
import { commonPasswords, commonStems, commonWords } from './common-passwords.ts'
import { passwordProblem } from './password.ts'

const person = { name: 'Ayu Lestari', email: 'ayu.lestari77@nusantara-capital.co.id', organization: 'Bintang Émeraude' }

test.each([
  ['qwertyuiop', 'a common password'],
  ['QwertyUiop', 'a common password in any case'],
  ['password123', 'a common password'],
  ['password2026!', 'a common word with digits and symbols around it'],
  ['!!Sunshine99', 'a common word with digits and symbols around it'],
  ['P@ssw0rd2026', 'a common word with symbols for letters'],
  ['ｐａｓｓｗｏｒｄ１２３', 'a common word in wide characters'],
  ['dragondragon', 'a common word twice'],
  ['rahasia12345', 'a common Indonesian word'],
  ['1111111111', 'one repeated character'],
  ['0123456789', 'a sequence of digits'],
  ['zyxwvutsrq', 'a reversed sequence of letters'],
  ['abc123abc123', 'a short common password twice'],
  ['1q2w3e4r2026', 'a short common password with digits around it'],
])('%s is rejected as %s', (password) => {
  expect(passwordProblem(password, person)?.code).toBe('password.too_common')
})

test.each([
  ['kabar12345!', 'product'],
  ['K4b4r-K4b4r', 'product'],
  ['AyuLestari1990', 'your name'],
  ['lestari_ayu_01', 'your name'],
  ['ayu.lestari77', 'your name'],
  ['ayu.lestari77@nusantara-capital.co.id', 'your name'],
  ['nusantara-capital', 'your name'],
  ['Bintang-Emeraude', 'your name'],
  ['bintang émeraude 2026', 'your name'],
  ['4yu-l3st4r1', 'your name'],
])('%s is rejected because it contains %s', (password, reason) => {
  expect(sentenceOf(passwordProblem(password, person)!)).toContain(reason)
})

test.each([
  'correct horse battery staple',
  'correct horse battery',
  'kabar is a fine tool for news',
  'ayu buys seven green umbrellas',
  'income-4821-7733',
  '48 39 20 18 47',
  '🦀🐳🌵🎺🧭🪁🛶🏔🥁🧩🎲🪐🌶🦚🧊',
  'xK7#pq9$Lw2!',
  'пять зелёных чемоданов',
  'x'.repeat(200),
])('%s is accepted', (password) => {
  expect(passwordProblem(password, person)).toBeUndefined()
})

test('a user whose name has no letters can choose ordinary passwords', () => {
  expect(passwordProblem('seven green umbrellas', { name: '77', email: '1@2.3', organization: '' })).toBeUndefined()
})

// Twenty of the most common leaked passwords, lengthened in usual ways.
test.each(
  '123456 password qwerty 12345678 111111 abc123 iloveyou dragon monkey letmein sunshine princess football welcome shadow master superman 1q2w3e4r trustno1 passw0rd'
    .split(' ')
    .map((word) => [word]),
)('%s is rejected, however it is lengthened', (word) => {
  const digits = '1234567890'
  const longer = [word + digits, `${word}2026!!!!!`, `!!!!${word}12`, `${word}${word}`.padEnd(10, '1')]
  for (const password of longer) {
    const typed = password.length < 10 ? password.padEnd(10, '!') : password
    expect(passwordProblem(typed, person)?.code, typed).toBe('password.too_common')
    expect(passwordProblem(typed.toUpperCase(), person)?.code, typed).toBe('password.too_common')
  }
})

test('every entry of the lists is rejected when padded, and quickly', () => {
  const entries = [...commonPasswords, ...commonWords, ...commonStems]
  const spent = cpuMsOf(() => {
    for (const entry of entries) {
      const typed = entry.padEnd(10, '1')
      expect(passwordProblem(typed, person) !== undefined, typed).toBe(true)
    }
  })
  // An entry takes 0.01 ms; the limit allows for a slow machine.
  expect(spent / entries.length).toBeLessThan(2)
})

test('the bundled lists have the documented size and form', () => {
  expect(commonPasswords.size).toBeGreaterThan(2700)
  expect(commonWords.size).toBeGreaterThan(3800)
  expect(commonStems.size).toBeGreaterThan(350)
  for (const password of commonPasswords) expect(password).toMatch(/^[\x21-\x7e]{10,}$/)
  for (const word of commonWords) expect(word).toMatch(/^[a-z]{5,}$/)
  for (const stem of commonStems) expect(stem).toMatch(/^(?=.*[^a-z])[\x21-\x7e]{5,9}$/)
})
