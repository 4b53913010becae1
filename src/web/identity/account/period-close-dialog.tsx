// Closes a period that ends on a past day.
import { Modal, TextInput } from '@mantine/core'
import { organization, PeriodClosing } from '../../../contract/organization.ts'
import { call } from '../../api.ts'
import { calendarDay, today } from '../../platform/lib/format.ts'
import { t } from '../../platform/lib/text.ts'
import { DateField } from '../../platform/ui/date-field.tsx'
import { DialogText } from '../../platform/ui/dialog.tsx'
import { useFocusRestore } from '../../platform/ui/focus-restore.ts'
import { Form, useSaveForm } from '../../platform/ui/form.tsx'
import { notify } from '../../platform/ui/notices.tsx'
import { dayBefore, monthEndBefore } from './period.ts'
import { usePeriodsChanged } from './use-periods-changed.ts'

interface PeriodCloseDialogProps {
  closedUntil: string | null
  onClose: () => void
}

export default function PeriodCloseDialog({ closedUntil, onClose }: PeriodCloseDialogProps) {
  useFocusRestore()
  const changed = usePeriodsChanged()
  const monthEnd = monthEndBefore(today())
  const form = useSaveForm({
    schema: PeriodClosing,
    initialValues: { closed_until: closedUntil && closedUntil >= monthEnd ? '' : monthEnd, reason: '' },
    save: async (body) => {
      changed(await call(organization.closePeriod, { body }))
      notify({ title: t('Period closed until {day}', { day: calendarDay(body.closed_until) }) })
      onClose()
    },
  })
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('Close a period')}
      closeOnClickOutside={!form.isDirty()}
      closeButtonProps={{ 'aria-label': t('Close') }}
    >
      <DialogText>
        {t(
          'Payments, commitments and exchange rates up to this day can then no longer be added, changed or deleted, manually or by import.',
        )}
      </DialogText>
      <Form form={form} submitLabel={t('Close period')} onCancel={onClose}>
        <DateField
          {...form.field('closed_until', t('Closed until'))}
          description={t('The last closed day. It must be in the past.')}
          max={dayBefore(today())}
          required
          data-autofocus
        />
        <TextInput {...form.field('reason', t('Remark'))} maxLength={500} autoComplete="off" />
      </Form>
    </Modal>
  )
}
