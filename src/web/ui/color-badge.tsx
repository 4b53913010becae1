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

/** As long as its part (0 to 1) of the room there is. Without a colour of its own the accent's. */
export function ColorBar({ color, part, inner }: { color?: string | null; part: number; inner?: number | undefined }) {
  return (
    <span className={`${styles.color} ${styles.track}`} data-color={color ?? undefined} aria-hidden>
      <span
        className={styles.bar}
        hidden={part === 0}
        data-plain={!color || undefined}
        style={{ inlineSize: `${part * 100}%` }}
      />
      {inner !== undefined && inner > 0 && <span className={styles.inner} style={{ inlineSize: `${inner * 100}%` }} />}
    </span>
  )
}
