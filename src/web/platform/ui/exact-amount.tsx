// An amount with all digits: it is broken only between thousands, as an amount without its last digits is another amount.
import { Fragment } from 'react'
import { money } from '../lib/money.ts'
import styles from './exact-amount.module.css'

/** More characters than this are smaller, and may take two lines. */
const maxLine = 19

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
