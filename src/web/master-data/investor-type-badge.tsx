// The type of an investor, in its own colour.
import { ColorLabel } from '../ui/color-badge.tsx'

export { kindText } from './words.ts'

export function InvestorTypeBadge({ type }: { type: { name: string; color: string } }) {
  return <ColorLabel color={type.color}>{type.name}</ColorLabel>
}
