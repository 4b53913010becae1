// Field names and values of timeline entries as text.
import type { Activity, FieldChange } from '../../../contract/activity.ts'
import type { Consent, PhoneLabel } from '../../../contract/contacts.ts'
import type { InvestorKind } from '../../../contract/master-data.ts'
import type { TransactionKind, TransactionState } from '../../../contract/transactions.ts'
import { countryName } from '../../platform/lib/countries.ts'
import { calendarDay } from '../../platform/lib/format.ts'
import { languageName } from '../../platform/lib/language-names.ts'
import { decimal, money } from '../../platform/lib/money.ts'
import { language, t } from '../../platform/lib/text.ts'
import { consentText } from '../contacts/consent-badge.tsx'
import { contactLabels, phoneLabelText } from '../contacts/labels.ts'
import { customText } from '../custom-fields/labels.ts'
import { investmentLabels } from '../investments/labels.ts'
import { investorLabels } from '../investors/labels.ts'
import { kindText as investorKindText } from '../master-data/investor-type-badge.tsx'
import { transactionLabels } from '../transactions/labels.ts'
import { kindText, stateText } from '../transactions/transaction-badge.tsx'

type Changed = Extract<Activity, { kind: 'changed' }>

/** An unknown field is shown under its API name rather than hidden. */
export function fieldText(field: string): string {
  const names: Record<string, string> = {
    ...transactionLabels(),
    ...investmentLabels(),
    ...investorLabels(),
    ...contactLabels(),
  }
  return names[field] ?? field
}

const isMoney = /(_amount|^amount|^ticket_m..|^valuation_cap|^unit_price)$/
const isDecimal = /^(units|\w+_percent)$/

/** Old or new value of a field as text; `null` is empty. */
export function valueText(
  {
    field,
    value,
    entry,
    custom,
  }: { field: string; value: string | null; entry: Changed; custom: FieldChange['custom'] },
  { isBefore = false } = {},
): string {
  if (value === null) return t('empty')
  if (custom) return customValueText(custom, value)
  const currency = isBefore ? entry.currency_before : entry.currency
  if (isMoney.test(field)) return currency ? money(value, currency) : decimal(value)
  if (isDecimal.test(field)) return decimal(value)
  if (field.endsWith('_on')) return calendarDay(value)
  if (field === 'do_not_contact') return value === 'true' ? t('Yes') : t('No')
  if (field === 'country') return countryName(value, language())
  if (field === 'language') return languageName(value)
  if (field === 'consent') return consentText(value as Consent)
  if (field === 'phone_label') return phoneLabelText(value as PhoneLabel)
  if (field === 'state' && entry.transaction) return stateText(value as TransactionState)
  if (field === 'kind')
    return entry.transaction ? kindText(value as TransactionKind) : investorKindText(value as InvestorKind)
  // The name of an instrument is its code, capitalized.
  if (field === 'instrument') return t((value[0]!.toUpperCase() + value.slice(1)).replaceAll('_', ' '))
  return value
}

/** Choices and persons come as names, and money as the JSON text of an amount and a currency. */
function customValueText({ type }: NonNullable<FieldChange['custom']>, value: string) {
  if (type === 'choice' || type === 'choices' || type === 'person') return value
  return customText({ type }, type === 'money' ? (JSON.parse(value) as { amount: string; currency: string }) : value)
}

/** Long texts: only shows that they changed. */
export const isLong = (field: string) => field === 'notes'
