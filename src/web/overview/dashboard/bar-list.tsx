// Horizontal bar list: name, bar and amount. Each row links to its list.
import { Skeleton } from '@mantine/core'
import { Link } from 'react-router'
import { t } from '../../platform/lib/text.ts'
import { Text } from '../../platform/ui/box.tsx'
import { ColorBar } from '../../platform/ui/color-badge.tsx'
import styles from './bar-list.module.css'

export interface Bar {
  key: string
  name: string
  color?: string | null
  /** Fraction of the full width, 0 to 1. */
  part: number
  /** Fraction for another amount, drawn within the bar. */
  inner?: number | undefined
  /** Exact amount. */
  value: string
  note?: string | undefined
  to?: string | undefined
}

interface BarListProps {
  bars: readonly Bar[] | undefined
  label: string
  /** Number of rows drawn as bars; the table has all. */
  most?: number
}

export function BarList({ bars, label, most = 10 }: BarListProps) {
  if (!bars)
    return (
      <div className={styles.bars} aria-hidden>
        {[80, 55, 30].map((width) => (
          <div key={width} className={styles.bar}>
            <Skeleton height={10} width={`${width}%`} />
          </div>
        ))}
      </div>
    )
  if (bars.length === 0)
    return (
      <Text mt={12} size={13} dimmed className={styles.rest}>
        {t('Nothing to show yet.')}
      </Text>
    )
  const rest = bars.length - most
  return (
    <>
      <ul className={styles.bars} aria-label={label}>
        {bars.slice(0, most).map(({ key, name, color, part, inner, value, note, to }) => (
          <li key={key} className={styles.bar}>
            <Text as="span" breakWords lines={2} className={styles.name} title={name}>
              {to ? <Link to={to}>{name}</Link> : name}
            </Text>
            <ColorBar color={color ?? null} part={part} inner={inner} />
            <Text as="span" figures textAlign="end">
              {value}
            </Text>
            {note && (
              <Text as="span" size={13} dimmed className={styles.note}>
                {note}
              </Text>
            )}
          </li>
        ))}
      </ul>
      {rest > 0 && (
        <Text mt={12} size={13} dimmed className={styles.rest}>
          {t.plural(rest, 'One more in the table.', '{count} more in the table.')}
        </Text>
      )}
    </>
  )
}
