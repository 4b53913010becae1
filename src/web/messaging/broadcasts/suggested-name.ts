// The name that a new broadcast begins with, so that a name is not the first thing to think of.
import { shortDay } from '../../platform/lib/format.ts'
import { t } from '../../platform/lib/text.ts'

export function suggestedName(templateName: string | undefined, now = new Date()): string {
  const day = shortDay(now.toISOString())
  return t('{what}, {day}', { what: templateName ?? t('Update'), day }).slice(0, 200)
}
