// Whether messages can be sent to a group, and the reason if not.
import type { GroupReason } from '../../../contract/wa-groups.ts'
import { t } from '../../platform/lib/text.ts'
import { ToneBadge } from '../../platform/ui/badge.tsx'

export function GroupBadge({ reason }: { reason: GroupReason | null }) {
  if (!reason) return <ToneBadge tone="good">{t('May post')}</ToneBadge>
  return <ToneBadge tone={reason === 'may_not_post' ? 'warning' : 'bad'}>{t(labels[reason])}</ToneBadge>
}

/** A sentence: what it means and what to do. */
export const reasonText = (reason: GroupReason) => t(sentences[reason])

const labels: Record<GroupReason, string> = {
  may_not_post: 'Only admins post',
  not_in_group: 'Left',
  session_removed: 'Session removed',
}

const sentences: Record<GroupReason, string> = {
  may_not_post: 'Only admins can post in this group, and this account is not one. Broadcasts skip it.',
  not_in_group: 'This account has left the group. Broadcasts skip it.',
  session_removed: 'Its WhatsApp session was removed. Broadcasts skip this group.',
}
