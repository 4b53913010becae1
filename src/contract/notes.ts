// Notes about an investor, a contact or an investment.

import * as z from 'zod/mini'
import { Id, listQuery, prose, Timestamp } from './common.ts'
import { issue } from './messages/issue.ts'
import { recordEndpoints } from './record-endpoints.ts'

const subject = { investor_id: z.optional(Id), contact_id: z.optional(Id), investment_id: z.optional(Id) }
const exactlyOne = z.refine<{ [key in keyof typeof subject]?: string | undefined }>(
  ({ investor_id, contact_id, investment_id }) => [investor_id, contact_id, investment_id].filter(Boolean).length === 1,
  { error: issue('bounds.one_record'), path: ['contact_id'] },
)

export const Note = z.object({
  id: Id,
  /** At most one of the three ids is set; a note about an unknown number has none. */
  investor_id: z.nullable(Id),
  contact_id: z.nullable(Id),
  investment_id: z.nullable(Id),
  /** Markdown source. */
  body: z.string(),
  is_pinned: z.boolean(),
  /** Null if the author has left. */
  author: z.nullable(z.object({ id: Id, name: z.string() })),
  version: z.int(),
  created_at: Timestamp,
  updated_at: Timestamp,
})
export type Note = z.output<typeof Note>

const Body = prose(20_000, 1)
/** Schema of the note form. */
export const NoteText = z.strictObject({ body: Body })
export const NoteInput = z
  .strictObject({ ...subject, body: Body, is_pinned: z.optional(z.boolean()) })
  .check(exactlyOne)
export const NoteChange = z.strictObject({
  body: z.optional(Body),
  is_pinned: z.optional(z.boolean()),
  version: z.int(),
})
/** By default pinned notes first, then the newest. */
export const NoteQuery = z.strictObject({ ...listQuery(['created_at', 'updated_at']), ...subject }).check(exactlyOne)
export type NoteQuery = z.output<typeof NoteQuery>

export const notes = recordEndpoints('/v1/notes', {
  query: NoteQuery,
  record: Note,
  input: NoteInput,
  change: NoteChange,
})
