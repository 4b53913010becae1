// The columns of a board with all cards loaded so far: the first ones of each column, and more where the user asked for them.
import { useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import { type Board, type BoardQuery, investments } from '../../../contract/investments.ts'
import { query } from '../../api.ts'
import { keyOf } from './board-columns.ts'

/** The first page contains the cards that the board already has, and replaces them. */
const perPage = 100

export function useBoardPages(board: Board, request: BoardQuery) {
  const key = JSON.stringify(request)
  const [asked, setAsked] = useState<{ key: string; pages: Record<string, number> }>({ key, pages: {} })
  const pages = asked.key === key ? asked.pages : {}
  const wanted = Object.entries(pages).flatMap(([column, count]) =>
    Array.from({ length: count }, (_, nth) => ({ column, page: nth + 1 })),
  )
  const answers = useQueries({
    queries: wanted.map((each) =>
      query(investments.board, { query: { ...request, ...each, per_column: perPage } as never }),
    ),
  })
  const answersOf = (column: string) => answers.filter((_, nth) => wanted[nth]!.column === column)
  const columns = board.columns.map((column) => {
    const more = answersOf(keyOf(column)).flatMap(({ data }) => data?.columns[0]?.cards ?? [])
    // A card that another user moved between two requests may be in two pages.
    const cards =
      more.length > column.cards.length ? [...new Map(more.map((card) => [card.id, card])).values()] : column.cards
    return { ...column, cards }
  })
  return {
    columns,
    /** Loads the next page of a column, or repeats the request that failed. */
    more: (column: string) => {
      const failed = answersOf(column).find(({ isError }) => isError)
      if (failed) return void failed.refetch()
      setAsked({ key, pages: { ...pages, [column]: (pages[column] ?? 0) + 1 } })
    },
    isLoading: (column: string) => answersOf(column).some(({ isFetching, data }) => isFetching && !data),
  }
}
