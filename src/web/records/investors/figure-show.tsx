// One figure of an investor in a row: one line per currency, abbreviated, exact on hover and focus.
import { VisuallyHidden } from '@mantine/core'
import type { Investor } from '../../../contract/investors.ts'
import { compactMoney, money } from '../../platform/lib/money.ts'
import { Text } from '../../platform/ui/box.tsx'
import { Tooltip } from '../../platform/ui/tooltip.tsx'
import styles from './figure-show.module.css'
import { type FigureName, isSome } from './words.ts'

export function FigureShow({ figures, name }: { figures: Investor['figures']; name: FigureName }) {
  const lines = figureLines(figures, name)
  if (lines.length === 0)
    return (
      <Text as="span" dimmed>
        –
      </Text>
    )
  const exact = lines.map(({ currency, amount }) => (
    <div key={currency}>{money(amount, currency, { exact: true })}</div>
  ))
  return (
    <Tooltip label={exact}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the exact amount is for those without a pointer too */}
      <span className={styles.lines} tabIndex={0}>
        {lines.map(({ currency, amount }) => (
          <span key={currency}>
            <span className={styles.compact} aria-hidden>
              {compactMoney(amount, currency)}
            </span>
            <span className={styles.exact} aria-hidden>
              {money(amount, currency)}
            </span>
            <VisuallyHidden>{money(amount, currency)}</VisuallyHidden>
          </span>
        ))}
      </span>
    </Tooltip>
  )
}

/** Nonzero amounts only. */
export function figureLines(figures: Investor['figures'], name: FigureName) {
  return figures.map((line) => ({ currency: line.currency, amount: line[name] })).filter(({ amount }) => isSome(amount))
}
