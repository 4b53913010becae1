// How many people wait for somebody to see to what they wrote: a number beside the menu.
import { useQuery } from '@tanstack/react-query'
import { replies } from '../../contract/replies.ts'
import { query } from '../api.ts'
import { number } from '../lib/format.ts'
import { t } from '../lib/text.ts'
import styles from './unanswered-badge.module.css'

const pollMs = 30_000

/** Undefined until it is known. */
export function useUnanswered(): number | undefined {
  // The menu and a page show it: whichever comes a moment later takes what the other one asked for.
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
  t.plural(people, 'One person waits for an answer', '{count} people wait for an answer')
