// Erasure of a person on request, in one transaction: docs/decisions/0025-erasure.md.
import { pagination } from '../../../contract/common.ts'
import type { Erasure, ErasureInput, ErasurePreview, ErasureQuery } from '../../../contract/erasures.ts'
import { message } from '../../../contract/messages/message.ts'
import { fieldError, orNotFound } from '../../errors.ts'
import { writeAuditEvent } from '../../platform/db/audit-events.ts'
import type { Tenant } from '../../platform/db/index.ts'
import * as queries from './queries.ts'

interface PersonQuery {
  contact_id?: string | undefined
  investor_id?: string | undefined
}

export async function preview(tenant: Tenant, query: PersonQuery): Promise<ErasurePreview> {
  const person = orNotFound(await queries.find(tenant, targetOf(query)))
  await queries.lock(tenant, person)
  const counts = await queries.rolledBack(tenant, () => eraseAll(tenant, person))
  return { name: person.name, erased: counts.erased, kept: counts.kept }
}

export async function create(
  tenant: Tenant,
  { confirmation, ...query }: ErasureInput,
  event: { at: Date; ip: string },
): Promise<Erasure> {
  const target = targetOf(query)
  const found = orNotFound(await queries.find(tenant, target))
  if (plain(confirmation) !== plain(found.name))
    throw fieldError('invalid_request', 'confirmation', message('erasure.name_differs', { name: found.name }))
  await queries.lock(tenant, found)
  // Read again under the locks: another request may have erased the person since.
  const person = orNotFound(await queries.find(tenant, target))
  const counts = await eraseAll(tenant, person)
  const id = await queries.insert(tenant, counts, counts.consents)
  const { user_id } = tenant
  await writeAuditEvent(tenant, { ...event, user_id, action: 'person_erased', target_id: id, detail: counts.erased })
  return orNotFound(await queries.get(tenant, id))
}

async function eraseAll(tenant: Tenant, person: queries.Person) {
  const consents = await queries.consentsOf(tenant, person)
  const { erased, kept } = await queries.erase(tenant, person)
  return { erased, kept: { ...kept, consents: consents.length }, consents }
}

export async function list(tenant: Tenant, query: ErasureQuery) {
  const { data, total } = await queries.list(tenant, query)
  return { data, pagination: pagination(query, total) }
}

/** Users type the name: differences in spaces and capitals are accepted. */
const plain = (text: string) => text.trim().replace(/\s+/g, ' ').toLowerCase()

function targetOf({ contact_id, investor_id }: PersonQuery): queries.Target {
  if (contact_id !== undefined && investor_id === undefined) return { contact_id }
  if (investor_id !== undefined && contact_id === undefined) return { investor_id }
  throw fieldError('invalid_request', 'contact_id', message('erasure.one_person'))
}
