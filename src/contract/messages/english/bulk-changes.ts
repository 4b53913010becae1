// English: bulk changes.
import type { Sentence } from '../sentence.ts'

export const bulkChanges = {
  'bulk.needs_amount': 'This status needs a committed amount. Enter it on the investment first.',
  'bulk.needs_reason': 'This status needs a reason. Enter it on the investment first.',
  'bulk.too_many_tags': 'It would have more than {max, number} tags.',
  'bulk.no_contacts': 'It has no contact.',
  'bulk.excluded': 'The broadcast group excludes this contact.',
  'bulk.custom_field_changed': 'The custom field or one of its choices has been changed or deleted.',
  'bulk.changed_since': 'It was changed since. It stays as it is now.',
  'bulk.failed': 'It could not be changed. Try it on the record itself.',
  'bulk.nothing_selected': 'None of the selected records exists any more.',
  'bulk.list_changed':
    'The list has changed since you selected it: {count, number} records match now. Look at it, then select again.',
  'bulk.too_many': 'At most {max, number} records can be selected at once. Narrow the list with filters.',
  'bulk.no_room':
    'Too many records were changed in the last {hours} hours. Undo a bulk change, or wait until the oldest can no longer be undone.',
  'bulk.undo_expired': 'This change was made more than {hours} hours ago, so it can no longer be undone.',
  'bulk.only_selected': 'Nothing was changed, so there is nothing to undo.',
  'broadcast_group.gone': 'This broadcast group no longer exists.',
  'broadcast_group.full': 'A broadcast group has at most {max, number} hand-picked contacts. For more, use rules.',
} as const satisfies Record<string, Sentence>
