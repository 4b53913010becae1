import { expect, test } from 'vitest'
import type { BoardColumn, Investment } from '../../../contract/investments.ts'
import { columnOf, withMoves, worthOf } from './board-columns.ts'

const card = (id: string, status: string) => ({ id, status: { id: status }, stage: null }) as Investment
const column = (id: string, count: number, cards: Investment[]) => ({ id, count, cards }) as BoardColumn
const shown = (columns: BoardColumn[]) => columns.map(({ count, cards }) => [count, ...cards.map(({ id }) => id)])
const [a, b, far] = [card('a', 'new'), card('b', 'new'), card('far', 'new')]

test.each([
  ['to another column', [{ card: b, to: 'won' }], [2, 'a'], [1, 'b']],
  ['of a card that is not loaded', [{ card: far, to: 'won' }], [2, 'a', 'b'], [1, 'far']],
  [
    'of two cards, the later one first',
    [
      { card: b, to: 'won' },
      { card: a, to: 'won' },
    ],
    [1],
    [2, 'b', 'a'],
  ],
])('a move %s', (_, moves, from, to) => {
  expect(shown(withMoves([column('new', 3, [a, b]), column('won', 0, [])], moves, 'status'))).toEqual([from, to])
})

test('a move that the server has saved changes no count', () => {
  const columns = [column('new', 2, [a]), column('won', 1, [b])]
  expect(shown(withMoves(columns, [{ card: b, to: 'won' }], 'status'))).toEqual([
    [2, 'a'],
    [1, 'b'],
  ])
})

test('by stage, a card without one is in the column of none', () => {
  expect(columnOf(a, 'stage')).toBe('none')
})

test.each([
  ['prospect', '5', '9', '5'],
  ['soft', null, '9', '9'],
  ['committed', '5', '9', '9'],
  ['lost', '5', null, '5'],
])(
  'in the category %s with %s expected and %s committed a card is worth %s',
  (category, expected, committed, worth) => {
    const investment = { status: { category }, expected_amount: expected, committed_amount: committed } as Investment
    expect(worthOf(investment)).toBe(worth)
  },
)
