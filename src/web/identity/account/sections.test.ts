import { expect, test } from 'vitest'
import { sectionOf } from './sections.ts'

test.each([
  ['#notifications', 'profile'],
  ['#whatsapp', 'whatsapp'],
  ['#password', 'security'],
  ['#sign-ins', 'security'],
  ['#api-tokens', 'security'],
  ['#periods', 'organization'],
  ['#export', 'data'],
  ['#delete', 'data'],
  ['', undefined],
  ['#elsewhere', undefined],
])('the address %j opens section %s', (hash, section) => {
  expect(sectionOf(hash)).toBe(section)
})
