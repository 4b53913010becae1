// Suggests a name for a new broadcast, so that the user need not invent one first.
import { shortDay } from '../../platform/lib/format.ts'
import { t } from '../../platform/lib/text.ts'

export function suggestedName(templateName: string | undefined, now = new Date()): string {
  const day = shortDay(now.toISOString())
  return t('{what}, {day}', { what: templateName ?? t('News'), day }).slice(0, 200)
}
