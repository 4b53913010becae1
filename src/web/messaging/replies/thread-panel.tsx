// The conversation with one person, as high as its container: the person, the messages and the composer.
import { Button, Skeleton } from '@mantine/core'
import { IconMessages } from '@tabler/icons-react'
import { type ReactNode, useId } from 'react'
import { t } from '../../platform/lib/text.ts'
import { Row, Stack, Text } from '../../platform/ui/box.tsx'
import { Missing } from '../../platform/ui/empty.tsx'
import { Lacking, May } from '../../platform/ui/may.tsx'
import { ComposerEdit } from './composer-edit.tsx'
import { MessageList } from './message-list.tsx'
import { ThreadActions } from './thread-actions-panel.tsx'
import styles from './thread-panel.module.css'
import { type Thread, useThread } from './use-thread.ts'

interface ThreadPanelProps {
  /** The id of a contact, or of a message from an unknown number. */
  id: string
  title: (thread: Thread) => ReactNode
  /** Shown before the title. */
  back?: ReactNode
  /** Focuses the composer as soon as it appears. */
  focus?: boolean
  /** Replaces the action of *Done*, which by default only marks the conversation. */
  onDone?: () => void
  /** True on a page with other parts: limits the height. */
  isPart?: boolean
}

/** Give it a new key for each person, which resets the composer. */
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
          <May
            permission="edit"
            otherwise={
              <div className={styles.reader}>
                <Lacking permission="edit" />
              </div>
            }
          >
            <ComposerEdit id={id} thread={thread} focus={focus} />
          </May>
        </>
      )}
    </section>
  )
}

/** Focuses the composer inside `within`. Returns false if the composer has not appeared yet. */
export function focusComposer(within: ParentNode | null): boolean {
  const field = within?.querySelector<HTMLElement>('[data-composer] textarea')
  field?.focus()
  return field != null
}
