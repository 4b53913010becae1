// Head of a board's column: name, count, total and weighted total; amounts without an exchange rate are listed apart.
import { ActionIcon } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { Link } from 'react-router'
import type { BoardColumn } from '../../../contract/investments.ts'
import { number } from '../../platform/lib/format.ts'
import { useMay } from '../../platform/lib/permissions.ts'
import { rateLink } from '../../platform/lib/rate-link.ts'
import { t } from '../../platform/lib/text.ts'
import { Row, Text } from '../../platform/ui/box.tsx'
import { ColorDot } from '../../platform/ui/color-badge.tsx'
import { ExactAmount } from '../../platform/ui/exact-amount.tsx'
import { isNothing } from '../../platform/ui/totals-lines.ts'
import { addLink, type BoardBy, nameOfColumn } from './board-columns.ts'
import styles from './board-show.module.css'

interface ColumnHeadProps {
  column: BoardColumn
  currency: string
  by: BoardBy
  /** A move is being saved, so the sums shown are those before it. */
  isOutdated: boolean
}

export function ColumnHeadShow({ column, currency, by, isOutdated }: ColumnHeadProps) {
  const { color, count, total, weighted, not_converted, is_active } = column
  const name = nameOfColumn(column)
  const mayEdit = useMay('edit')
  return (
    <header className={styles.head}>
      <Row gap={8}>
        {color && <ColorDot color={color} />}
        <Text as="h2" size={14} weight={600} truncate shrink>
          {name}
        </Text>
        <Text as="span" size={13} dimmed figures grow>
          {number(count)}
        </Text>
        {is_active && mayEdit && (
          <ActionIcon
            component={Link}
            to={addLink(column, by)}
            variant="subtle"
            color="gray"
            size={28}
            aria-label={t('Add investment: {column}', { column: name })}
            title={t('Add investment')}
          >
            <IconPlus size={16} aria-hidden />
          </ActionIcon>
        )}
      </Row>
      <dl className={styles.sums} data-outdated={isOutdated || undefined}>
        <div>
          <dt>{t('Total')}</dt>
          <dd>
            <ExactAmount amount={total} currency={currency} />
          </dd>
        </div>
        {!isNothing(weighted) && (
          <div>
            <dt>{t('Weighted')}</dt>
            <dd>
              <ExactAmount amount={weighted} currency={currency} />
            </dd>
          </div>
        )}
        {not_converted.map((sums) => (
          <div key={sums.currency} className={styles.missing}>
            <dt>
              <Link to={rateLink(sums.currency)}>{t('Not converted')}</Link>
            </dt>
            <dd>
              <ExactAmount amount={sums.total} currency={sums.currency} />
            </dd>
          </div>
        ))}
      </dl>
    </header>
  )
}
