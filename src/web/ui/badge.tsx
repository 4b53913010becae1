// A short state in a colour that means something.
import type { ReactNode } from 'react'
import styles from './badge.module.css'

/** neutral: nothing to do · accent: goes on · good: done well · warning: look at it · bad: act. */
export type Tone = 'neutral' | 'accent' | 'good' | 'warning' | 'bad'

export function ToneBadge({ tone, children, dot }: { tone: Tone; children: ReactNode; dot?: boolean }) {
  return (
    <span className={styles.badge} data-tone={tone}>
      {dot && <span className={styles.dot} aria-hidden />}
      {children}
    </span>
  )
}
