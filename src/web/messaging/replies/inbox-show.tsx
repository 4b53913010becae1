// Inbox: the list of conversations, and the chosen one beside it. A phone shows one of the two.
import { ActionIcon, Anchor, VisuallyHidden } from '@mantine/core'
import { IconArrowLeft, IconMessages } from '@tabler/icons-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import * as z from 'zod/mini'
import { Id } from '../../../contract/common.ts'
import { ConversationQuery } from '../../../contract/conversations.ts'
import { useMay } from '../../platform/lib/permissions.ts'
import { t } from '../../platform/lib/text.ts'
import { changed, useSearch } from '../../platform/lib/use-search.ts'
import { Empty } from '../../platform/ui/empty.tsx'
import { May } from '../../platform/ui/may.tsx'
import { type InboxAction, useInboxKeys } from './inbox-keys.ts'
import { InboxList } from './inbox-list.tsx'
import { rowAt } from './inbox-order.ts'
import styles from './inbox-show.module.css'
import { personName, useDone } from './thread-actions-panel.tsx'
import { focusComposer, ThreadPanel } from './thread-panel.tsx'
import { useInbox } from './use-inbox.ts'
import type { Thread } from './use-thread.ts'

/** Query parameters of the inbox: the conversation shown, search and filter. */
const InboxAddress = z.strictObject({
  with: z.optional(Id),
  q: ConversationQuery.shape.q,
  show: ConversationQuery.shape.show,
})

export default function InboxShow() {
  const [{ with: chosen, ...search }] = useSearch(InboxAddress)
  const { hash, search: address } = useLocation()
  const navigate = useNavigate()
  const inbox = useInbox(search, chosen)
  const { rows } = inbox
  const [answered, setAnswered] = useState<string>()
  const page = useRef<HTMLDivElement>(null)
  // The first conversation is shown by default; a phone shows only the list until one is chosen.
  const shown = chosen ?? rows?.[0]?.id
  // A ref, because the user may press the next key before the page has rendered the last one's result.
  const current = useRef(shown)
  useEffect(() => {
    current.current = shown
  }, [shown])
  const step = (steps: number) => rowAt(rows ?? [], current.current, steps)?.id
  const to = useCallback(
    (change: Record<string, string | undefined>) => `?${changed(new URLSearchParams(address), change)}`,
    [address],
  )
  const open = (id: string | undefined) => {
    if (id === undefined) return
    current.current = id
    setAnswered(undefined)
    navigate(to({ with: id }), { replace: true })
    page.current?.querySelector<HTMLElement>(`[data-row="${id}"]`)?.focus()
  }
  const { done, undo } = useDoneAndNext(open)
  const act: Record<InboxAction, () => void> = {
    next: () => open(step(1)),
    previous: () => open(step(-1)),
    done: () => {
      const row = rows?.find(({ id }) => id === current.current)
      if (row && row.unanswered > 0) done(row, step(1))
    },
    undo,
    reply: () => {
      // A conversation that is still loading takes the focus when its composer appears.
      if (current.current !== shown || !focusComposer(page.current)) setAnswered(current.current)
    },
  }
  const mayEdit = useMay('edit')
  useInboxKeys((action) => {
    if (mayEdit || action === 'next' || action === 'previous') act[action]()
  })
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of the fields within
    <div
      ref={page}
      className={styles.inbox}
      data-open={chosen !== undefined || undefined}
      onKeyDown={(event) => {
        const isInComposer = event.target instanceof Element && event.target.closest('[data-composer]')
        if (event.key === 'Escape' && isInComposer)
          page.current?.querySelector<HTMLElement>(`[data-row="${shown}"]`)?.focus()
      }}
    >
      {/* The heading is there even while a phone shows a conversation instead of the list. */}
      <VisuallyHidden component="h1">{t('Inbox')}</VisuallyHidden>
      <div className={styles.people}>
        <InboxList inbox={inbox} search={search} shown={shown} to={to} />
      </div>
      <div className={styles.conversation}>
        {shown ? (
          <ThreadPanel
            key={shown}
            id={shown}
            focus={hash === '#answer' || answered === shown}
            title={(thread) => <PersonTitle thread={thread} />}
            back={
              <ActionIcon
                component={Link}
                to={to({ with: undefined })}
                variant="subtle"
                color="gray"
                size="input-sm"
                className={styles.back}
                aria-label={t('Back to the list')}
              >
                <IconArrowLeft size={20} aria-hidden />
              </ActionIcon>
            }
            onDone={act.done}
          />
        ) : (
          rows && (
            <Empty
              icon={IconMessages}
              title={t('No conversation selected')}
              text={t('Messages that people write to your WhatsApp sessions appear here.')}
            />
          )
        )}
      </div>
    </div>
  )
}

function PersonTitle({ thread: { person } }: { thread: Thread }) {
  const { contact, address, address_text } = person
  return (
    <span className={styles.person}>
      {contact ? (
        <Anchor component={Link} to={`/contacts/${contact.id}`} inherit>
          {contact.name}
        </Anchor>
      ) : (
        personName(person)
      )}
      <span className={styles.number}>
        {contact ? address_text : address.startsWith('+') && <AddContact address={address} />}
      </span>
    </span>
  )
}

function AddContact({ address }: { address: string }) {
  return (
    <May permission="edit">
      <Anchor component={Link} to={`/contacts/add?phone=${encodeURIComponent(address)}`} inherit>
        {t('Add as a contact')}
      </Anchor>
    </May>
  )
}

/** *Done* goes to the next conversation; *Undo* goes back to the conversation that was marked. */
function useDoneAndNext(open: (id: string | undefined) => void) {
  const mark = useDone()
  const last = useRef<() => void>(undefined)
  return {
    done: (
      row: Parameters<typeof personName>[0] & { id: string; reply_id: string | null },
      next: string | undefined,
    ) => {
      if (row.reply_id === null) return
      const undo = mark({ name: personName(row), replyId: row.reply_id })
      last.current = () => {
        void undo()
        open(row.id)
      }
      open(next)
    },
    undo: () => {
      last.current?.()
      last.current = undefined
    },
  }
}
