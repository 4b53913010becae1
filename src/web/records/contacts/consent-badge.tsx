// Badge of a contact's consent.
import type { Consent } from '../../../contract/contacts.ts'
import { t } from '../../platform/lib/text.ts'
import { type Tone, ToneBadge } from '../../platform/ui/badge.tsx'

export function ConsentBadge({ consent }: { consent: Consent }) {
  return <ToneBadge tone={tones[consent]}>{consentText(consent)}</ToneBadge>
}

const tones: Record<Consent, Tone> = { unknown: 'neutral', opted_in: 'good', opted_out: 'bad' }

export function consentText(consent: Consent) {
  return { unknown: t('Not asked'), opted_in: t('Opted in'), opted_out: t('Opted out') }[consent]
}
