// The conversation with one person at the height of its place: who it is with, the messages, and the composer.
import { Button, Skeleton } from '@mantine/core'
import { IconMessages } from '@tabler/icons-react'
import { type ReactNode, useId } from 'react'
import { t } from '../../platform/lib/text.ts'
import { Row, Stack, Text } from '../../platform/ui/box.tsx'
import { Missing } from '../../platform/ui/empty.tsx'
import { ComposerEdit } from './composer-edit.tsx'
import { MessageList } from './message-list.tsx'
import { ThreadActions } from './thread-actions-panel.tsx'
import styles from './thread-panel.module.css'
import { type Thread, useThread } from './use-thread.ts'

interface ThreadPanelProps {
  /** Of a contact, or of a message from a number that is none. */
  id: string
  title: (thread: Thread) => ReactNode
  /** Before the title. */
  back?: ReactNode
  /** Puts the focus in the composer once it is there. */
  focus?: boolean
  /** Marks it as done; by default only that. */
  onDone?: () => void
  /** On a page with other parts: limits the height. */
  isPart?: boolean
}

/** A new key per person resets the composer. */
export function ThreadPanel({ id, title, back, focus = false, onDone, isPart = false }: ThreadPanelProps) {
  const { thread, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useThread(id)
  const heading = useId()
  return (
    <section className={styles.thread} data-part={isPart || undefined} aria-labelledby={heading}>
      <Row as="header" gap={8} rowGap={4} wrap justify="between" className={styles.head}>
        <Row gap={8} shrink grow>
          {back}
          <Text as={isPart ? 'h3' : 'h2'} id={heading} size={15} weight={600} shrink className={styles.title}>
            {thread ? title(thread) : <Skeleton width="9rem" height={16} />}
          </Text>
        </Row>
        {thread && <ThreadActions id={id} thread={thread} onDone={onDone} />}
      </Row>
      {!thread && error ? (
        <div className={styles.wall}>
          <Missing error={error} onRetry={refetch} icon={IconMessages} title={t('Conversation not found')} />
        </div>
      ) : !thread ? (
        <Stack gap={12} className={styles.wall} role="status" aria-label={t('Loading…')}>
          <Skeleton height={44} width="45%" radius="lg" />
          <Skeleton height={64} width="55%" radius="lg" ml="auto" />
        </Stack>
      ) : (
        <>
          <MessageList
            thread={thread}
            earlier={
              hasNextPage && (
                <Button
                  variant="default"
                  size="compact-sm"
                  loading={isFetchingNextPage}
                  onClick={() => fetchNextPage()}
                >
                  {t('Earlier messages')}
                </Button>
              )
            }
          />
          <ComposerEdit id={id} thread={thread} focus={focus} />
        </>
      )}
    </section>
  )
}

/** The text field of the composer in this part of the page. Returns false if it is not there yet. */
export function focusComposer(within: ParentNode | null): boolean {
  const field = within?.querySelector<HTMLElement>('[data-composer] textarea')
  field?.focus()
  return field != null
}
