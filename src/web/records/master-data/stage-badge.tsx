// Badge of a funding stage, in its color.
import { ColorLabel } from '../../platform/ui/color-badge.tsx'

export function StageBadge({ stage }: { stage: { name: string; color: string } }) {
  return <ColorLabel color={stage.color}>{stage.name}</ColorLabel>
}
