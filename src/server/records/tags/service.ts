// Rules of tags: one name, one tag; a record's tags are replaced as a whole.

import { colors } from '../../../contract/color.ts'
import { pagination } from '../../../contract/common.ts'
import { message } from '../../../contract/messages/message.ts'
import type { Tag, TagQuery } from '../../../contract/tags.ts'
import { fieldError, notFound, orNotFound, recordChanged } from '../../errors.ts'
import type { Tenant } from '../../platform/db/index.ts'
import { unlessTaken } from '../../platform/db/records.ts'
import type { Tagged } from '../../platform/db/tag-labels.ts'
import * as queries from './queries.ts'

export type { Tagged } from '../../platform/db/tag-labels.ts'
export { addMany, tagNames, takeFromMany, takeMany } from './queries.ts'

/** Replaces all tags of the record; for create and update of other features. */
export async function setTags(tenant: Tenant, kind: Tagged, record_id: string, tag_ids: readonly string[]) {
  await needTags(tenant, tag_ids, 'tag_ids')
  await queries.replace(tenant, kind, record_id, tag_ids)
}

/** Adds tags to all records of an import. */
export async function tagImported(tenant: Tenant, kind: Tagged, import_id: string, tag_ids: readonly string[]) {
  await needTags(tenant, tag_ids, 'tag_ids')
  return await queries.addToImported(tenant, kind, import_id, { tag_ids: [...new Set(tag_ids)], max: maxTags })
}

/** Adds tags to records, for a bulk change. */
export const tagMany = (tenant: Tenant, kind: Tagged, ids: readonly string[], tag_ids: readonly string[]) =>
  queries.addToMany(tenant, kind, ids, { tag_ids, max: maxTags })

/** The limit that the contract sets for the tags of a record. */
export const maxTags = 50

/** Throws a 404 that names the field unless all tags of a list filter exist. */
export async function needTags(tenant: Tenant, tag_ids: readonly string[] | undefined, field = 'tag_id') {
  if (!tag_ids || tag_ids.length === 0) return
  if ((await queries.countOf(tenant, tag_ids)) < new Set(tag_ids).size)
    throw fieldError('not_found', field, message('tag.deleted'))
}

export async function list(tenant: Tenant, query: TagQuery) {
  const rows = await queries.list(tenant, query)
  const { page = 1, per_page = Math.max(rows.length, 1) } = query
  return {
    data: rows.slice((page - 1) * per_page, page * per_page),
    pagination: pagination({ page, per_page }, rows.length),
  }
}

export async function get(tenant: Tenant, id: string): Promise<Tag> {
  return orNotFound(await queries.get(tenant, id))
}

export async function create(tenant: Tenant, input: { name: string; color?: string | undefined }): Promise<Tag> {
  const id = await queries.insert(tenant, input, usual)
  if (!id) throw nameTaken()
  return await get(tenant, id)
}

/** Gray is neutral, so it is never chosen automatically. */
const usual = colors.filter((color) => color !== 'gray')

/** Ids of tags by name; creates missing ones. */
export async function idsOfNames(tenant: Tenant, names: readonly string[]): Promise<string[]> {
  const idsByName = new Map((await queries.named(tenant, names)).map(({ id, name }) => [name.toLowerCase(), id]))
  for (const name of names)
    if (!idsByName.has(name.toLowerCase())) idsByName.set(name.toLowerCase(), await idOf(tenant, name))
  return [...new Set(names.map((name) => idsByName.get(name.toLowerCase())!))]
}

/** A tag created concurrently by another user is used instead. */
async function idOf(tenant: Tenant, name: string): Promise<string> {
  return (await queries.insert(tenant, { name }, usual)) ?? orNotFound((await queries.named(tenant, [name]))[0]).id
}

export async function update(
  tenant: Tenant,
  id: string,
  { version, ...change }: { version: number; name?: string | undefined; color?: string | undefined },
): Promise<Tag> {
  const isAsked = Object.values(change).some((value) => value !== undefined)
  const isChanged = isAsked && (await unlessTaken(queries.update(tenant, id, version, change), 'tags_name', nameTaken))
  const current = await get(tenant, id)
  if (isChanged || current.version === version) return current
  throw recordChanged(current.name, current)
}

export async function remove(tenant: Tenant, id: string): Promise<void> {
  if (!(await queries.remove(tenant, id))) throw notFound()
}

const nameTaken = () => fieldError('name_taken', 'name', message('tag.name_taken'))
