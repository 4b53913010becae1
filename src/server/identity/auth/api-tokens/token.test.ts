// The format of API tokens.
import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { apiTokens, isApiToken } from './token.ts'

const { make, isGenuine } = apiTokens(randomBytes(32))

test('a token has a prefix, 256 random bits and a checksum', () => {
  const { token, token_hash } = make()
  expect(token).toMatch(/^kabar_[\w-]{51}$/)
  expect(token_hash).toHaveLength(32)
  expect(isApiToken(token)).toBe(true)
  expect(isGenuine(token)).toBe(true)
  expect(make().token).not.toBe(token)
})

test.each([
  ['of another installation', () => apiTokens(randomBytes(32)).make().token],
  ['with another random part', (token: string) => `kabar_${randomBytes(32).toString('base64url')}${token.slice(-8)}`],
  ['with another checksum', (token: string) => `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`],
  ['that is too short', (token: string) => token.slice(0, -1)],
  ['that is too long', (token: string) => `${token}A`],
  ['without a prefix', (token: string) => token.slice(6)],
  ['that is empty after the prefix', () => 'kabar_'],
])('one %s is not genuine', (_, change) => {
  expect(isGenuine(change(make().token))).toBe(false)
})
