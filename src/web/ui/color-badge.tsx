// A word in the colour that somebody chose for it. Colours that mean something to the product are tones: badge.tsx.
import type { ReactNode } from 'react'
import styles from './color-badge.module.css'

/** Tinted: for the one word of a row that people look for. */
export function ColorBadge({ color, children }: { color: string; children: ReactNode }) {
  return (
    <span className={`${styles.color} ${styles.badge}`} data-color={color}>
      <span className={styles.dot} aria-hidden />
      <span className={styles.words}>{children}</span>
    </span>
  )
}

/** Plain text behind a dot: for words that stand beside others. */
export function ColorLabel({ color, children }: { color: string; children: ReactNode }) {
  return (
    <span className={styles.label}>
      <ColorDot color={color} />
      <span className={styles.words}>{children}</span>
    </span>
  )
}

export function ColorDot({ color, large }: { color: string; large?: boolean }) {
  return (
    <span className={`${styles.color} ${styles.dot}`} data-color={color} data-large={large || undefined} aria-hidden />
  )
}
