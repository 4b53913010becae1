// Confirmation dialog. Render it only while it is open.
import { Button, Modal } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { t } from '../lib/text.ts'
import { Text } from './box.tsx'
import { DialogButtons } from './dialog.tsx'
import { useFocusRestore } from './focus-restore.ts'

interface ConfirmDialogProps {
  title: string
  text: ReactNode
  confirmLabel: string
  cancelLabel?: string
  danger?: boolean
  /** The dialog waits for a returned promise; the caller handles errors. */
  onConfirm: () => unknown
  onClose: () => void
}

export default function ConfirmDialog({
  title,
  text,
  confirmLabel,
  cancelLabel,
  danger,
  onConfirm,
  onClose,
}: ConfirmDialogProps) {
  const [busy, setBusy] = useState(false)
  useFocusRestore()
  const confirm = async () => {
    setBusy(true)
    try {
      await onConfirm()
    } finally {
      setBusy(false)
    }
  }
  return (
    <Modal opened onClose={onClose} title={title} size="sm" closeButtonProps={{ 'aria-label': t('Close') }}>
      <Text as="div" dimmed>
        {text}
      </Text>
      <DialogButtons>
        <Button variant="default" onClick={onClose} data-autofocus>
          {cancelLabel ?? t('Cancel')}
        </Button>
        <Button color={danger ? 'red' : undefined} loading={busy} onClick={confirm}>
          {confirmLabel}
        </Button>
      </DialogButtons>
    </Modal>
  )
}
