// The messages of a conversation grouped by day, oldest first.
import { Fragment, type ReactNode, useEffect, useLayoutEffect, useRef } from 'react'
import { day } from '../../platform/lib/format.ts'
import { useMay } from '../../platform/lib/permissions.ts'
import { t } from '../../platform/lib/text.ts'
import { Text } from '../../platform/ui/box.tsx'
import styles from './message-list.module.css'
import { ConversationItemShow } from './message-show.tsx'
import { personName } from './thread-actions-panel.tsx'
import type { Thread } from './use-thread.ts'

/** `earlier`: the button that loads older messages. */
export function MessageList({ thread: { items, sessions, person }, earlier }: { thread: Thread; earlier: ReactNode }) {
  const list = useEnd(items)
  const mayEdit = useMay('edit')
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users can scroll it
    <div ref={list} className={styles.messages} role="log" aria-label={t('Conversation')} tabIndex={0}>
      {earlier && <div className={styles.earlier}>{earlier}</div>}
      {items.length === 0 && (
        <Text size={13} py={8} px={12} textAlign="center" className={styles.none}>
          {mayEdit
            ? t('No messages yet. Write the first one to {name} below.', { name: personName(person) })
            : t('No messages yet')}
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

/** Stays scrolled to the end while messages arrive or the composer grows. Older messages are added above without moving the view. */
function useEnd(items: Thread['items']) {
  const list = useRef<HTMLDivElement>(null)
  const before = useRef({ isAtEnd: true, height: 0, newest: '' })
  useLayoutEffect(() => {
    const box = list.current!
    const newest = items.at(-1)?.id ?? ''
    if (before.current.isAtEnd || before.current.newest !== newest) box.scrollTop = box.scrollHeight
    else box.scrollTop += box.scrollHeight - before.current.height
    before.current = { ...before.current, height: box.scrollHeight, newest }
  }, [items])
  useEffect(() => {
    const box = list.current!
    const follow = () => {
      if (before.current.isAtEnd) box.scrollTop = box.scrollHeight
    }
    const look = () => {
      before.current.isAtEnd = box.scrollHeight - box.scrollTop - box.clientHeight < 24
    }
    const sizes = new ResizeObserver(follow)
    sizes.observe(box)
    box.addEventListener('scroll', look, { passive: true })
    return () => {
      sizes.disconnect()
      box.removeEventListener('scroll', look)
    }
  }, [])
  return list
}
