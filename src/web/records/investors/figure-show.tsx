// One figure of an investor, with a line per currency.
import type { Investor } from '../../../contract/investors.ts'
import { Stack } from '../../platform/ui/box.tsx'
import { AmountOrDash, ExactAmount } from '../../platform/ui/exact-amount.tsx'
import styles from './figure-show.module.css'
import { type FigureName, isSome } from './words.ts'

export function FigureShow({ figures, name }: { figures: Investor['figures']; name: FigureName }) {
  const lines = figureLines(figures, name)
  if (lines.length === 0) return <AmountOrDash amount={null} currency="" />
  return (
    <Stack as="span" py={6} className={styles.lines}>
      {lines.map(({ currency, amount }) => (
        <span key={currency}>
          <ExactAmount amount={amount} currency={currency} />
        </span>
      ))}
    </Stack>
  )
}

/** Nonzero amounts only. */
export function figureLines(figures: Investor['figures'], name: FigureName) {
  return figures.map((line) => ({ currency: line.currency, amount: line[name] })).filter(({ amount }) => isSome(amount))
}
