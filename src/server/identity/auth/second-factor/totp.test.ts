import { expect, test } from 'vitest'
import { appLink, base32, codeAt, matchingStep, newSecret, stepAt } from './totp.ts'

const secret = Buffer.from('12345678901234567890')

test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('the code of RFC 6238 at second %i is %s', (seconds, code) => {
  expect(codeAt(secret, stepAt(new Date(seconds * 1000)))).toBe(code)
})

test('a code is accepted one step early and one late, and belongs to its step', () => {
  const now = new Date('2026-11-20T08:00:10Z')
  const step = stepAt(now)
  for (const off of [-1, 0, 1]) expect(matchingStep(secret, codeAt(secret, step + off), now)).toBe(step + off)
  for (const off of [-2, 2]) expect(matchingStep(secret, codeAt(secret, step + off), now)).toBeUndefined()
})

test.each(['', '12345', '1234567', 'ABCDEF', '１２３４５６'])('%j is no code', (code) => {
  expect(matchingStep(secret, code, new Date())).toBeUndefined()
})

test('a key is written in base 32, in the form that apps read', () => {
  expect(base32(secret)).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ')
  expect(base32(newSecret())).toMatch(/^[A-Z2-7]{32}$/)
  expect(appLink(secret, 'ayu+1@example.com')).toBe(
    'otpauth://totp/Kabar:ayu%2B1%40example.com?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Kabar',
  )
})
