// Import options: formats of numbers and days, the country of local phone numbers, and defaults for rows.
import { SegmentedControl, Select, Switch } from '@mantine/core'
import { type ReactNode, useId, useMemo } from 'react'
import type { NumberStyle } from '../../../contract/currencies.ts'
import {
  type DateStyle,
  type DuplicateChoice,
  fieldForm,
  type Import,
  type ImportChange,
  isOwnHeader,
} from '../../../contract/imports.ts'
import { countryChoices } from '../../platform/lib/countries.ts'
import { language, t } from '../../platform/lib/text.ts'
import { Row, Stack, Text } from '../../platform/ui/box.tsx'
import { CurrencyPicker } from '../currencies/currency-picker.tsx'
import { InvestorTypePicker } from '../master-data/investor-type-picker.tsx'
import styles from './option-fields.module.css'
import { RowTagPicker } from './row-tag-picker.tsx'
import { useCustomTargets } from './use-custom-targets.ts'
import { duplicateChoices, isCustom } from './words.ts'

interface OptionFieldsProps {
  made: Import
  disabled: boolean
  onChange: (change: ImportChange) => void
}

export function OptionFields({ made, disabled, onChange }: OptionFieldsProps) {
  const { kind, options } = made
  const countries = useMemo(() => countryChoices(language()), [])
  const { fields } = useCustomTargets(kind)
  const typeOf = (name: string) => fields.find(({ key }) => name === `custom.${key}`)?.type
  const forms = new Set(made.columns.map(({ field }) => field && fieldForm(field, typeOf(field))))
  const [hasAmounts, hasDays] = [forms.has('amount'), forms.has('day')]
  const hasPhones = made.columns.some(({ field }) => field && /phone$/.test(field) && !isCustom(field))
  // Files that Kabar exported contain the tags of each record already.
  const mayTag =
    kind !== 'transactions' &&
    kind !== 'offerings' &&
    !isOwnHeader(
      kind,
      made.columns.map(({ header }) => header),
    )
  const createsInvestors = kind === 'investors' || options.create_investors
  return (
    <Row as="section" gap={24} rowGap={12} align="start" wrap className={styles.options} aria-label={t('Cell formats')}>
      {hasAmounts && (
        <Choice label={t('Number format')} isAsked={made.needed_choices.includes('number_style')}>
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
        <Choice label={t('Date format')} isAsked={made.needed_choices.includes('date_style')}>
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
      {(hasAmounts || kind === 'offerings') && (
        <CurrencyPicker
          label={t('Default currency')}
          disabled={disabled}
          value={options.currency}
          onChange={(currency) => onChange({ currency })}
        />
      )}
      {createsInvestors && (
        <InvestorTypePicker
          label={t('Default investor type')}
          disabled={disabled}
          value={options.investor_type_id}
          onChange={(id) => onChange({ investor_type_id: id })}
        />
      )}
      {made.duplicates.identical > 0 && (
        <Choice
          label={t('Identical rows')}
          isAsked={made.needed_choices.includes('duplicate_rows')}
          message={t('Some rows look identical: choose an option.')}
        >
          {(id) => (
            <SegmentedControl
              aria-labelledby={id}
              disabled={disabled}
              value={options.duplicate_rows ?? ''}
              onChange={(value) => onChange({ duplicate_rows: value as DuplicateChoice })}
              data={duplicateChoices()}
            />
          )}
        </Choice>
      )}
      {made.duplicates.similar > 0 && (
        <Choice label={t('Rows that differ only in a date, stage or payment')}>
          {(id) => (
            <SegmentedControl
              aria-labelledby={id}
              disabled={disabled}
              value={options.similar_rows}
              onChange={(value) => onChange({ similar_rows: value as DuplicateChoice })}
              data={duplicateChoices()}
            />
          )}
        </Choice>
      )}
      {mayTag && (
        <div className={styles.tags}>
          <RowTagPicker names={options.tags} onChange={(tags) => onChange({ tags })} />
        </div>
      )}
      {kind === 'investments' && (
        <Stack gap={8} className={styles.switches}>
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
        </Stack>
      )}
    </Row>
  )
}

function Choice({
  label,
  isAsked = false,
  message = t('The numbers are ambiguous: choose a format.'),
  children,
}: {
  label: string
  isAsked?: boolean
  message?: string
  children: (id: string) => ReactNode
}) {
  const id = useId()
  return (
    <Stack gap={4} align="start">
      <Text as="span" id={id} size={14} weight={600}>
        {label}
      </Text>
      {children(id)}
      {isAsked && (
        <Text as="strong" size={12} weight={600} tone="bad" className={styles.asked} role="alert">
          {message}
        </Text>
      )}
    </Stack>
  )
}
