// The preview shows what it understood of a cell only if that says more than the typed text.
import { expect, test } from 'vitest'
import type { ReadCell } from '../../../contract/imports.ts'
import { understood } from './understood.ts'

const shown = (typed: string, kind: ReadCell['kind'], text: string, is_unusual = false) =>
  understood({ cells: [typed], read: [{ column: 0, kind, text, is_unusual }] }, 0)?.text

test.each([
  ['0812/8888/7119', 'phone', '+62 812 8888 7119', '+62 812 8888 7119'],
  ['+62-812-8888-7119', 'phone', '+62 812 8888 7119', undefined],
  ['Rp 1,5 miliar', 'amount', '1500000000', '1,500,000,000'],
  ['1,500', 'amount', '1500', undefined],
  ['03/04/2026', 'day', '2026-04-03', 'Apr 3, 2026'],
  ['2026-04-03', 'day', '2026-04-03', undefined],
] as const)('%s', (typed, kind, text, expected) => {
  expect(shown(typed, kind, text)).toBe(expected)
})

test('an unusual phone number is always shown', () => {
  expect(shown('+62 8123456', 'phone', '+62 8123456', true)).toBe('+62 8123456')
  expect(understood({ cells: ['12'], read: [] }, 0)).toBeUndefined()
})
