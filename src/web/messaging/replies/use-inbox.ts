// Loads the inbox page by page and keeps its order stable while somebody works in it.
import { useInfiniteQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { type ConversationQuery, type ConversationRow, conversations } from '../../../contract/conversations.ts'
import { call } from '../../api.ts'
import { inStableOrder } from './inbox-order.ts'

const pollMs = 30_000

export type InboxSearch = Pick<ConversationQuery, 'q' | 'show'>

/** `kept`: id of the conversation shown, which stays in the list even if the filter no longer matches it. */
export function useInbox(search: InboxSearch, kept: string | undefined) {
  const pages = useInfiniteQuery({
    queryKey: [conversations.list.path, search],
    queryFn: ({ pageParam, signal }) =>
      call(conversations.list, { query: { ...search, page: pageParam, per_page: 30 } }, { signal }),
    initialPageParam: 1,
    getNextPageParam: ({ pagination: { page, total_pages } }) => (page < total_pages ? page + 1 : undefined),
    staleTime: 0,
    refetchInterval: pollMs,
  })
  const key = JSON.stringify(search)
  const last = useRef<{ key: string; rows: ConversationRow[] }>({ key, rows: [] })
  if (pages.data) {
    // A row may move between pages while they load; each is listed once.
    const now = [...new Map(pages.data.pages.flatMap(({ data }) => data).map((row) => [row.id, row])).values()]
    const before = last.current.key === key ? last.current.rows : []
    last.current = { key, rows: inStableOrder(before, now, kept) }
  }
  return { ...pages, rows: pages.data ? last.current.rows : undefined, counts: pages.data?.pages[0]?.counts }
}
