// Asks before a restored copy is released, because it then starts to send.
import { organization } from '../../../contract/organization.ts'
import { call } from '../../api.ts'
import { t } from '../../platform/lib/text.ts'
import ConfirmDialog from '../../platform/ui/confirm-dialog.tsx'
import { notifyError } from '../../platform/ui/notices.tsx'

export default function CopyReleaseDialog({
  onReleased,
  onClose,
}: {
  onReleased: () => Promise<void>
  onClose: () => void
}) {
  return (
    <ConfirmDialog
      title={t('Release this copy?')}
      text={t(
        'From now on it sends messages and emails, and connects your phones. Make sure that the original no longer runs: a phone linked to both would be disconnected, and messages could be sent twice.',
      )}
      confirmLabel={t('Release')}
      onConfirm={async () => {
        await call(organization.release).catch((error) => notifyError(error, t('The copy could not be released')))
        // The bar must disappear even if somebody else released the copy meanwhile, which is an error here.
        await onReleased()
        onClose()
      }}
      onClose={onClose}
    />
  )
}
