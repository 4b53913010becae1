// Amounts of a sum that use exchange rates more than 30 days old, with links to add newer ones.
import { Anchor } from '@mantine/core'
import { Link } from 'react-router'
import type { OldRate } from '../../../contract/investments.ts'
import { calendarDay } from '../../platform/lib/format.ts'
import { rateLink } from '../../platform/lib/rate-link.ts'
import { t } from '../../platform/lib/text.ts'
import { ToneBadge } from '../../platform/ui/badge.tsx'
import { May } from '../../platform/ui/may.tsx'

/** Renders nothing if no rate is old. */
export function OldRatesPanel({ rates }: { rates: OldRate[] }) {
  const valued = rates.filter(({ day }) => day !== null)
  const moved = rates.filter(({ payment_days }) => payment_days > 0)
  const [first] = [...valued, ...moved]
  if (!first) return null
  return (
    <p>
      <ToneBadge tone="warning">{t('Old rates')}</ToneBadge>{' '}
      {valued.length > 0 &&
        `${t('Some amounts use rates older than 30 days: {rates}.', { rates: valued.map(rateText).join('; ') })} `}
      {moved.length > 0 &&
        `${t('Some payments use rates that were older than 30 days when the money moved: {currencies}.', {
          currencies: moved.map(({ from, to }) => `${from}→${to}`).join(', '),
        })} `}
      <May permission="manage_settings">
        <Anchor component={Link} to={rateLink(first.from, first.to)} inherit underline="always">
          {t('Add a rate')}
        </Anchor>
      </May>
    </p>
  )
}

function rateText({ from, to, day, through }: OldRate): string {
  const values = { pair: `${from}→${to}`, day: calendarDay(day!) }
  return through ? t('{pair} of {day}, via {currency}', { ...values, currency: through }) : t('{pair} of {day}', values)
}
