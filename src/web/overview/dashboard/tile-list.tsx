// Tiles with the sums. Each links to the list whose footer has the same sum, and shows the change since an earlier day.
import { Skeleton } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import { Link } from 'react-router'
import type { DashboardComparison } from '../../../contract/dashboard.ts'
import type { Figure, InvestmentTotals } from '../../../contract/investments.ts'
import { money } from '../../platform/lib/money.ts'
import { t } from '../../platform/lib/text.ts'
import { PlainList, Row, Text } from '../../platform/ui/box.tsx'
import { Tooltip } from '../../platform/ui/tooltip.tsx'
import { AmountBadge } from './amount-badge.tsx'
import { figureNamesOf } from './figure-names.ts'
import { figureLink } from './links.ts'
import { asked, type DashboardSearch } from './search.ts'
import styles from './tile-list.module.css'
import { TrendBadge } from './trend-badge.tsx'

interface TileListProps {
  /** In rows of three; the first three tiles are large. */
  figures: readonly Figure[]
  totals: InvestmentTotals | undefined
  /** Undefined while loading; null without a comparison. */
  comparison: DashboardComparison | undefined | null
  search: DashboardSearch
}

export function TileList({ figures, totals, comparison, search }: TileListProps) {
  const names = figureNamesOf()
  return (
    <PlainList className={styles.tiles} aria-label={t('Totals')}>
      {figures.map((figure, nth) => {
        const amount = totals?.base[figure]
        const currency = totals?.base.currency ?? ''
        const isBad = figure === 'overdue' && /[1-9]/.test(amount ?? '')
        return (
          <li key={figure}>
            <Tooltip label={amount === undefined ? names[figure].text : money(amount, currency)}>
              <Link
                to={figureLink(figure, asked(search))}
                className={styles.tile}
                data-large={nth < 3 || undefined}
                data-bad={isBad || undefined}
              >
                <Row as="span" justify="between" size={13} dimmed className={styles.label}>
                  {names[figure].label}
                  <IconChevronRight size={14} stroke={2} aria-hidden />
                </Row>
                <span className={styles.amount}>
                  {amount === undefined ? (
                    <Skeleton width="8rem" height={22} />
                  ) : (
                    <AmountBadge amount={amount} currency={currency} />
                  )}
                </span>
                <Text as="span" size={13} dimmed className={styles.text}>
                  {names[figure].text}
                </Text>
                {comparison !== null && (
                  <Text as="span" size={13} dimmed className={styles.trend}>
                    <TrendBadge figure={figure} amount={amount} comparison={comparison} />
                  </Text>
                )}
              </Link>
            </Tooltip>
          </li>
        )
      })}
    </PlainList>
  )
}
