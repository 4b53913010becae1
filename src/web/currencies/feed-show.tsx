// Status of automatic rates: last import, last error, currencies without a feed.
import { useQuery } from '@tanstack/react-query'
import { exchangeRates, type RateFeed } from '../../contract/currencies.ts'
import { query } from '../api.ts'
import { ago, calendarDay } from '../lib/format.ts'
import { language, t } from '../lib/text.ts'
import { ToneBadge } from '../ui/badge.tsx'
import styles from './feed-show.module.css'

/** `codes`: enabled currencies without a rate from the bank. */
export function FeedShow({ codes }: { codes: readonly string[] }) {
  const { data } = useQuery({ ...query(exchangeRates.feed), staleTime: 60_000 })
  if (!data) return null
  if (!data.feed) {
    return (
      <p className={styles.feed}>
        {t(
          'Rates come by hand or from a file. Whoever runs Kabar can have those of the European Central Bank brought every working day, with FX_FEED=ecb; it has none for AED, SAR and others.',
        )}
      </p>
    )
  }
  return (
    <p className={styles.feed}>
      {data.failure && <ToneBadge tone="warning">{t('Not reached')}</ToneBadge>}{' '}
      {data.fetched_at && data.day
        ? t('European Central Bank: rates of {day}, brought {time}.', {
            day: calendarDay(data.day),
            time: ago(data.fetched_at),
          })
        : t('European Central Bank: rates are on their way.')}{' '}
      {data.failure && reasonOf(data.failure)}{' '}
      {data.day && codes.length > 0 && t('It has none for {codes}.', { codes: list(codes) })}
    </p>
  )
}

const list = (codes: readonly string[]) => new Intl.ListFormat(language(), { type: 'conjunction' }).format(codes)

function reasonOf(failure: NonNullable<RateFeed['failure']>) {
  const again = t('It is tried again by itself.')
  if (failure === 'refused') return `${t('Its server refused the last try.')} ${again}`
  if (failure === 'unreachable') return `${t('Its server did not answer the last try.')} ${again}`
  return `${t('What its server sent last could not be read.')} ${again}`
}
