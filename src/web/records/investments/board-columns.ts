// Columns of the board as shown while moves are being saved. Pure.
import type { BoardColumn, Investment } from '../../../contract/investments.ts'
import { t } from '../../platform/lib/text.ts'

export type BoardBy = 'status' | 'stage'

/** A card that was dropped: shown in its new column until it is saved, refused or cancelled. */
export interface Move {
  card: Investment
  to: string
}

export const keyOf = ({ id }: Pick<BoardColumn, 'id'>) => id ?? 'none'

export const nameOfColumn = ({ name }: BoardColumn) => name ?? t('No stage')

export const columnOf = ({ status, stage }: Pick<Investment, 'status' | 'stage'>, by: BoardBy) =>
  by === 'status' ? status.id : (stage?.id ?? 'none')

/** Moved cards are first in their new column. The sums follow when the server has saved the move. */
export function withMoves(columns: readonly BoardColumn[], moves: readonly Move[], by: BoardBy): BoardColumn[] {
  const shift = new Map<string, number>()
  const add = (key: string, count: number) => shift.set(key, (shift.get(key) ?? 0) + count)
  for (const { card, to } of moves) {
    const there = columns.find(({ cards }) => cards.some(({ id }) => id === card.id))
    add(there ? keyOf(there) : columnOf(card, by), -1)
    add(to, 1)
  }
  return columns.map((column) => {
    const key = keyOf(column)
    const arrived = moves.filter(({ to }) => to === key).map(({ card }) => card)
    const rest = column.cards.filter(({ id }) => !moves.some(({ card }) => card.id === id))
    return { ...column, count: column.count + (shift.get(key) ?? 0), cards: [...arrived, ...rest] }
  })
}

/** The amount of a card, by the same rule as the server's total of the column. */
export function worthOf({ status, expected_amount, committed_amount }: Investment): string | null {
  const isOpen = status.category === 'prospect' || status.category === 'soft'
  return isOpen ? (expected_amount ?? committed_amount) : (committed_amount ?? expected_amount)
}

/** Address of the form that adds an investment with the column's status or stage. */
export const addLink = ({ id }: BoardColumn, by: BoardBy) =>
  `/investments/add${id ? `?${by === 'status' ? 'status_id' : 'stage_id'}=${id}` : ''}`
