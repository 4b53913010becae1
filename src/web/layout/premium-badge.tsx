// Badge with the remaining days of the organization's premium plan.
import { t } from '../platform/lib/text.ts'
import { type Tone, ToneBadge } from '../platform/ui/badge.tsx'
import { useProfile } from '../session.tsx'
import { type Premium, type PremiumTone, premiumOf } from './premium.ts'

export function PremiumBadge() {
  const { data } = useProfile()
  if (!data) return null
  const premium = premiumOf(data.premium_until, new Date(), data.time_zone)
  return (
    <span data-premium={premium.tone}>
      <ToneBadge tone={tones[premium.tone]}>{textOf(premium)}</ToneBadge>
    </span>
  )
}

const tones: Record<PremiumTone, Tone> = { plain: 'neutral', premium: 'accent', warning: 'warning', urgent: 'bad' }

function textOf(premium: Premium) {
  if (premium.kind === 'free') return t('Free')
  if (premium.kind === 'premium') return t('Premium')
  if (premium.kind === 'expires_today') return t('Expires today')
  return t.plural(premium.days, '{count} day left', '{count} days left')
}
