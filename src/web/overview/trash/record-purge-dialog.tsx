// Asks before an entry of the trash is deleted for good: what goes with it, and what stays.
import { useQueryClient } from '@tanstack/react-query'
import { type Trashed, type TrashKind, trash } from '../../../contract/trash.ts'
import { call } from '../../api.ts'
import { t } from '../../platform/lib/text.ts'
import ConfirmDialog from '../../platform/ui/confirm-dialog.tsx'
import { notify, notifyError } from '../../platform/ui/notices.tsx'

export default function RecordPurgeDialog({ entry, onClose }: { entry: Trashed; onClose: () => void }) {
  const { id, kind, name } = entry
  const client = useQueryClient()
  const purge = async () => {
    try {
      await call(trash.remove, { params: { kind, id } })
      notify({ title: t('{name} was deleted for good', { name }) })
    } catch (error) {
      notifyError(error, t('{name} could not be deleted', { name }))
    }
    onClose()
    void client.invalidateQueries()
  }
  return (
    <ConfirmDialog
      title={t('Delete {name} for good?', { name })}
      text={t(consequences[kind] ?? 'This cannot be undone.')}
      confirmLabel={t('Delete for good')}
      danger
      onConfirm={purge}
      onClose={onClose}
    />
  )
}

const consequences: Partial<Record<TrashKind, string>> = {
  contact: 'Its notes go too. Messages sent to this number stay. This cannot be undone.',
  investor: 'Its notes and deleted investments go too. Figures of past days stay as they are. This cannot be undone.',
  investment: 'Its transactions and notes go too. This cannot be undone.',
  transaction: 'Figures of past days stay as they are. This cannot be undone.',
  broadcast: 'Messages that were sent stay in the history of each contact. This cannot be undone.',
  wa_group: 'Your phone still lists it, so it can be imported again.',
}
