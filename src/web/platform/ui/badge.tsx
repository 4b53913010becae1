// Badge: a short status in a color that carries meaning.
import type { ReactNode } from 'react'
import styles from './badge.module.css'
import { Row } from './box.tsx'

/** neutral: nothing to do · accent: in progress · good: succeeded · warning: needs a look · bad: needs action. */
export type Tone = 'neutral' | 'accent' | 'good' | 'warning' | 'bad'

export function ToneBadge({ tone, children, dot }: { tone: Tone; children: ReactNode; dot?: boolean }) {
  return (
    <Row as="span" inline gap={6} size={12} weight={500} nowrap fill={tone} className={styles.badge}>
      {dot && <span className={styles.dot} aria-hidden />}
      {children}
    </Row>
  )
}
