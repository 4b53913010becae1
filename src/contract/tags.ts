// Tags: free words that people sort their records by, shared by investors, contacts and investments.
import * as z from 'zod/mini'
import { Color } from './color.ts'
import { byId, Id, line, listQuery, pageOf, severalOf, Timestamp } from './common.ts'
import { endpoint } from './endpoint.ts'

/** As a record shows it. */
export const TagLabel = z.object({ id: Id, name: z.string(), color: z.string() })
export type TagLabel = z.output<typeof TagLabel>

/** On a record that is written: the whole set of its tags. */
export const TagIds = z.array(Id).check(z.maxLength(50, { error: 'at most 50 tags' }))
/** In a list's query, `?tag_id=…,…`: records that have any of them. */
export const TagFilter = severalOf(Id)

export const Tag = z.extend(TagLabel, {
  /** How many live records have it. */
  investors: z.int(),
  contacts: z.int(),
  investments: z.int(),
  version: z.int(),
  created_at: Timestamp,
  updated_at: Timestamp,
})
export type Tag = z.output<typeof Tag>

export const TagInput = z.strictObject({
  name: line(60),
  /** One of Kabar's own choice unless given. */
  color: z.optional(Color),
})
/** A list without `per_page` is everything. */
export const TagQuery = z.strictObject(listQuery(['name', 'created_at', 'updated_at']))
export type TagQuery = z.output<typeof TagQuery>

export const tags = {
  list: endpoint({ method: 'GET', path: '/v1/tags', access: 'signed_in', query: TagQuery, response: pageOf(Tag) }),
  create: endpoint({
    method: 'POST',
    path: '/v1/tags',
    access: 'signed_in',
    body: TagInput,
    response: Tag,
    status: 201,
  }),
  get: endpoint({ method: 'GET', path: '/v1/tags/:id', access: 'signed_in', params: byId, response: Tag }),
  update: endpoint({
    method: 'PATCH',
    path: '/v1/tags/:id',
    access: 'signed_in',
    params: byId,
    body: z.extend(z.partial(TagInput), { version: z.int() }),
    response: Tag,
  }),
  /** Takes it from every record, for good. */
  remove: endpoint({ method: 'DELETE', path: '/v1/tags/:id', access: 'signed_in', params: byId }),
}
