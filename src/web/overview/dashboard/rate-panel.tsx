// Explains how the figures are converted, and lists amounts that lack an exchange rate and are left out of them.
import { Anchor } from '@mantine/core'
import { Link } from 'react-router'
import type { Figure, InvestmentTotals, OldRate } from '../../../contract/investments.ts'
import { calendarDay, today } from '../../platform/lib/format.ts'
import { money } from '../../platform/lib/money.ts'
import { rateLink } from '../../platform/lib/rate-link.ts'
import { t } from '../../platform/lib/text.ts'
import { ToneBadge } from '../../platform/ui/badge.tsx'
import { PlainList, Text } from '../../platform/ui/box.tsx'
import { May } from '../../platform/ui/may.tsx'
import { useSavedHeight } from '../../platform/ui/use-saved-height.ts'
import { OldRatesPanel } from '../../records/currencies/old-rates-panel.tsx'
import { figureNamesOf } from './figure-names.ts'
import styles from './rate-panel.module.css'
import type { DashboardSearch } from './search.ts'

interface RatePanelProps {
  totals: InvestmentTotals | undefined
  oldRates: OldRate[]
  search: DashboardSearch
}

export function RatePanel({ totals, oldRates, search }: RatePanelProps) {
  const heightProps = useSavedHeight<HTMLDivElement>('dashboard:rates', totals !== undefined)
  // Until the sums arrive, the address supplies the currency and the day.
  const { currency, as_of, not_converted } = totals?.base ?? {
    currency: search.in ?? '…',
    as_of: search.as_of ?? today(),
    not_converted: [],
  }
  return (
    <Text as="div" {...heightProps} size={13} dimmed px={4} className={styles.note}>
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
              {shown
                .filter((figure) => /[1-9]/.test(line[figure]))
                .map((figure) =>
                  t('{figure} {amount}', {
                    figure: figureNamesOf()[figure].label,
                    amount: money(line[figure], line.currency),
                  }),
                )
                .join(' · ')}{' '}
              <May permission="manage_settings">
                <Anchor component={Link} to={rateLink(line.currency)} inherit underline="always">
                  {t('Add a rate')}
                </Anchor>
              </May>
            </li>
          ))}
        </PlainList>
      )}
      <OldRatesPanel rates={oldRates} />
    </Text>
  )
}

/** The figures in which an unconverted amount is listed. The weighted pipeline would repeat the pipeline's amounts. */
const shown: readonly Figure[] = [
  ...(['committed', 'funded', 'outstanding', 'pipeline', 'soft', 'due', 'overdue', 'distributed'] as const),
]
