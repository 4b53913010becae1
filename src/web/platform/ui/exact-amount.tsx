// An amount with all its digits. It wraps only between groups of thousands, because a digit cut off would change the amount.
import { Fragment } from 'react'
import { money } from '../lib/money.ts'
import { Text } from './box.tsx'
import styles from './exact-amount.module.css'

/** A longer text uses a smaller font and may wrap to a second line. */
const maxLine = 19

/** A dash for no amount or zero, so that lists and sums show at a glance where there is something. */
export function AmountOrDash({ amount, currency }: { amount: string | null; currency: string }) {
  if (amount !== null && /[1-9]/.test(amount)) return <ExactAmount amount={amount} currency={currency} />
  return (
    <Text as="span" dimmed>
      –
    </Text>
  )
}

export function ExactAmount({ amount, currency }: { amount: string; currency: string }) {
  const text = money(amount, currency)
  if (text.length <= maxLine) return text
  return (
    <span className={styles.long}>
      {text.split(/(?<=[.,’\s])/).map((group, index) => (
        <Fragment key={index}>
          {group}
          <wbr />
        </Fragment>
      ))}
    </span>
  )
}
