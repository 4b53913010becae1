// Badge: an amount converted, with the day of the rate: "= $762,195.12 (rate of 10 Jan 2026)".
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ConversionQuery, type Converted, exchangeRates } from '../../../contract/currencies.ts'
import { query } from '../../api.ts'
import { calendarDay } from '../../platform/lib/format.ts'
import { money } from '../../platform/lib/money.ts'
import { t } from '../../platform/lib/text.ts'
import { ToneBadge } from '../../platform/ui/badge.tsx'
import { Text } from '../../platform/ui/box.tsx'
import styles from './conversion-badge.module.css'

/** Renders nothing while the amount is invalid. */
export function ConversionBadge({ amount, from, to, on }: ConversionQuery) {
  const isAmount = /^\d{1,18}(\.\d{1,4})?$/.test(amount)
  const { data, isPlaceholderData } = useQuery({
    ...query(exchangeRates.convert, { query: { amount, from, to, ...(on && { on }) } }),
    enabled: isAmount && from !== to,
    placeholderData: keepPreviousData,
  })
  if (!isAmount || from === to || !data || (isPlaceholderData && !data.money)) return null
  if (!data.money) {
    return <ToneBadge tone="warning">{t('No rate from {from} to {to} on this day', { from, to })}</ToneBadge>
  }
  return (
    // The previous result reserves the space of the next one, but is hidden.
    <Text as="span" weight={600} figures className={styles.conversion} data-stale={isPlaceholderData || undefined}>
      = {money(data.money.amount, data.money.currency)}{' '}
      <Text as="span" size={13} weight={400} dimmed>
        {pathText(data)}
      </Text>
      {data.is_old && (
        <>
          {' '}
          <ToneBadge tone="warning">{t('Rate older than 30 days')}</ToneBadge>
        </>
      )}
    </Text>
  )
}

function pathText({ day, path, through }: Converted): string {
  if (through) return t('(rates of {day}, via {currency})', { day: calendarDay(day!), currency: through })
  return path === 'inverse'
    ? t('(rate of {day}, inverted)', { day: calendarDay(day!) })
    : t('(rate of {day})', { day: calendarDay(day!) })
}
