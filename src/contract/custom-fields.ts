// Custom fields: an organization's own fields of contacts, investors, investments and offerings.
import * as z from 'zod/mini'
import { Color } from './color.ts'
import { byId, Id, line, Timestamp } from './common.ts'
import { CustomKey, CustomType } from './custom-values.ts'
import { endpoint } from './endpoint.ts'
import { issue } from './messages/issue.ts'

export const CustomRecord = z.enum(['contact', 'investor', 'investment', 'offering'])
export type CustomRecord = z.output<typeof CustomRecord>

/** Maximum number of fields of each kind of record, and of choices of a field. */
export const maxCustomFields = 50
export const maxChoices = 100

export const CustomField = z.object({
  id: Id,
  record: CustomRecord,
  /** Names the field in `custom` of a record, in filters, files and templates. Derived from its first name, and never changed. */
  key: z.string(),
  name: z.string(),
  type: CustomType,
  /** Of the types `choice` and `choices`, in order. */
  choices: z.array(z.object({ id: z.string(), name: z.string(), color: z.string() })),
  /** Its place among the fields of its kind of record. */
  position: z.int(),
  /** The values of an inactive field are kept, and not offered for editing. */
  is_active: z.boolean(),
  version: z.int(),
  created_at: Timestamp,
  updated_at: Timestamp,
})
export type CustomField = z.output<typeof CustomField>

const given = {
  name: line(60),
  is_active: z.optional(z.boolean()),
  /** All choices in order: those with an id are kept, one without an id is added, one that is missing is deleted. */
  choices: z.optional(
    z
      .array(z.strictObject({ id: z.optional(CustomKey), name: line(60), color: z.optional(Color) }))
      .check(z.maxLength(maxChoices, { error: issue('bounds.max_values', { count: maxChoices }) })),
  ),
}
export const CustomFieldInput = z.strictObject({ record: CustomRecord, type: CustomType, ...given })
export type CustomFieldInput = z.output<typeof CustomFieldInput>
export const CustomFieldChange = z.extend(z.partial(z.strictObject(given)), {
  /** Also deletes choices that records have, which are then without it. Otherwise such a change is refused with `in_use`. */
  empties: z.optional(z.boolean()),
  version: z.int(),
})
export type CustomFieldChange = z.output<typeof CustomFieldChange>

/** What names a field, and stops working when it is deleted. */
export const CustomFieldUser = z.object({
  kind: z.enum(['template', 'broadcast', 'broadcast_group', 'view']),
  count: z.int(),
  /** The first three by name, without views that only another member sees. */
  names: z.array(z.string()),
})
export type CustomFieldUser = z.output<typeof CustomFieldUser>

const path = '/v1/custom-fields'
const one = { path: `${path}/:id`, access: 'signed_in', params: byId } as const
const CustomFields = z.object({ data: z.array(CustomField) })

export const customFields = {
  /** All fields in order, of each kind of record. */
  list: endpoint({
    permission: 'view',
    method: 'GET',
    path,
    access: 'signed_in',
    query: z.strictObject({ record: z.optional(CustomRecord) }),
    response: CustomFields,
  }),
  create: endpoint({
    permission: 'manage_settings',
    method: 'POST',
    path,
    access: 'signed_in',
    audited: 'record_added',
    body: CustomFieldInput,
    response: CustomField,
    status: 201,
  }),
  /** How many records that are not deleted have a value, for each field that any record has. */
  uses: endpoint({
    permission: 'manage_settings',
    method: 'GET',
    path: `${path}/uses`,
    access: 'signed_in',
    query: z.strictObject({ record: CustomRecord }),
    response: z.object({ data: z.array(z.object({ key: z.string(), count: z.int() })) }),
  }),
  /** The new order of the fields of one kind of record, and the one the user saw. */
  reorder: endpoint({
    permission: 'manage_settings',
    method: 'PUT',
    path: `${path}/order`,
    access: 'signed_in',
    body: z.strictObject({
      record: CustomRecord,
      ids: z.array(Id).check(z.maxLength(1_000)),
      previous_ids: z.array(Id).check(z.maxLength(1_000)),
    }),
    response: CustomFields,
  }),
  get: endpoint({ permission: 'view', ...one, method: 'GET', response: CustomField }),
  /** Templates, unfinished broadcasts, broadcast groups and views that name the field. */
  references: endpoint({
    permission: 'manage_settings',
    ...one,
    method: 'GET',
    path: `${path}/:id/references`,
    response: z.object({ data: z.array(CustomFieldUser) }),
  }),
  update: endpoint({
    permission: 'manage_settings',
    ...one,
    method: 'PATCH',
    body: CustomFieldChange,
    response: CustomField,
  }),
  /** The values stay in the records until the field is deleted for good. */
  remove: endpoint({ permission: 'manage_settings', ...one, method: 'DELETE' }),
  restore: endpoint({
    permission: 'manage_settings',
    ...one,
    method: 'POST',
    path: `${path}/:id/restore`,
    response: CustomField,
  }),
}
