// Which columns are shown in limited space.
import { expect, test } from 'vitest'
import { columnWidths, leastWidth } from './column-widths.ts'

const columns = [
  { id: 'title', meta: { card: 'title', least: 15 } },
  { id: 'status', meta: { width: '10rem' } },
  { id: 'funded', meta: { width: '10rem', wide: true } },
  { id: 'close', meta: { width: '8rem', wide: 'very' } },
  { id: 'tags', meta: { wide: true } },
] as const

test.each([
  [51, ['title', 'status', 'funded', 'close', 'tags']],
  [50, ['title', 'status', 'funded', 'tags']],
  [42, ['title', 'status', 'funded']],
  [25, ['title', 'status']],
  // Required columns stay: the table scrolls sideways.
  [5, ['title', 'status']],
])('in %s rem there is room for %o', (room, ids) => {
  expect(columnWidths(columns, room).map(({ id }) => id)).toEqual(ids)
})

test('a column with a percentage has the minimum width of a flexible one', () => {
  expect(leastWidth([{ meta: { card: 'title', width: '28%' } }, { meta: { width: '22%' } }, {}])).toBe(14 + 8 + 8)
})
