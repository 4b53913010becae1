// Badge of an investment's status, in its color.
import type { StatusCategory } from '../../../contract/master-data.ts'
import { type Tone, ToneBadge } from '../../platform/ui/badge.tsx'
import { ColorBadge } from '../../platform/ui/color-badge.tsx'
import { categoryText } from './words.ts'

export { categoryText }

export function StatusBadge({ status }: { status: { name: string; color: string } }) {
  return <ColorBadge color={status.color}>{status.name}</ColorBadge>
}

/** Badge of a status category. */
export function CategoryBadge({ category }: { category: StatusCategory }) {
  return <ToneBadge tone={tones[category]}>{categoryText(category)}</ToneBadge>
}

const tones: Record<StatusCategory, Tone> = {
  prospect: 'neutral',
  soft: 'warning',
  committed: 'accent',
  funded: 'good',
  exited: 'neutral',
  lost: 'bad',
}
