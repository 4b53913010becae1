// Tags: labels shared by investors, contacts and investments.

import * as z from 'zod/mini'
import { Color } from './color.ts'
import { byId, Id, line, listQuery, pageOf, severalOf, Timestamp } from './common.ts'
import { endpoint } from './endpoint.ts'
import { issue } from './messages/issue.ts'

/** Tag as embedded in a record. */
export const TagLabel = z.object({ id: Id, name: z.string(), color: z.string() })
export type TagLabel = z.output<typeof TagLabel>

/** All tags of a record; replaces the previous set. */
export const TagIds = z.array(Id).check(z.maxLength(50, { error: issue('bounds.max_tags', { max: 50 }) }))
/** Query filter `?tag_id=…,…`: records that have any of them. */
export const TagFilter = severalOf(Id)

export const Tag = z.extend(TagLabel, {
  /** Number of live records that have it. */
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
  /** Chosen by the server if absent. */
  color: z.optional(Color),
})
/** Without `per_page` the whole list is returned. */
export const TagQuery = z.strictObject(listQuery(['name', 'created_at', 'updated_at']))
export type TagQuery = z.output<typeof TagQuery>

export const tags = {
  list: endpoint({
    permission: 'view',
    method: 'GET',
    path: '/v1/tags',
    access: 'signed_in',
    query: TagQuery,
    response: pageOf(Tag),
  }),
  create: endpoint({
    permission: 'edit',
    method: 'POST',
    path: '/v1/tags',
    access: 'signed_in',
    body: TagInput,
    response: Tag,
    status: 201,
  }),
  get: endpoint({
    permission: 'view',
    method: 'GET',
    path: '/v1/tags/:id',
    access: 'signed_in',
    params: byId,
    response: Tag,
  }),
  update: endpoint({
    permission: 'edit',
    method: 'PATCH',
    path: '/v1/tags/:id',
    access: 'signed_in',
    params: byId,
    body: z.extend(z.partial(TagInput), { version: z.int() }),
    response: Tag,
  }),
  /** Deletes the tag permanently, from every record. */
  remove: endpoint({ permission: 'edit', method: 'DELETE', path: '/v1/tags/:id', access: 'signed_in', params: byId }),
}
