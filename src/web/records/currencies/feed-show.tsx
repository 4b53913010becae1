// Status of automatic rates: last import, last error, currencies without a feed.
import { useQuery } from '@tanstack/react-query'
import { exchangeRates, type RateFeed } from '../../../contract/currencies.ts'
import { query } from '../../api.ts'
import { calendarDay } from '../../platform/lib/format.ts'
import { language, t } from '../../platform/lib/text.ts'
import { useAgo } from '../../platform/lib/use-ago.ts'
import { ToneBadge } from '../../platform/ui/badge.tsx'
import { Text } from '../../platform/ui/box.tsx'
import { SkeletonLines } from '../../platform/ui/skeleton-lines.tsx'
import styles from './feed-show.module.css'

/** `codes`: enabled currencies without a rate from the bank. */
export function FeedShow({ codes }: { codes: readonly string[] }) {
  const { data } = useQuery({ ...query(exchangeRates.feed), staleTime: 60_000 })
  const fetched = useAgo(data?.fetched_at)
  if (!data) return <SkeletonLines height={2.5} />
  if (!data.feed) {
    return (
      <Text size={13} dimmed className={styles.feed}>
        {t(
          'Rates are added manually or from a file. Daily rates from the European Central Bank can be switched on by whoever runs this installation; it has none for AED, SAR and some others.',
        )}
      </Text>
    )
  }
  return (
    <Text size={13} dimmed className={styles.feed}>
      {data.failure && <ToneBadge tone="warning">{t('Unreachable')}</ToneBadge>}{' '}
      {data.fetched_at && data.day
        ? t('European Central Bank: rates of {day}, fetched {time}.', {
            day: calendarDay(data.day),
            time: fetched,
          })
        : t('European Central Bank: fetching rates.')}{' '}
      {data.failure && reasonOf(data.failure)}{' '}
      {data.day && codes.length > 0 && t('No rates for {codes}.', { codes: list(codes) })}
    </Text>
  )
}

const list = (codes: readonly string[]) => new Intl.ListFormat(language(), { type: 'conjunction' }).format(codes)

function reasonOf(failure: NonNullable<RateFeed['failure']>) {
  const again = t('Kabar retries automatically.')
  if (failure === 'refused') return `${t('The server rejected the last attempt.')} ${again}`
  if (failure === 'unreachable') return `${t('The server did not respond to the last attempt.')} ${again}`
  return `${t('The last response of the server could not be read.')} ${again}`
}
