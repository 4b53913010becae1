// Labels of the kinds of records that can be in the trash.
import type { TrashKind } from '../../../contract/trash.ts'

export const kindLabels: Record<TrashKind, string> = {
  contact: 'Contact',
  investor: 'Investor',
  investment: 'Investment',
  transaction: 'Transaction',
  offering: 'Offering',
  note: 'Note',
  task: 'Task',
  template: 'Template',
  broadcast_group: 'Broadcast group',
  broadcast: 'Broadcast',
  wa_group: 'WhatsApp group',
  custom_field: 'Custom field',
}
