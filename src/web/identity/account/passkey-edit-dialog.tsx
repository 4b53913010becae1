// Dialog for the name of a passkey; for the first one it shows the recovery codes first.
import { Modal, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type Passkey, passkeys } from '../../../contract/passkeys.ts'
import { call, invalidate } from '../../api.ts'
import { t } from '../../platform/lib/text.ts'
import { useFocusRestore } from '../../platform/ui/focus-restore.ts'
import { Form, useSaveForm } from '../../platform/ui/form.tsx'
import { ifOnTop } from '../../platform/ui/top-dialog.ts'
import { RecoveryCodeList } from './recovery-code-list.tsx'

interface PasskeyEditDialogProps {
  passkey: Passkey
  title: string
  /** Shown first; they cannot be shown again. */
  recovery_codes?: string[]
  onClose: () => void
}

export default function PasskeyEditDialog({ passkey, title, recovery_codes = [], onClose }: PasskeyEditDialogProps) {
  useFocusRestore()
  const [codes, setCodes] = useState(recovery_codes)
  return (
    <Modal
      opened
      onClose={ifOnTop(onClose)}
      closeOnClickOutside={false}
      title={title}
      closeButtonProps={{ 'aria-label': t('Close') }}
    >
      {codes.length > 0 ? (
        <RecoveryCodeList codes={codes} onDone={() => setCodes([])} />
      ) : (
        <NameForm passkey={passkey} onClose={onClose} />
      )}
    </Modal>
  )
}

function NameForm({ passkey: { id, name }, onClose }: { passkey: Passkey; onClose: () => void }) {
  const client = useQueryClient()
  const form = useSaveForm<{ name: string }>({
    schema: passkeys.rename.body,
    initialValues: { name },
    save: async (body) => {
      if (body.name !== name) await call(passkeys.rename, { params: { id }, body })
      await invalidate(client, passkeys.list.path)
      onClose()
    },
  })
  return (
    <Form form={form} submitLabel={t('Save')} onCancel={onClose}>
      <TextInput
        {...form.field('name', t('Name'))}
        description={t('So that you recognize it in the list.')}
        maxLength={100}
        required
        data-autofocus
      />
    </Form>
  )
}
