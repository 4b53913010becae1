// Asks before the selected records are deleted.
import { t } from '../../platform/lib/text.ts'
import ConfirmDialog from '../../platform/ui/confirm-dialog.tsx'
import { notifyError } from '../../platform/ui/notices.tsx'
import type { BulkDialogProps } from './bulk-dialog.ts'
import { countText } from './words.ts'

export default function RecordDeleteDialog({ kind, count, make, onClose }: BulkDialogProps) {
  const remove = async () => {
    try {
      await make({ action: 'delete' })
    } catch (error) {
      notifyError(error, t('Nothing was deleted'))
    }
    onClose()
  }
  return (
    <ConfirmDialog
      title={t('Delete {records}?', { records: countText(kind, count) })}
      text={rest[kind]()}
      confirmLabel={t('Delete')}
      danger
      onConfirm={remove}
      onClose={onClose}
    />
  )
}

const rest = {
  contacts: () => t('They go to the trash, from where they can be restored.'),
  investors: () => t('They go to the trash. Investors with investments are left as they are.'),
  investments: () => t('They go to the trash. Investments with settled transactions are left as they are.'),
}
