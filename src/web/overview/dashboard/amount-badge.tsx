// A shortened amount. Screen readers read the exact amount; the tooltip of the row shows it.
import { VisuallyHidden } from '@mantine/core'
import { compactMoney, money } from '../../platform/lib/money.ts'

export function AmountBadge({ amount, currency }: { amount: string; currency: string }) {
  return (
    <>
      <span aria-hidden>{compactMoney(amount, currency)}</span>
      <VisuallyHidden>{money(amount, currency)}</VisuallyHidden>
    </>
  )
}
