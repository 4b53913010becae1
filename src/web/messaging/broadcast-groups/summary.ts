// One-line summary of a broadcast group.
import type { BroadcastGroup } from '../../../contract/broadcast-groups.ts'
import { t } from '../../platform/lib/text.ts'

export function groupSummary({
  contact_count,
  wa_group_count,
  segment,
  broken_rules,
}: Pick<BroadcastGroup, 'contact_count' | 'wa_group_count' | 'segment' | 'broken_rules'>): string {
  const parts = [
    segment && (broken_rules.length > 0 ? t('Broken rules') : t('Rules')),
    contact_count > 0 && t.plural(contact_count, '1 contact', '{count} contacts'),
    wa_group_count > 0 && t.plural(wa_group_count, '1 WA group', '{count} WA groups'),
  ].filter((part) => typeof part === 'string')
  return parts.length > 0 ? parts.join(' · ') : t('No members yet')
}
