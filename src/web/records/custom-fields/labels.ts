// Names of the types of custom fields and of kinds of records; values of custom fields as text.
import type { CustomField, CustomRecord } from '../../../contract/custom-fields.ts'
import type { CustomType, CustomValue } from '../../../contract/custom-values.ts'
import { calendarDay } from '../../platform/lib/format.ts'
import { decimal, money } from '../../platform/lib/money.ts'
import { language, t } from '../../platform/lib/text.ts'

export function typeText(type: CustomType) {
  return {
    text: t('Text'),
    number: t('Number'),
    money: t('Money'),
    date: t('Date'),
    choice: t('Choice'),
    choices: t('Several choices'),
    yes_no: t('Yes or no'),
    person: t('Person'),
    link: t('Link'),
  }[type]
}

export function recordText(record: CustomRecord) {
  return {
    contact: t('Contacts'),
    investor: t('Investors'),
    investment: t('Investments'),
    offering: t('Offerings'),
  }[record]
}

export type Member = { id: string; name: string }
/** What is needed to show a value as text. */
export type ShownField = Pick<CustomField, 'type'> & Partial<Pick<CustomField, 'choices'>>

/** `members`: undefined while they load. */
export function customText(
  { type, choices = [] }: ShownField,
  value: CustomValue,
  members?: readonly Member[],
): string {
  if (type === 'yes_no') return String(value) === 'true' ? t('Yes') : t('No')
  if (typeof value === 'boolean') return String(value)
  if (Array.isArray(value)) {
    const names = choices.filter(({ id }) => value.includes(id)).map(({ name }) => name)
    return new Intl.ListFormat(language(), { type: 'unit' }).format(names)
  }
  if (typeof value === 'object') return money(value.amount, value.currency)
  if (type === 'choice') return choices.find(({ id }) => id === value)?.name ?? value
  if (type === 'date') return calendarDay(value)
  if (type === 'number') return decimal(value)
  if (type === 'person') return members ? nameOf(value, members) : '…'
  return value
}

const nameOf = (id: string, members: readonly Member[]) =>
  members.find((member) => member.id === id)?.name ?? t('Former member')
