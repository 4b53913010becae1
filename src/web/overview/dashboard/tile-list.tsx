// Tiles of the sums, each linked to the list whose footer shows it; and the amounts without a rate, in none
// of them.
import { Anchor, Skeleton } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import { Link } from 'react-router'
import type { DashboardQuery } from '../../../contract/dashboard.ts'
import type { Figure, InvestmentTotals, OldRate } from '../../../contract/investments.ts'
import { calendarDay, today } from '../../platform/lib/format.ts'
import { money } from '../../platform/lib/money.ts'
import { rateLink } from '../../platform/lib/rate-link.ts'
import { t } from '../../platform/lib/text.ts'
import { ToneBadge } from '../../platform/ui/badge.tsx'
import { PlainList, Row, Text } from '../../platform/ui/box.tsx'
import { useSavedHeight } from '../../platform/ui/use-saved-height.ts'
import { OldRatesPanel } from '../../records/currencies/old-rates-panel.tsx'
import { figureLink } from './links.ts'
import styles from './tile-list.module.css'

interface TileListInput {
  totals: InvestmentTotals | undefined
  oldRates: OldRate[]
  search: DashboardQuery
}

export function TileList({ totals, oldRates, search }: TileListInput) {
  return (
    <div>
      <PlainList className={styles.tiles} aria-label={t('Totals')}>
        {tiles().map(({ figure, label, text }) => {
          const amount = totals?.base[figure]
          const isBad = figure === 'overdue' && /[1-9]/.test(amount ?? '')
          return (
            <li key={figure}>
              <Link to={figureLink(figure, search)} className={styles.tile} data-bad={isBad || undefined}>
                <Row as="span" justify="between" size={13} dimmed className={styles.label}>
                  {label}
                  <IconChevronRight size={14} stroke={2} aria-hidden />
                </Row>
                <Text as="span" weight={600} figures breakWords className={styles.amount}>
                  {amount === undefined ? <Skeleton width="8rem" height={18} /> : money(amount, totals!.base.currency)}
                </Text>
                <Text as="span" size={13} dimmed className={styles.text}>
                  {text}
                </Text>
              </Link>
            </li>
          )
        })}
      </PlainList>
      <RateNote totals={totals} oldRates={oldRates} search={search} />
    </div>
  )
}

function RateNote({ totals, oldRates, search }: TileListInput) {
  const heightProps = useSavedHeight<HTMLDivElement>('dashboard:rates', totals !== undefined)
  // The currency and day are known before the sums are.
  const { currency, as_of, not_converted } = totals?.base ?? {
    currency: search.in ?? '…',
    as_of: search.as_of ?? today(),
    not_converted: [],
  }
  return (
    <Text as="div" {...heightProps} size={13} dimmed className={styles.note}>
      <p>
        {t('All in {currency} at the rates of {day}; funded and distributed amounts at the rates of their own days.', {
          currency,
          day: calendarDay(as_of),
        })}
      </p>
      {not_converted.length > 0 && (
        <PlainList gap={6} mt={8} figures className={styles.missing} aria-label={t('Not converted')}>
          {not_converted.map((line) => (
            <li key={line.currency}>
              <ToneBadge tone="warning">{t('Not converted')}</ToneBadge>{' '}
              {tiles()
                .filter(({ figure }) => figure !== 'weighted' && /[1-9]/.test(line[figure]))
                .map(({ figure, label }) =>
                  t('{figure} {amount}', { figure: label, amount: money(line[figure], line.currency) }),
                )
                .join(' · ')}{' '}
              <Anchor component={Link} to={rateLink(line.currency)} inherit underline="always">
                {t('Add a rate')}
              </Anchor>
            </li>
          ))}
        </PlainList>
      )}
      <OldRatesPanel rates={oldRates} />
    </Text>
  )
}

const tiles = (): { figure: Figure; label: string; text: string }[] => [
  { figure: 'committed', label: t('Committed'), text: t('Committed, paid or not') },
  { figure: 'funded', label: t('Funded'), text: t('Paid in, less refunds') },
  { figure: 'outstanding', label: t('Outstanding'), text: t('Committed and not yet paid') },
  { figure: 'pipeline', label: t('Pipeline'), text: t('Expected, not yet committed') },
  { figure: 'weighted', label: t('Weighted pipeline'), text: t('Each amount times its probability') },
  { figure: 'soft', label: t('Soft commitments'), text: t('Part of the pipeline with a soft commitment') },
  { figure: 'due', label: t('Due'), text: t('Upcoming scheduled contributions') },
  { figure: 'overdue', label: t('Overdue'), text: t('Scheduled contributions past their due date') },
  { figure: 'distributed', label: t('Distributed'), text: t('Paid out, with returns of capital') },
]
