// The button *Remind*: opens the composer with a payment reminder to a contact of the investor.
import type { ButtonProps } from '@mantine/core'
import { t } from '../../platform/lib/text.ts'
import { MessageButton } from './message-button-panel.tsx'
import { reminderText } from './reminder-text.ts'

interface ReminderButtonProps extends ButtonProps {
  investmentId: string
  payment: Omit<Parameters<typeof reminderText>[0], 'name'>
  /** The payment's description, for the button's accessible name. */
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
