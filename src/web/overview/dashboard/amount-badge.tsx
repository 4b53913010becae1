// A shortened amount; the exact one is what screen readers read, and what the tooltip of its row shows.
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
