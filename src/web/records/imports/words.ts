// Labels of the kinds, fields and choices of an import.
import type { BuiltInField, DuplicateChoice, Import, ImportField, ImportKind } from '../../../contract/imports.ts'
import { day } from '../../platform/lib/format.ts'
import { t } from '../../platform/lib/text.ts'
import { contactLabels } from '../contacts/labels.ts'
import { investmentLabels } from '../investments/labels.ts'
import { investorLabels } from '../investors/labels.ts'
import { offeringLabels } from '../offerings/labels.ts'

export const isCustom = (field: ImportField): field is Exclude<ImportField, BuiltInField> => field.startsWith('custom.')

/** `kind` of an offering has another meaning than that of an investor. */
export const fieldText = (field: BuiltInField, kind: ImportKind): string =>
  kind === 'offerings' && field === 'kind' ? t('Kind') : ofAll()[field]

const ofAll = (): Record<BuiltInField, string> => ({
  ...offeringLabels(),
  ...investmentLabels(),
  ...investorLabels(),
  ...contactLabels(),
  first_name: t('First name'),
  middle_name: t('Middle name'),
  last_name: t('Last name'),
  type: t('Type'),
  kind: t('Individual or entity'),
  contact_name: t('Contact: name'),
  contact_phone: t('Contact: phone'),
  contact_email: t('Contact: email'),
  contact_role: t('Contact: role'),
  investor: t('Investor'),
  investor_code: t('Investor code'),
  offering: t('Offering'),
  status: t('Status'),
  stage: t('Stage'),
  transaction_kind: t('Transaction: kind'),
  transaction_amount: t('Transaction: amount'),
  transaction_on: t('Transaction: date'),
  transaction_reference: t('Transaction: reference'),
  id: t('Kabar ID'),
  updated_at: t('Last changed'),
  contacts: t('All contacts'),
  is_archived: t('Archived'),
  owner: t('Owner'),
  preferred_stages: t('Preferred stages'),
  tags: t('Tags'),
  terms: t('Terms (saved in the notes)'),
  investment: t('Investment reference'),
  investment_id: t('Kabar ID of the investment'),
  state: t('State'),
  amount: t('Amount'),
  due_on: t('Due on'),
  settled_on: t('Settled on'),
  note: t('Note'),
})

/** Fields of which at least one must be mapped. */
export const needs: Record<ImportKind, readonly BuiltInField[]> = {
  contacts: ['phone', 'email'],
  investors: ['name'],
  investments: ['investor', 'investor_code'],
  transactions: ['amount'],
  offerings: ['name'],
}

export const startText = (kind: ImportKind, count: number) =>
  ({
    contacts: t.plural(count, 'Import one contact', 'Import {count} contacts'),
    investors: t.plural(count, 'Import one investor', 'Import {count} investors'),
    investments: t.plural(count, 'Import one row', 'Import {count} rows'),
    transactions: t.plural(count, 'Import one row', 'Import {count} rows'),
    offerings: t.plural(count, 'Import one offering', 'Import {count} offerings'),
  })[kind]

/** Suggested name for the group of an import's contacts: the file's name and the day. */
export const groupName = ({ file_name, created_at }: Pick<Import, 'file_name' | 'created_at'>) =>
  `${(file_name ?? t('Pasted cells')).slice(0, 150)}, ${day(created_at)}`

/** Choices for possible duplicates. */
export const duplicateChoices = (): { value: DuplicateChoice; label: string }[] => [
  { value: 'create', label: t('Keep both') },
  { value: 'merge', label: t('Merge into one') },
]
