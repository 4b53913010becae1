// Asks before the sample data is deleted.
import { sampleData } from '../../../contract/sample-data.ts'
import { call, switchOrganization } from '../../api.ts'
import { t } from '../../platform/lib/text.ts'
import ConfirmDialog from '../../platform/ui/confirm-dialog.tsx'
import { notifyError } from '../../platform/ui/notices.tsx'

export default function SampleDeleteDialog({ onClose }: { onClose: () => void }) {
  return (
    <ConfirmDialog
      title={t('Delete the sample data?')}
      text={t(
        'All sample records are permanently deleted, with everything that you have changed or added among them. Your own organization stays as it is. You can open new sample data at any time.',
      )}
      confirmLabel={t('Delete sample data')}
      danger
      onConfirm={() =>
        switchOrganization(() => call(sampleData.remove)).catch((error) => {
          notifyError(error, t('Sample data could not be deleted'))
          onClose()
        })
      }
      onClose={onClose}
    />
  )
}
