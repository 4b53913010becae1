// Texts of bulk changes: what is selected, what was done.
import type { BulkChange, BulkEntry, BulkKind } from '../../../contract/bulk-changes.ts'
import { number } from '../../platform/lib/format.ts'
import { t } from '../../platform/lib/text.ts'
import { contactLabels } from '../contacts/labels.ts'
import { investmentLabels } from '../investments/labels.ts'
import { investorLabels } from '../investors/labels.ts'

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

/** The change in words, such as “Changed: company, job title”. */
export function actText({ kind, action, fields, names }: BulkEntry): string {
  const labels: Record<string, string> = {
    contacts: contactLabels,
    investors: investorLabels,
    investments: investmentLabels,
  }[kind]()
  const acts = {
    set: t('Changed'),
    archive: t('Archived'),
    unarchive: t('Unarchived'),
    add_tags: t('Tags added'),
    remove_tags: t('Tags removed'),
    delete: t('Deleted'),
    add_to_group: t('Added to the broadcast group'),
  }
  const act = action ? acts[action] : t('Selected')
  // Derived columns are changed as well, but have no label.
  const of = [...fields.flatMap((field) => labels[field] ?? []), ...names]
  return of.length > 0 ? t('{act}: {fields}', { act, fields: of.join(', ') }) : act
}

/** Progress of a change or undo that is not finished. */
export function statusText({ status, done, total, undone, changed }: BulkChange): string {
  const of = (count: number, all: number) => ({ now: number(count), all: number(all) })
  if (status === 'running') return t('Changing: {now} of {all}', of(done, total))
  return status === 'undoing'
    ? t('Undoing: {now} of {all}', of(undone, changed))
    : t('Undone: {now} of {all}', of(undone, changed))
}

/** How many records the change or its undo left as they were; empty if none. */
export function leftText({ status, refused, not_undone }: BulkChange): string {
  const left = status === 'undone' || status === 'undoing' ? not_undone : refused
  return left > 0 ? number(left) : ''
}
