// A funding stage, in its own colour.
import { ColorLabel } from '../ui/color-badge.tsx'

export function StageBadge({ stage }: { stage: { name: string; color: string } }) {
  return <ColorLabel color={stage.color}>{stage.name}</ColorLabel>
}
