// Custom fields: an organization's own fields of contacts, investors, investments and offerings.
import * as z from 'zod/mini'
import { Color } from './color.ts'
import { byId, Id, line, Timestamp } from './common.ts'
import { CustomKey, CustomType } from './custom-values.ts'
import { endpoint } from './endpoint.ts'
import { issue } from './messages/issue.ts'

export const CustomRecord = z.enum(['contact', 'investor', 'investment', 'offering'])
export type CustomRecord = z.output<typeof CustomRecord>

/** Maximum number of fields of a kind of record, and of choices of a field. */
export const maxCustomFields = 50
export const maxChoices = 100

export const CustomField = z.object({
  id: Id,
  record: CustomRecord,
  /** Names the field in `custom` of a record, in filters, files and templates. Derived from its first name; never changes. */
  key: z.string(),
  name: z.string(),
  type: CustomType,
  /** For the types `choice` and `choices`, in order. */
  choices: z.array(z.object({ id: z.string(), name: z.string(), color: z.string() })),
  /** Position among the fields of its kind of record. */
  position: z.int(),
  /** Values of an inactive field are kept, but forms do not offer the field. */
  is_active: z.boolean(),
  version: z.int(),
  created_at: Timestamp,
  updated_at: Timestamp,
})
export type CustomField = z.output<typeof CustomField>

const given = {
  name: line(60),
  is_active: z.optional(z.boolean()),
  /** All choices, in order. Those with an id are kept, those without one are added, and missing ones are deleted. */
  choices: z.optional(
    z
      .array(z.strictObject({ id: z.optional(CustomKey), name: line(60), color: z.optional(Color) }))
      .check(z.maxLength(maxChoices, { error: issue('bounds.max_values', { count: maxChoices }) })),
  ),
}
export const CustomFieldInput = z.strictObject({ record: CustomRecord, type: CustomType, ...given })
export type CustomFieldInput = z.output<typeof CustomFieldInput>
export const CustomFieldChange = z.extend(z.partial(z.strictObject(given)), {
  /** Also deletes choices that records have, and removes them from these records. Otherwise that is refused with `in_use`. */
  empties: z.optional(z.boolean()),
  version: z.int(),
})
export type CustomFieldChange = z.output<typeof CustomFieldChange>

/** A record that names the field, and stops working when the field is deleted. */
export const CustomFieldUser = z.object({
  kind: z.enum(['template', 'broadcast', 'broadcast_group', 'view']),
  count: z.int(),
  /** The first three names, in alphabetical order. Views that only another member sees are counted but not named. */
  names: z.array(z.string()),
})
export type CustomFieldUser = z.output<typeof CustomFieldUser>

const path = '/v1/custom-fields'
const one = { path: `${path}/:id`, access: 'signed_in', params: byId } as const
const CustomFields = z.object({ data: z.array(CustomField) })

export const customFields = {
  /** The fields of all kinds of records, in order. */
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
  /** For each field: how many records have a value, not counting deleted ones. Fields without values are absent. */
  uses: endpoint({
    permission: 'manage_settings',
    method: 'GET',
    path: `${path}/uses`,
    access: 'signed_in',
    query: z.strictObject({ record: CustomRecord }),
    response: z.object({ data: z.array(z.object({ key: z.string(), count: z.int() })) }),
  }),
  /** The new order of the fields of one kind of record, and the order that the user saw. */
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
  /** The templates, unfinished broadcasts, broadcast groups and views that name the field. */
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
  /** Moves the field to the trash. Records keep its values until it is deleted for good. */
  remove: endpoint({ permission: 'manage_settings', ...one, method: 'DELETE' }),
  restore: endpoint({
    permission: 'manage_settings',
    ...one,
    method: 'POST',
    path: `${path}/:id/restore`,
    response: CustomField,
  }),
}
