// Asks for what a status requires: the committed amount or the reason for losing the deal.
import { Modal, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { Day, line } from '../../../contract/common.ts'
import type { Investment, InvestmentChange } from '../../../contract/investments.ts'
import { Amount, decimalsOf } from '../../../contract/money.ts'
import { organization } from '../../../contract/organization.ts'
import { query } from '../../api.ts'
import { dayIn } from '../../platform/lib/calendar.ts'
import { t } from '../../platform/lib/text.ts'
import { DateField } from '../../platform/ui/date-field.tsx'
import { DialogText } from '../../platform/ui/dialog.tsx'
import { useFocusRestore } from '../../platform/ui/focus-restore.ts'
import { Form, useSaveForm } from '../../platform/ui/form.tsx'
import { MoneyField } from '../../platform/ui/money-field.tsx'
import type { NextStatus } from './status-change.ts'
import { needOf } from './values.ts'

interface StatusChangeDialogProps {
  investment: Investment
  to: NextStatus
  onSave: (to: NextStatus, more: Partial<InvestmentChange>) => Promise<void>
  onClose: () => void
}

export default function StatusChangeDialog(props: StatusChangeDialogProps) {
  useFocusRestore()
  const { to, onClose } = props
  const isLost = needOf(to.category) === 'lost_reason'
  return (
    <Modal
      opened
      onClose={onClose}
      size="sm"
      title={t('Change the status to “{status}”', { status: to.name })}
      closeButtonProps={{ 'aria-label': t('Close') }}
    >
      <DialogText>
        {isLost
          ? t('Enter why the deal was lost, in a few words.')
          : t('With this status the investment counts as committed. Enter the amount.')}
      </DialogText>
      {isLost ? <Loss {...props} /> : <Commitment {...props} />}
    </Modal>
  )
}

const required = z.string().check(z.minLength(1, { error: 'is required with this status' }))

const CommitmentForm = z.object({
  committed_amount: z.pipe(required, Amount),
  committed_on: z.union([z.literal(''), Day]),
})

function Commitment({ investment, to, onSave, onClose }: StatusChangeDialogProps) {
  const { currency, expected_amount, committed_on } = investment
  const { data: base } = useQuery(query(organization.get))
  const form = useSaveForm<z.output<typeof CommitmentForm>>({
    schema: CommitmentForm,
    initialValues: { committed_amount: expected_amount ?? '', committed_on: committed_on ?? dayIn(base?.time_zone) },
    save: (values) =>
      onSave(to, { committed_amount: values.committed_amount, committed_on: values.committed_on || null }),
  })
  return (
    <Form form={form} submitLabel={t('Change status')} onCancel={onClose}>
      <MoneyField
        {...form.field('committed_amount', t('Committed amount'))}
        currency={currency}
        decimals={decimalsOf(currency)}
        required
      />
      <DateField {...form.field('committed_on', t('Committed on'))} />
    </Form>
  )
}

const LossForm = z.object({ lost_reason: z.pipe(required, line(500)) })

function Loss({ investment, to, onSave, onClose }: StatusChangeDialogProps) {
  const form = useSaveForm<z.output<typeof LossForm>>({
    schema: LossForm,
    initialValues: { lost_reason: investment.lost_reason },
    save: ({ lost_reason }) => onSave(to, { lost_reason: lost_reason.trim() }),
  })
  return (
    <Form form={form} submitLabel={t('Change status')} onCancel={onClose}>
      <TextInput
        {...form.field('lost_reason', t('Lost reason'))}
        placeholder={t('Ticket too small, invested elsewhere, no answer')}
        maxLength={500}
        autoComplete="off"
        required
        data-autofocus
      />
    </Form>
  )
}
