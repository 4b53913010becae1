// Fields that can be set for many records at once, and their values in the request. Pure.
import type { BulkKind } from '../../../contract/bulk-changes.ts'
import { contactLabels } from '../contacts/labels.ts'
import { investmentLabels } from '../investments/labels.ts'
import { investorLabels } from '../investors/labels.ts'

const names = {
  contacts: ['company', 'job_title', 'language', 'time_zone', 'consent'],
  investors: ['owner_user_id', 'investor_type_id', 'next_follow_up_on', 'country', 'source', 'do_not_contact'],
  investments: ['status_id', 'stage_id', 'owner_user_id', 'expected_close_on', 'probability'],
} as const satisfies Record<BulkKind, readonly string[]>
export type FieldName = (typeof names)[BulkKind][number]

export function fieldsOf(kind: BulkKind): { name: FieldName; label: string }[] {
  const labels: Record<string, string> = {
    contacts: contactLabels,
    investors: investorLabels,
    investments: investmentLabels,
  }[kind]()
  return names[kind].map((name) => ({ name, label: labels[name]! }))
}

/** Keys are paths of the request, so that the server's errors are shown at their fields. */
export const noValues = {
  'change.values.company': '',
  'change.values.job_title': '',
  'change.values.language': '',
  'change.values.time_zone': '',
  'change.values.consent_how': '',
  'change.values.owner_user_id': '',
  'change.values.investor_type_id': '',
  'change.values.next_follow_up_on': '',
  'change.values.follow_up_note': '',
  'change.values.country': '',
  'change.values.source': '',
  'change.values.do_not_contact': 'true',
  'change.values.status_id': '',
  'change.values.lost_reason': '',
  'change.values.stage_id': '',
  'change.values.expected_close_on': '',
  'change.values.probability': '',
}
export type InputValues = typeof noValues

/** Names of a custom field's value: in errors of the request, and in the form. */
export const customPath = (key: string) => `change.values.custom.${key}` as const
export const customField = (key: string) => `custom.${key}` as const

/** Fields that the API empties with null instead of an empty text. */
const nullable: readonly FieldName[] = [
  'owner_user_id',
  'country',
  'next_follow_up_on',
  'stage_id',
  'expected_close_on',
]

/** Whether the change empties the field, so that the button can say so. */
export const isEmptied = (field: FieldName, values: InputValues) =>
  !needs.includes(field) && values[`change.values.${field}` as keyof InputValues].trim() === ''
const needs: readonly FieldName[] = ['consent', 'status_id', 'investor_type_id', 'do_not_contact']

/** The values of the request. A field that may not be empty throws the error that the form shows. */
export function fieldValues(field: FieldName, values: InputValues): Record<string, unknown> {
  const typedIn = (name: string) => values[`change.values.${name}` as keyof InputValues]
  if (field === 'consent') return { consent: 'opted_in', consent_how: needed('consent_how', typedIn('consent_how')) }
  const value = typedIn(field)
  if (field === 'status_id') {
    const reason = typedIn('lost_reason')
    return { status_id: needed(field, value), ...(reason && { lost_reason: reason }) }
  }
  if (field === 'investor_type_id') return { investor_type_id: needed(field, value) }
  if (field === 'next_follow_up_on') {
    const reason = typedIn('follow_up_note')
    return { next_follow_up_on: value || null, ...(value && reason && { follow_up_note: reason }) }
  }
  if (field === 'do_not_contact') return { do_not_contact: value === 'true' }
  // The server refuses any other text with an error at the field.
  if (field === 'probability') return { probability: value.trim() === '' ? null : Number(value) }
  return { [field]: nullable.includes(field) ? value || null : value }
}

function needed(name: string, value: string): string {
  if (value.trim() !== '') return value
  throw { fields: [{ path: `change.values.${name}`, code: 'field.required', params: {} }] }
}
