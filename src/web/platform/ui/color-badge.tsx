// Badges in a color that the organization chose. Colors with a fixed meaning are tones: badge.tsx.
import type { ReactNode } from 'react'
import { Row, Text } from './box.tsx'
import styles from './color-badge.module.css'

/** Tinted: for the most important value of a row. */
export function ColorBadge({ color, children }: { color: string; children: ReactNode }) {
  return (
    <span className={`${styles.color} ${styles.badge}`} data-color={color}>
      <span className={styles.dot} aria-hidden />
      <Text as="span" truncate>
        {children}
      </Text>
    </span>
  )
}

/** Plain text with a colored dot: for less prominent values. */
export function ColorLabel({ color, children }: { color: string; children: ReactNode }) {
  return (
    <Row as="span" inline gap={8} className={styles.label}>
      <ColorDot color={color} />
      <Text as="span" truncate>
        {children}
      </Text>
    </Row>
  )
}

export function ColorDot({ color, large }: { color: string; large?: boolean }) {
  return (
    <span className={`${styles.color} ${styles.dot}`} data-color={color} data-large={large || undefined} aria-hidden />
  )
}

/** Fills `part` (0 to 1) of the available width; the accent color by default. */
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
