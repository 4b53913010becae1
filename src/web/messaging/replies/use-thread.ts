// Loads the conversation with one person page by page, and the sessions that can send to that person.
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { directMessages } from '../../../contract/direct-messages.ts'
import { type Conversation, type ConversationItem, replies } from '../../../contract/replies.ts'
import { type WaSession, waSessions } from '../../../contract/wa-sessions.ts'
import { call, invalidate, query } from '../../api.ts'
import { pollMs } from './polling.ts'

export interface Thread extends Pick<Conversation, 'person' | 'answer_target' | 'unanswered'> {
  /** Oldest first. */
  items: ConversationItem[]
  sessions: readonly WaSession[]
}

/** `id`: of a contact, or of a message from an unknown number. */
export function useThread(id: string) {
  const params = { id }
  const pages = useInfiniteQuery({
    queryKey: [replies.conversation.path, params, 'pages'],
    queryFn: ({ pageParam, signal }) =>
      call(replies.conversation, { params, query: { page: pageParam, per_page: 30 } }, { signal }),
    initialPageParam: 1,
    getNextPageParam: ({ pagination: { page, total_pages } }: Conversation) =>
      page < total_pages ? page + 1 : undefined,
    staleTime: 0,
    refetchInterval: ({ state }) => {
      const said = state.data?.pages[0]?.data ?? []
      return pollMs(statusesOf(said), said[0]?.at)
    },
  })
  const sessions = useQuery({ ...query(waSessions.list), staleTime: 0, refetchInterval: 15_000 })
  const newest = pages.data?.pages[0]
  // The messages wait for the composer's data: both appear together, so that nothing moves afterwards.
  const contactId = newest?.person.contact?.id
  const composing = useQuery({
    ...query(directMessages.preview, { params: { id: contactId ?? '' }, body: {} }),
    enabled: contactId !== undefined,
    staleTime: 5_000,
  })
  const isReady = !sessions.isPending && (contactId === undefined || !composing.isPending)
  const thread: Thread | undefined =
    newest && isReady
      ? { ...newest, items: inOrder(pages.data!.pages), sessions: sessions.data?.data ?? [] }
      : undefined
  return { ...pages, thread }
}

/** Refetches conversations, counts of unanswered people, and unsent messages. */
export function useRefetchThreads() {
  const client = useQueryClient()
  return () => invalidate(client, '/v1/replies', '/v1/conversations', '/v1/home')
}

const statusesOf = (items: readonly ConversationItem[]) =>
  items.flatMap((item) => (item.kind === 'answer' || item.kind === 'broadcast' ? item.status : []))

/** New messages shift the pages, so a message can be on two of them: each is kept once. */
function inOrder(pages: readonly Conversation[]): ConversationItem[] {
  const byId = new Map(pages.flatMap(({ data }) => data).map((item) => [`${item.kind} ${item.id}`, item]))
  return [...byId.values()].reverse()
}
