// Saved views of a list: its filters, order, columns and shape under a name, for one member or for the team.
import * as z from 'zod/mini'
import { asTyped, byId, Id, line, Timestamp } from './common.ts'
import { endpoint } from './endpoint.ts'
import { issue } from './messages/issue.ts'

export const ViewList = z.enum(['investors', 'investments', 'contacts', 'broadcasts'])
export type ViewList = z.output<typeof ViewList>

/** Maximum number of views of one list, for each member and for the team. */
export const maxViews = 50
const maxKeys = 100
const Key = z.string().check(z.regex(/^[\w:.-]{1,80}$/, { error: issue('field.unknown') }))
const few = z.refine<object>((record) => Object.keys(record).length <= maxKeys, {
  error: issue('bounds.max_values', { count: maxKeys }),
})

/** The search parameters of the list's address. The list ignores those that it does not know. */
const Parameters = z.record(Key, asTyped(4_000)).check(few)
/** Columns that the view shows (true) or hides (false), other than the list does by default. Null: the view changes no columns. */
const ViewColumns = z.nullable(z.record(Key, z.boolean()).check(few))

export const View = z.object({
  id: Id,
  list: ViewList,
  name: z.string(),
  /** Every member of the team sees it and may change it. Otherwise only you see it. */
  is_shared: z.boolean(),
  /** Whether you created it. */
  is_mine: z.boolean(),
  /** This view is shown when you open the list from the menu. */
  is_default: z.boolean(),
  parameters: z.record(z.string(), z.string()),
  columns: z.nullable(z.record(z.string(), z.boolean())),
  version: z.int(),
  created_at: Timestamp,
  updated_at: Timestamp,
})
export type View = z.output<typeof View>

const given = { name: line(60), is_shared: z.optional(z.boolean()), parameters: Parameters, columns: ViewColumns }
export const ViewInput = z.strictObject({ list: ViewList, ...given })
export type ViewInput = z.output<typeof ViewInput>
export const ViewChange = z.extend(z.partial(z.strictObject(given)), { version: z.int() })
export type ViewChange = z.output<typeof ViewChange>

const one = { path: '/v1/views/:id', access: 'signed_in', params: byId } as const
const ofAll = { path: '/v1/views', access: 'signed_in' } as const
const Views = z.object({ data: z.array(View) })

export const views = {
  /** Your views and the team's, of all lists, in order of their names. */
  list: endpoint({ permission: 'view', ...ofAll, method: 'GET', response: Views }),
  create: endpoint({ permission: 'view', ...ofAll, method: 'POST', body: ViewInput, response: View, status: 201 }),
  update: endpoint({ permission: 'view', ...one, method: 'PATCH', body: ViewChange, response: View }),
  remove: endpoint({ permission: 'view', ...one, method: 'DELETE' }),
  restore: endpoint({ permission: 'view', ...one, method: 'POST', path: '/v1/views/:id/restore', response: View }),
  /** Sets or, with null, clears the view that opens for you. */
  setDefault: endpoint({
    permission: 'view',
    method: 'PUT',
    path: '/v1/views/default',
    access: 'signed_in',
    body: z.strictObject({ list: ViewList, view_id: z.nullable(Id) }),
    response: Views,
  }),
}
