// Display names of the colors to choose from.
import { t } from './text.ts'

/** `color` is a name known to `ui/color-badge.tsx`. */
export function colorText(color: string): string {
  const names: Record<string, string> = {
    gray: t('Gray'),
    red: t('Red'),
    orange: t('Orange'),
    amber: t('Amber'),
    lime: t('Lime'),
    green: t('Green'),
    teal: t('Teal'),
    cyan: t('Cyan'),
    blue: t('Blue'),
    indigo: t('Indigo'),
    violet: t('Violet'),
    pink: t('Pink'),
  }
  return names[color] ?? color
}
