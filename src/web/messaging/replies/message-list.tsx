// The messages of a conversation by day, oldest first, at WhatsApp's wallpaper.
import { Fragment, type ReactNode, useLayoutEffect, useRef } from 'react'
import { day } from '../../platform/lib/format.ts'
import { t } from '../../platform/lib/text.ts'
import { Text } from '../../platform/ui/box.tsx'
import styles from './message-list.module.css'
import { ConversationItemShow } from './message-show.tsx'
import type { Thread } from './use-thread.ts'

/** `earlier`: the button for older messages. */
export function MessageList({ thread: { items, sessions, person }, earlier }: { thread: Thread; earlier: ReactNode }) {
  const list = useRef<HTMLDivElement>(null)
  const newest = items.at(-1)?.id
  const oldest = items[0]?.id
  const before = useRef({ newest, height: 0 })
  // New messages at the end scroll into view; older ones are added above without moving the view.
  useLayoutEffect(() => {
    const box = list.current!
    if (before.current.height === 0 || before.current.newest !== newest) box.scrollTop = box.scrollHeight
    else box.scrollTop += box.scrollHeight - before.current.height
    before.current = { newest, height: box.scrollHeight }
  }, [newest, oldest])
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users can scroll it
    <div ref={list} className={styles.messages} role="log" aria-label={t('Conversation')} tabIndex={0}>
      {earlier && <div className={styles.earlier}>{earlier}</div>}
      {items.length === 0 && (
        <Text size={13} py={8} px={12} textAlign="center" className={styles.none}>
          {t('No messages yet. Write the first one to {name} below.', {
            name: person.contact?.name ?? person.address_text ?? t('Hidden number'),
          })}
        </Text>
      )}
      {items.map((item, index) => (
        <Fragment key={`${item.kind} ${item.id}`}>
          {day(item.at) !== (items[index - 1] && day(items[index - 1]!.at)) && (
            <Text mt={8} mb={8} size={12} py={2} px={12} className={styles.day}>
              {day(item.at)}
            </Text>
          )}
          <div>
            <ConversationItemShow item={item} sessions={sessions} />
          </div>
        </Fragment>
      ))}
    </div>
  )
}
