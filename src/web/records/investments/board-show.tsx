// The board of investments: columns by status or stage.
import { Button } from '@mantine/core'
import { lazy, Suspense, useCallback, useMemo } from 'react'
import { Link } from 'react-router'
import type { Board as BoardAnswer, BoardColumn, BoardQuery, Investment } from '../../../contract/investments.ts'
import { number } from '../../platform/lib/format.ts'
import { useMay } from '../../platform/lib/permissions.ts'
import { t } from '../../platform/lib/text.ts'
import { recordLinkFrom } from '../../platform/lib/use-record-pager.ts'
import { Board, type BoardCardParts } from '../../platform/ui/board.tsx'
import { BoardSkeleton } from '../../platform/ui/board-skeleton.tsx'
import { Stack, Text } from '../../platform/ui/box.tsx'
import { addLink, type BoardBy, columnOf, keyOf, nameOfColumn, withMoves } from './board-columns.ts'
import { CardShow } from './card-show.tsx'
import { ColumnHeadShow } from './column-head-show.tsx'
import { useBoardMoves } from './use-board-moves.ts'
import { useBoardPages } from './use-board-pages.ts'

const StatusChangeDialog = lazy(() => import('./status-change-dialog.tsx'))

interface BoardShowProps {
  board: BoardAnswer
  request: BoardQuery
  /** The list's search parameters, for the way back. */
  search: object
  isStale: boolean
}

export default function BoardShow({
  board,
  ...props
}: Omit<BoardShowProps, 'board'> & { board: BoardAnswer | undefined }) {
  return board ? <Loaded board={board} {...props} /> : <BoardSkeleton />
}

function Loaded({ board, request, search, isStale }: BoardShowProps) {
  const by: BoardBy = request.by ?? 'status'
  const pages = useBoardPages(board, request)
  const moving = useBoardMoves(by)
  const columns = withMoves(pages.columns, moving.moves, by)
  // Sums that a move has made outdated are dimmed until the new ones arrive.
  const isOutdated = (key: string) =>
    moving.moves.some(({ card, to }) => to === key || columnOf(card, by) === key) || isStale
  const isPast = request.as_of !== undefined
  const mayEdit = useMay('edit')
  const way = recordLinkFrom('', search)
  const targets = useMemo(() => (isPast ? [] : board.columns.filter(({ is_active }) => is_active)), [board, isPast])
  const card = useCallback(
    (investment: Investment, parts: BoardCardParts) => (
      <CardShow card={investment} by={by} way={way} targets={targets} {...parts} />
    ),
    [by, way, targets],
  )
  return (
    <>
      {isPast && (
        <Text size={13} dimmed mb={8}>
          {t('This is the board of a past day, so cards cannot be moved.')}
        </Text>
      )}
      <Board
        label={t('Board')}
        nameOf={({ title }) => title}
        isReadOnly={isPast || !mayEdit}
        isSaving={moving.isSaving}
        onMove={(card, to) => moving.move(card, columns.find((column) => keyOf(column) === to)!)}
        lanes={columns.map((column) => ({
          id: keyOf(column),
          name: nameOfColumn(column),
          accepts: column.is_active && !isPast,
          cards: column.cards,
          head: (
            <ColumnHeadShow column={column} currency={board.currency} by={by} isOutdated={isOutdated(keyOf(column))} />
          ),
          foot: (
            <Foot
              column={column}
              isPast={isPast}
              isLoading={pages.isLoading(keyOf(column))}
              onMore={() => pages.more(keyOf(column))}
              by={by}
            />
          ),
        }))}
      >
        {card}
      </Board>
      {moving.question && (
        <Suspense>
          <StatusChangeDialog
            investment={moving.question.card}
            to={moving.question.to}
            onSave={moving.answer}
            onClose={moving.cancel}
          />
        </Suspense>
      )}
    </>
  )
}

interface FootProps {
  column: BoardColumn
  by: BoardBy
  isPast: boolean
  isLoading: boolean
  onMore: () => void
}

/** How many cards are not shown yet; an empty column invites the first one. */
function Foot({ column, by, isPast, isLoading, onMore }: FootProps) {
  const { cards, count, is_active } = column
  const mayEdit = useMay('edit')
  if (count > cards.length)
    return (
      <Button variant="subtle" size="compact-md" fullWidth mt={8} loading={isLoading} onClick={onMore}>
        {t('Show more ({shown} of {count})', { shown: number(cards.length), count: number(count) })}
      </Button>
    )
  if (count > 0 || isPast || !is_active || !mayEdit) return null
  return (
    <Stack gap={4} align="center" py={16}>
      <Text size={13} dimmed>
        {t('Drag a card here')}
      </Text>
      <Button component={Link} to={addLink(column, by)} variant="subtle" size="compact-sm">
        {t('Add investment')}
      </Button>
    </Stack>
  )
}
