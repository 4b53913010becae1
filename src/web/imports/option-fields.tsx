// Import options: formats of numbers and days, the country of local phone numbers, and defaults for rows.
import { SegmentedControl, Select, Switch } from '@mantine/core'
import { type ReactNode, useId, useMemo } from 'react'
import type { NumberStyle } from '../../contract/currencies.ts'
import type { DateStyle, DuplicateRows, Import, ImportChange } from '../../contract/imports.ts'
import { CurrencyPicker } from '../currencies/currency-picker.tsx'
import { countryChoices } from '../lib/countries.ts'
import { language, t } from '../lib/text.ts'
import { InvestorTypePicker } from '../master-data/investor-type-picker.tsx'
import styles from './option-fields.module.css'
import { sameChoices } from './words.ts'

interface OptionFieldsProps {
  made: Import
  disabled: boolean
  onChange: (change: ImportChange) => void
}

export function OptionFields({ made, disabled, onChange }: OptionFieldsProps) {
  const { kind, options } = made
  const countries = useMemo(() => countryChoices(language()), [])
  const has = (pattern: RegExp) => made.columns.some(({ field }) => field && pattern.test(field))
  const hasAmounts = has(/amount$|^ticket_|^unit|_percent$|^valuation_cap$/)
  const hasDays = has(/_on$/)
  const hasPhones = has(/phone$/)
  const createsInvestors = kind === 'investors' || options.create_investors
  return (
    <section className={styles.options} aria-label={t('Cell formats')}>
      {hasAmounts && (
        <Choice label={t('Number format')} isAsked={made.asks.includes('number_style')}>
          {(id) => (
            <SegmentedControl
              aria-labelledby={id}
              disabled={disabled}
              value={options.number_style ?? ''}
              onChange={(value) => onChange({ number_style: value as NumberStyle })}
              data={[
                { value: 'point', label: '1,234.56' },
                { value: 'comma', label: '1.234,56' },
              ]}
            />
          )}
        </Choice>
      )}
      {hasDays && (
        <Choice label={t('Date format')} isAsked={made.asks.includes('date_style')}>
          {(id) => (
            <SegmentedControl
              aria-labelledby={id}
              disabled={disabled}
              value={options.date_style ?? ''}
              onChange={(value) => onChange({ date_style: value as DateStyle })}
              data={[
                { value: 'dmy', label: '31/12/2026' },
                { value: 'mdy', label: '12/31/2026' },
                { value: 'ymd', label: '2026-12-31' },
              ]}
            />
          )}
        </Choice>
      )}
      {hasPhones && (
        <Select
          label={t('Country of local phone numbers')}
          disabled={disabled}
          value={options.country}
          onChange={(country) => country && onChange({ country })}
          data={countries}
          searchable
          allowDeselect={false}
          autoComplete="off"
        />
      )}
      {hasAmounts && (
        <CurrencyPicker
          label={t('Currency of amounts without one')}
          disabled={disabled}
          value={options.currency}
          onChange={(currency) => onChange({ currency })}
        />
      )}
      {createsInvestors && (
        <InvestorTypePicker
          label={t('Type of investors without one')}
          disabled={disabled}
          value={options.investor_type_id}
          onChange={(id) => onChange({ investor_type_id: id })}
        />
      )}
      {made.questions.equal > 0 && (
        <Choice
          label={t('Identical rows')}
          isAsked={made.asks.includes('equal_rows')}
          asked={t('Some rows look identical: choose an option.')}
        >
          {(id) => (
            <SegmentedControl
              aria-labelledby={id}
              disabled={disabled}
              value={options.equal_rows ?? ''}
              onChange={(value) => onChange({ equal_rows: value as DuplicateRows })}
              data={sameChoices()}
            />
          )}
        </Choice>
      )}
      {made.questions.similar > 0 && (
        <Choice label={t('Rows that differ only in a day, stage or payment')}>
          {(id) => (
            <SegmentedControl
              aria-labelledby={id}
              disabled={disabled}
              value={options.similar_rows}
              onChange={(value) => onChange({ similar_rows: value as DuplicateRows })}
              data={sameChoices()}
            />
          )}
        </Choice>
      )}
      {kind === 'investments' && (
        <div className={styles.switches}>
          <Switch
            label={t('Create missing offerings')}
            disabled={disabled}
            checked={options.create_offerings}
            onChange={(event) => onChange({ create_offerings: event.currentTarget.checked })}
          />
          <Switch
            label={t('Create missing investors')}
            disabled={disabled}
            checked={options.create_investors}
            onChange={(event) => onChange({ create_investors: event.currentTarget.checked })}
          />
        </div>
      )}
    </section>
  )
}

function Choice({
  label,
  isAsked = false,
  asked = t('The numbers are ambiguous: choose a format.'),
  children,
}: {
  label: string
  isAsked?: boolean
  asked?: string
  children: (id: string) => ReactNode
}) {
  const id = useId()
  return (
    <div className={styles.choice}>
      <span id={id} className={styles.label}>
        {label}
      </span>
      {children(id)}
      {isAsked && (
        <strong className={styles.asked} role="alert">
          {asked}
        </strong>
      )}
    </div>
  )
}
