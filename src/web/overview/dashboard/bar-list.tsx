// Horizontal bar list: name, bar and amount. Each row links to its list.
import { Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { t } from '../../platform/lib/text.ts'
import { PlainList, Text } from '../../platform/ui/box.tsx'
import { ColorBar } from '../../platform/ui/color-badge.tsx'
import { Tooltip } from '../../platform/ui/tooltip.tsx'
import styles from './bar-list.module.css'

export interface Bar {
  key: string
  name: string
  color?: string | null
  /** Fraction of the full width, 0 to 1. */
  part: number
  /** Fraction for another amount, drawn within the bar. */
  inner?: number | undefined
  /** Position of the target, 0 to 1. */
  mark?: number | undefined
  value: ReactNode
  /** The exact amounts, shown when the row is hovered or focused. */
  exact?: string | undefined
  note?: ReactNode
  to?: string | undefined
}

interface BarListProps {
  bars: readonly Bar[] | undefined
  label: string
  /** Number of rows drawn as bars; the table has all. */
  most?: number
  /** Number of placeholder rows while loading. */
  expected?: number
  /** Puts the bar below its name, as wide as the card. */
  tall?: boolean
}

export function BarList({ bars, label, most = 10, expected = 4, tall }: BarListProps) {
  if (!bars)
    return (
      <div className={styles.bars} data-tall={tall || undefined} aria-hidden>
        {Array.from({ length: expected }, (_, nth) => (
          <div key={nth} className={styles.row} data-waits>
            <Skeleton height={12} width={`${80 - nth * (60 / expected)}%`} />
          </div>
        ))}
      </div>
    )
  if (bars.length === 0)
    return (
      <Text size={13} dimmed>
        {t('Nothing to show yet.')}
      </Text>
    )
  const rest = bars.length - most
  return (
    <>
      <PlainList className={styles.bars} data-tall={tall || undefined} aria-label={label}>
        {bars.slice(0, most).map((bar) => (
          <li key={bar.key}>
            <BarRow {...bar} />
          </li>
        ))}
      </PlainList>
      {rest > 0 && (
        <Text mt={12} size={13} dimmed>
          {t.plural(rest, 'One more in the table.', '{count} more in the table.')}
        </Text>
      )}
    </>
  )
}

function BarRow({ name, color, part, inner, mark, value, exact, note, to }: Bar) {
  const content = (
    <>
      <Text as="span" breakWords lines={2} weight={500} className={styles.name}>
        {name}
      </Text>
      <ColorBar color={color ?? null} part={part} inner={inner} mark={mark} />
      <Text as="span" figures textAlign="end" className={styles.value}>
        {value}
      </Text>
      {note && (
        <Text as="span" size={13} dimmed className={styles.note}>
          {note}
        </Text>
      )}
    </>
  )
  const row = to ? (
    <Link to={to} className={styles.row}>
      {content}
    </Link>
  ) : (
    <div className={styles.row}>{content}</div>
  )
  return exact ? <Tooltip label={exact}>{row}</Tooltip> : row
}
