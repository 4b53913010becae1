import { expect, test } from 'vitest'
import { Email } from './common.ts'

test.each([
  'ayu@example.com',
  "o'neill+fund@mail.example.co.id",
  'ayu@münchen.example',
  'ayu@例え.テスト',
  'ayu@xn--mnchen-3ya.de',
  'a@1and1.com',
  'a@b.co',
])('%s is a valid email address', (address) => {
  expect(Email.parse(address)).toBe(address)
})

test.each([
  'x@b.c>',
  'x@b.co>',
  'x@y.z<root',
  'x@[127.0.0.1]',
  'x@127.0.0.1',
  'x@b.co,y',
  'x@b.co;y',
  'x@b.(co)',
  'x@"b".co',
  'x@-b.co',
  'x@b-.co',
  'x@b..co',
  'x@.b.co',
  'x@b.co.',
  'x@b_c.co',
  'x@b.c',
  'x@localhost',
  `x@${'b'.repeat(64)}.co`,
  'x\u00A0y@b.co',
])('%s is not a valid email address', (address) => {
  expect(Email.safeParse(address).success).toBe(false)
})

test('invisible characters are removed from an address', () => {
  expect(Email.parse('\u202Aayu\u200B@example.com\u202C ')).toBe('ayu@example.com')
})

test('a long invalid address is rejected quickly', () => {
  expect(Email.safeParse(`x@${'a-'.repeat(120)}`).success).toBe(false)
  expect(Email.safeParse(`x@${'a.'.repeat(120)}`).success).toBe(false)
})
