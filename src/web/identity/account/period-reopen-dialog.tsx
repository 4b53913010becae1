// Reopens closed periods, from a day on or all, with a reason.
import { Modal, TextInput } from '@mantine/core'
import * as z from 'zod/mini'
import { organization, PeriodReopening } from '../../../contract/organization.ts'
import { call } from '../../api.ts'
import { calendarDay } from '../../platform/lib/format.ts'
import { t } from '../../platform/lib/text.ts'
import { DateField } from '../../platform/ui/date-field.tsx'
import { DialogText } from '../../platform/ui/dialog.tsx'
import { useFocusRestore } from '../../platform/ui/focus-restore.ts'
import { Form, useSaveForm } from '../../platform/ui/form.tsx'
import { notify } from '../../platform/ui/notices.tsx'
import { dayBefore } from './period.ts'
import { usePeriodsChanged } from './use-periods-changed.ts'

interface PeriodReopenDialogProps {
  closedUntil: string
  onClose: () => void
}

type Values = { closed_until: string; reason: string }

const bodyOf = ({ closed_until, reason }: Values) => ({ closed_until: closed_until || null, reason })

export default function PeriodReopenDialog({ closedUntil, onClose }: PeriodReopenDialogProps) {
  useFocusRestore()
  const changed = usePeriodsChanged()
  const form = useSaveForm<Values>({
    schema: z.pipe(z.transform(bodyOf), PeriodReopening),
    initialValues: { closed_until: '', reason: '' },
    save: async (values) => {
      changed(await call(organization.reopenPeriod, { body: bodyOf(values) }))
      notify({ title: t('Period reopened') })
      onClose()
    },
  })
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('Reopen closed periods?')}
      closeOnClickOutside={!form.isDirty()}
      closeButtonProps={{ 'aria-label': t('Close') }}
    >
      <DialogText>
        {t('Periods are closed until {day}. Reopened days can be changed again, and so can their statements.', {
          day: calendarDay(closedUntil),
        })}
      </DialogText>
      <Form form={form} submitLabel={t('Reopen')} onCancel={onClose}>
        <TextInput {...form.field('reason', t('Reason'))} maxLength={500} autoComplete="off" required data-autofocus />
        <DateField
          {...form.field('closed_until', t('Stays closed until'))}
          description={t('Leave empty to reopen everything.')}
          max={dayBefore(closedUntil)}
        />
      </Form>
    </Modal>
  )
}
