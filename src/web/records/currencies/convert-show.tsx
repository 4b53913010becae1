// Converter: an amount in the base currency on a day, with the rate used.
import { useState } from 'react'
import { decimalsOf } from '../../../contract/money.ts'
import { today } from '../../platform/lib/format.ts'
import { t } from '../../platform/lib/text.ts'
import { DateField } from '../../platform/ui/date-field.tsx'
import { MoneyField } from '../../platform/ui/money-field.tsx'
import { Section } from '../../platform/ui/section.tsx'
import { ConversionBadge } from './conversion-badge.tsx'
import styles from './convert-show.module.css'

export function ConvertShow({ base, codes }: { base: string; codes: readonly string[] }) {
  const [amount, setAmount] = useState('')
  const [chosen, choose] = useState<string>()
  const [day, setDay] = useState(() => today())
  const others = codes.filter((code) => code !== base)
  const currency = chosen && others.includes(chosen) ? chosen : (others.find((code) => code === 'USD') ?? others[0]!)
  return (
    <Section>
      <div className={styles.fields}>
        <MoneyField
          label={t('Convert to {currency}', { currency: base })}
          value={amount}
          onChange={setAmount}
          currency={currency}
          decimals={decimalsOf(currency)}
          currencies={others}
          onCurrency={choose}
        />
        <DateField label={t('On date')} value={day} onlyDays onChange={setDay} />
        <div className={styles.result} aria-live="polite">
          <ConversionBadge amount={amount} from={currency} to={base} on={day || undefined} />
        </div>
      </div>
    </Section>
  )
}
