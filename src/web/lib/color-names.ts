// What the colours that people choose are called.
import { t } from './text.ts'

/** Of a name as `ui/color-badge.tsx` knows it. */
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
