// Investor as a link on other pages, with its most important warning.
import { Anchor } from '@mantine/core'
import { Link } from 'react-router'
import type { Relationship } from '../../../contract/investors.ts'
import { t } from '../../platform/lib/text.ts'
import { type Tone, ToneBadge } from '../../platform/ui/badge.tsx'
import { relationshipText } from './words.ts'

export function InvestorLink({ investor }: { investor: { id: string; name: string } }) {
  return (
    <Anchor component={Link} to={`/investors/${investor.id}`}>
      {investor.name}
    </Anchor>
  )
}

export function RelationshipBadge({ relationship }: { relationship: Relationship }) {
  return <ToneBadge tone={tones[relationship]}>{relationshipText(relationship)}</ToneBadge>
}

const tones: Record<Relationship, Tone> = { prospect: 'accent', active: 'good', past: 'neutral' }

export const ArchivedBadge = () => <ToneBadge tone="neutral">{t('Archived')}</ToneBadge>
