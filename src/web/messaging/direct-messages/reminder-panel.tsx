// The button *Remind*: the composer with a reminder of a payment, for the contact of its investor.
import type { ButtonProps } from '@mantine/core'
import { t } from '../../platform/lib/text.ts'
import { MessageButton } from './message-button-panel.tsx'
import { reminderText } from './reminder-text.ts'

interface ReminderButtonProps extends ButtonProps {
  investmentId: string
  payment: Omit<Parameters<typeof reminderText>[0], 'name'>
  /** Names the payment for screen readers. */
  what: string
}

export function ReminderButton({ investmentId, payment, what, ...button }: ReminderButtonProps) {
  return (
    <MessageButton
      {...button}
      to={{ investment_id: investmentId }}
      textFor={(name) => reminderText({ ...payment, name })}
      aria-label={t('Remind: {what}', { what })}
    >
      {t('Remind')}
    </MessageButton>
  )
}
