// Rules of notes: each belongs to one record; optimistic locking protects it from stale edits.

import { type Pagination, pagination } from '../../../contract/common.ts'
import { message } from '../../../contract/messages/message.ts'
import type { Note, NoteQuery } from '../../../contract/notes.ts'
import { fieldError, notFound, orNotFound, versionConflict } from '../../errors.ts'
import type { Tenant } from '../../platform/db/index.ts'
import type { Subject } from './queries.ts'
import * as queries from './queries.ts'

export async function list(tenant: Tenant, query: NoteQuery): Promise<{ data: Note[]; pagination: Pagination }> {
  await needSubject(tenant, query)
  const { data, total } = await queries.list(tenant, query)
  return { data, pagination: pagination(query, total) }
}

export async function get(tenant: Tenant, id: string): Promise<Note> {
  return orNotFound(await queries.get(tenant, id))
}

export async function create(
  tenant: Tenant,
  input: Subject & { body: string; is_pinned?: boolean | undefined },
): Promise<Note> {
  if (input.address_key === undefined) await needSubject(tenant, input)
  return await get(tenant, await queries.insert(tenant, input))
}

export async function update(
  tenant: Tenant,
  id: string,
  { version, body, is_pinned }: { version: number; body?: string | undefined; is_pinned?: boolean | undefined },
): Promise<Note> {
  const change = { ...(body !== undefined && { body }), ...(is_pinned !== undefined && { is_pinned }) }
  const isChanged = Object.keys(change).length > 0 && (await queries.update(tenant, id, version, change))
  const current = await get(tenant, id)
  if (isChanged || current.version === version) return current
  throw versionConflict(message('note.changed'), current)
}

export async function remove(tenant: Tenant, id: string): Promise<void> {
  if (!(await queries.remove(tenant, id))) throw notFound()
}

/** Restoring a record that is not deleted changes nothing. */
export async function restore(tenant: Tenant, id: string): Promise<Note> {
  await queries.restore(tenant, id)
  return await get(tenant, id)
}

async function needSubject(tenant: Tenant, subject: Subject) {
  if (await queries.isThere(tenant, subject)) return
  const field = subject.investor_id ? 'investor_id' : subject.contact_id ? 'contact_id' : 'investment_id'
  throw fieldError('not_found', field, message('note.record_deleted'))
}
