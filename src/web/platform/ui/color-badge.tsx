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

interface ColorBarProps {
  /** By default the accent color. */
  color?: string | null
  /** Filled fraction of the bar, 0 to 1. */
  part: number
  /** Fraction of the filled part that is drawn darker, such as the paid share of a commitment. */
  inner?: number | undefined
  /** Position of a line across the bar that marks the target, 0 to 1. */
  mark?: number | undefined
}

export function ColorBar({ color, part, inner, mark }: ColorBarProps) {
  const width = (share: number) => ({ inlineSize: `${share * 100}%` })
  return (
    <span
      className={`${styles.color} ${styles.track}`}
      data-color={color ?? undefined}
      data-plain={!color || undefined}
      aria-hidden
    >
      <span
        className={styles.bar}
        hidden={part === 0}
        data-faint={inner !== undefined || undefined}
        style={width(part)}
      />
      {inner !== undefined && inner > 0 && <span className={styles.bar} style={width(inner)} />}
      {mark !== undefined && <span className={styles.mark} style={{ insetInlineStart: `${mark * 100}%` }} />}
    </span>
  )
}
