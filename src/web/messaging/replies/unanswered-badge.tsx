// Menu badge: how many people have unhandled replies.
import { useQuery } from '@tanstack/react-query'
import { replies } from '../../../contract/replies.ts'
import { query } from '../../api.ts'
import { number } from '../../platform/lib/format.ts'
import { t } from '../../platform/lib/text.ts'
import styles from './unanswered-badge.module.css'

const pollMs = 30_000

/** Undefined while loading. */
export function useUnanswered(): number | undefined {
  // Shared by the menu and the pages: one request serves both.
  const { data } = useQuery({ ...query(replies.unanswered), refetchInterval: pollMs, staleTime: 5_000 })
  return data?.people
}

export function UnansweredBadge() {
  const people = useUnanswered()
  if (!people) return null
  return (
    <span className={styles.badge} role="img" aria-label={unansweredText(people)} title={unansweredText(people)}>
      {number(people)}
    </span>
  )
}

export const unansweredText = (people: number) =>
  t.plural(people, 'One person is waiting for an answer', '{count} people are waiting for an answer')
