// Badge: a short status in a color that carries meaning.
import type { ReactNode } from 'react'
import styles from './badge.module.css'

/** neutral: nothing to do · accent: in progress · good: succeeded · warning: needs a look · bad: needs action. */
export type Tone = 'neutral' | 'accent' | 'good' | 'warning' | 'bad'

export function ToneBadge({ tone, children, dot }: { tone: Tone; children: ReactNode; dot?: boolean }) {
  return (
    <span className={styles.badge} data-tone={tone}>
      {dot && <span className={styles.dot} aria-hidden />}
      {children}
    </span>
  )
}
