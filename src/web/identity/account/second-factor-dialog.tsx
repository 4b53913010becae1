// Dialog that sets up an authenticator app, or makes new recovery codes.
import { Modal } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { auth } from '../../../contract/auth.ts'
import { secondFactor } from '../../../contract/second-factor.ts'
import { team } from '../../../contract/team.ts'
import { users } from '../../../contract/users.ts'
import { invalidate } from '../../api.ts'
import { t } from '../../platform/lib/text.ts'
import { useFocusRestore } from '../../platform/ui/focus-restore.ts'
import { ifOnTop } from '../../platform/ui/top-dialog.ts'
import { RecoveryCodesPanel, SecondFactorPanel } from './second-factor-panel.tsx'

export type SecondFactorTask = 'app' | 'codes'

export default function SecondFactorDialog({ task, onClose }: { task: SecondFactorTask; onClose: () => void }) {
  useFocusRestore()
  const client = useQueryClient()
  const Panel = task === 'app' ? SecondFactorPanel : RecoveryCodesPanel
  const close = () => {
    void invalidate(client, secondFactor.get.path, users.profile.path, auth.sessions.path, team.get.path)
    onClose()
  }
  return (
    <Modal
      opened
      onClose={ifOnTop(close)}
      closeOnClickOutside={false}
      title={task === 'app' ? t('Set up an authenticator app') : t('New recovery codes')}
      closeButtonProps={{ 'aria-label': t('Close') }}
    >
      <Panel onDone={close} onCancel={close} />
    </Modal>
  )
}
