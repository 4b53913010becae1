// Rules of conversations: finding the person behind an id, assigning a member, and adding notes.
import { type Pagination, pagination } from '../../../../contract/common.ts'
import type { ConversationQuery, ConversationRow, Person } from '../../../../contract/conversations.ts'
import { message } from '../../../../contract/messages/message.ts'
import type { Note } from '../../../../contract/notes.ts'
import { fieldError, orNotFound } from '../../../errors.ts'
import type { Tenant } from '../../../platform/db/index.ts'
import { phoneText } from '../../../records/contacts/service.ts'
import { create } from '../../../records/notes/service.ts'
import * as queries from './queries.ts'

export interface Conversations {
  data: ConversationRow[]
  pagination: Pagination
  counts: queries.ConversationCounts
}

export async function list(tenant: Tenant, query: ConversationQuery): Promise<Conversations> {
  const { data, total, counts } = await queries.list(tenant, query)
  return { data: data.map(withNumber), pagination: pagination(query, total), counts }
}

/** `id`: of a contact, or of a message from an unknown number. */
export async function find(tenant: Tenant, id: string): Promise<queries.FoundPerson> {
  return orNotFound(await queries.person(tenant, id))
}

export const shownPerson = ({ address_key: _, ...person }: queries.FoundPerson): Person => withNumber(person)

export async function assign(tenant: Tenant, id: string, userId: string | null): Promise<Person> {
  const person = await find(tenant, id)
  const { address_key } = person
  // A contact without a phone number has no conversation to assign.
  if (address_key === null) throw fieldError('not_found', 'user_id', message('conversation.no_number'))
  if (userId === null) await queries.unassign(tenant, person)
  else if (!(await queries.assign(tenant, address_key, userId)))
    throw fieldError('not_found', 'user_id', message('conversation.not_a_member'))
  return shownPerson(await find(tenant, id))
}

export async function addNote(tenant: Tenant, id: string, body: string): Promise<Note> {
  const { contact, address_key } = await find(tenant, id)
  return await create(tenant, contact ? { contact_id: contact.id, body } : { address_key: address_key!, body })
}

const withNumber = <P extends Omit<Person, 'address_text'>>(person: P) => ({
  ...person,
  address_text: person.address.startsWith('+') ? phoneText(person.address) : null,
})
