// Writes the text that a payment reminder begins with.
import { calendarDay } from '../../platform/lib/format.ts'
import { money } from '../../platform/lib/money.ts'
import { t } from '../../platform/lib/text.ts'

interface Reminded {
  /** The contact's name. */
  name: string
  amount: string
  currency: string
  investment: string
  /** Null for several payments, or for one without a due day. */
  due_on: string | null
  isOverdue: boolean
}

export function reminderText({ name, amount, currency, investment, due_on, isOverdue }: Reminded): string {
  const values = { name, amount: money(amount, currency), investment }
  if (due_on === null)
    return t('Hello {name}, a reminder that {amount} for {investment} has not been paid yet. Thank you.', values)
  const day = calendarDay(due_on)
  return isOverdue
    ? t('Hello {name}, a reminder that {amount} for {investment} was due on {day}. Thank you.', { ...values, day })
    : t('Hello {name}, a reminder that {amount} for {investment} is due on {day}. Thank you.', { ...values, day })
}
