// Explains that an investment with settled transactions cannot be deleted, and offers a final status instead.
import { Button, Modal } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Investment } from '../../../contract/investments.ts'
import { type InvestmentStatus, investmentStatuses } from '../../../contract/master-data.ts'
import { query } from '../../api.ts'
import { t } from '../../platform/lib/text.ts'
import { DialogButtons, DialogText } from '../../platform/ui/dialog.tsx'
import { useFocusRestore } from '../../platform/ui/focus-restore.ts'
import { StatusPicker } from '../master-data/status-picker.tsx'

interface DeletionRefuseDialogProps {
  investment: Investment
  /** Message of the server, with the count. */
  reason: string
  onStatus: (to: InvestmentStatus) => void
  onClose: () => void
}

export default function DeletionRefuseDialog({ investment, reason, onStatus, onClose }: DeletionRefuseDialogProps) {
  useFocusRestore()
  const statuses = useQuery(query(investmentStatuses.list)).data?.data ?? []
  const over = statuses.find(({ category, is_active }) => category === 'exited' && is_active)
  const [chosen, setChosen] = useState<string>()
  const id = chosen ?? over?.id ?? investment.status.id
  const to = statuses.find((status) => status.id === id)
  return (
    <Modal
      opened
      onClose={onClose}
      size="sm"
      title={t('{name} cannot be deleted', { name: investment.title })}
      closeButtonProps={{ 'aria-label': t('Close') }}
    >
      <DialogText>{reason}</DialogText>
      <StatusPicker
        label={t('Another status')}
        value={id}
        onChange={(next) => setChosen(next ?? undefined)}
        known={[investment.status]}
        clearable={false}
      />
      <DialogButtons>
        <Button variant="default" onClick={onClose}>
          {t('Keep it')}
        </Button>
        <Button disabled={!to || id === investment.status.id} onClick={() => to && onStatus(to)}>
          {t('Change status')}
        </Button>
      </DialogButtons>
    </Modal>
  )
}
