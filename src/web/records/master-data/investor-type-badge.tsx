// Badge of an investor's type, in its color.
import { ColorLabel } from '../../platform/ui/color-badge.tsx'

export { kindText } from './words.ts'

export function InvestorTypeBadge({ type }: { type: { name: string; color: string } }) {
  return <ColorLabel color={type.color}>{type.name}</ColorLabel>
}
