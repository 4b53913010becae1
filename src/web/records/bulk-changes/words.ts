// Texts of bulk changes: what is selected, what was done.
import type { BulkChange, BulkKind } from '../../../contract/bulk-changes.ts'
import { number } from '../../platform/lib/format.ts'
import { t } from '../../platform/lib/text.ts'

/** “12 contacts” */
export function countText(kind: BulkKind, count: number): string {
  const params = { count: number(count) }
  if (kind === 'contacts') return t.plural(count, '{count} contact', '{count} contacts', params)
  if (kind === 'investors') return t.plural(count, '{count} investor', '{count} investors', params)
  return t.plural(count, '{count} investment', '{count} investments', params)
}

/** “12 contacts were tagged” */
export function doneText({ kind, action, status, changed, undone }: BulkChange): string {
  if (status === 'undone') return t('Change undone for {records}', { records: countText(kind, undone) })
  const records = countText(kind, changed)
  if (changed === 0) return t('Nothing was changed')
  if (action === 'delete') return t('{records} deleted', { records })
  if (action === 'archive') return t('{records} archived', { records })
  if (action === 'unarchive') return t('{records} unarchived', { records })
  if (action === 'add_tags') return t('Tags added to {records}', { records })
  if (action === 'remove_tags') return t('Tags removed from {records}', { records })
  if (action === 'add_to_group') return t('{records} added to the broadcast group', { records })
  return t('{records} changed', { records })
}

/** How many records were not changed, and why. */
export function restText({ status, total, done, changed, refused, not_undone }: BulkChange): string | undefined {
  const left = status === 'undone' ? not_undone : refused
  const same = status === 'undone' ? 0 : done - changed - refused
  const parts = [
    left > 0 && t.plural(left, 'One was left as it is.', '{count} were left as they are.', { count: number(left) }),
    same > 0 &&
      same < total &&
      t.plural(same, 'One was like this before.', '{count} were like this before.', { count: number(same) }),
    same === total && total > 0 && t('All of them were like this before.'),
  ].filter(Boolean)
  return parts.length > 0 ? parts.join(' ') : undefined
}
