// Rules of WhatsApp groups: the phone reports them, users choose which to import.

import { type Pagination, pagination } from '../../../contract/common.ts'
import { type Message, message } from '../../../contract/messages/message.ts'
import type {
  GroupImport,
  GroupListState,
  GroupMember,
  GroupQuery,
  ImportedGroup,
  ImportedGroupQuery,
  MissingInvestor,
  PageQuery,
} from '../../../contract/wa-groups.ts'
import { AppError, fieldError, notFound, orNotFound } from '../../errors.ts'
import { shareLockOrganization, type Tenant } from '../../platform/db/index.ts'
import { keepableName } from '../../platform/db/storable-text.ts'
import { phoneKey, phoneText } from '../../records/contacts/service.ts'
import type { WaGroup } from '../drivers/driver.ts'
import * as waSessions from '../wa-sessions/service.ts'
import * as queries from './queries.ts'

export { importedOf } from './queries.ts'

/** From the last list of the phone. A list older than ten minutes triggers a refresh. */
export async function ofSession(tenant: Tenant, session_id: string, query: GroupQuery) {
  const { status } = await waSessions.get(tenant, session_id)
  const { is_old } = await queries.listState(tenant, session_id)
  if (is_old && status === 'working') await ask(tenant, session_id)
  const { groups, total } = await queries.ofSession(tenant, session_id, query)
  return { ...(await stateOf(tenant, session_id)), groups, pagination: pagination(query, total) }
}

export async function refresh(tenant: Tenant, session_id: string): Promise<GroupListState> {
  const { status } = await waSessions.get(tenant, session_id)
  if (status !== 'working') throw new AppError('state_conflict', message('session.not_connected'))
  await ask(tenant, session_id)
  return await stateOf(tenant, session_id)
}

async function ask(tenant: Tenant, session_id: string) {
  await shareLockOrganization(tenant)
  if (await queries.markRefreshRequested(tenant, session_id)) await waSessions.requestGroups(tenant, session_id)
}

async function stateOf(tenant: Tenant, session_id: string): Promise<GroupListState> {
  const { is_old: _, failure, ...state } = await queries.listState(tenant, session_id)
  return { ...state, failure: failure === null ? null : failureOf(failure) }
}

/** `code`: of the driver. */
const failureOf = (code: string): Message =>
  message(code === 'rate_overlimit' ? 'wa_group.too_many_requests' : 'wa_group.no_answer')

/** Saves the list reported to the session's owner. Ignored if its term is over. */
export async function saveGroups(tenant: Tenant, session_id: string, fence: number, groups: readonly WaGroup[]) {
  await shareLockOrganization(tenant)
  if (await queries.markRefreshed(tenant, session_id, fence, null))
    await queries.replaceGroups(tenant, session_id, groups.map(toReportedGroup))
}

export async function saveFailure(tenant: Tenant, session_id: string, fence: number, code: string) {
  await shareLockOrganization(tenant)
  await queries.markRefreshed(tenant, session_id, fence, code)
}

/** The phone was unlinked. Imported groups are unchanged. */
export const deleteUnimported = queries.deleteUnimported

/** WhatsApp limits group names to 100 characters. */
const maxName = 200

function toReportedGroup({ name, members, ...group }: WaGroup): queries.ReportedGroup {
  return {
    ...group,
    name: keepableName(name, maxName) || group.wa_id,
    members: members.map((address) => ({ address, phone_key: address.startsWith('+') ? phoneKey(address) : null })),
  }
}

export async function importGroups(tenant: Tenant, { groups: wanted }: GroupImport) {
  for (const session_id of new Set(wanted.map(({ session_id }) => session_id))) await waSessions.get(tenant, session_id)
  const done = await queries.importThese(tenant, wanted)
  if (done.length < new Set(wanted.map(({ session_id, wa_id }) => `${session_id} ${wa_id}`)).size)
    throw fieldError('not_found', 'groups', message('wa_group.deleted'))
  const added = done.filter(({ is_new }) => is_new).length
  const groups = await queries.importedOf(
    tenant,
    done.map(({ id }) => id),
  )
  return { groups, added, updated: done.length - added }
}

export async function imported(tenant: Tenant, query: ImportedGroupQuery) {
  const { groups, total } = await queries.imported(tenant, query)
  return { groups, pagination: pagination(query, total) }
}

export async function get(tenant: Tenant, id: string): Promise<ImportedGroup> {
  return orNotFound((await queries.importedOf(tenant, [id]))[0])
}

export async function members(
  tenant: Tenant,
  id: string,
  query: PageQuery,
): Promise<{ data: GroupMember[]; pagination: Pagination }> {
  await get(tenant, id)
  const { data, total } = await queries.members(tenant, id, query)
  return {
    data: data.map((member) => ({
      ...member,
      phone_text: member.address.startsWith('+') ? phoneText(member.address) : null,
    })),
    pagination: pagination(query, total),
  }
}

export async function missingInvestors(
  tenant: Tenant,
  id: string,
  query: PageQuery,
): Promise<{ data: MissingInvestor[]; pagination: Pagination }> {
  await get(tenant, id)
  const { data, total } = await queries.missingInvestors(tenant, id, query)
  return {
    data: data.map((investor) => ({
      ...investor,
      contacts: investor.contacts.map(({ phone, ...contact }) => ({ ...contact, phone_text: phoneText(phone) })),
    })),
    pagination: pagination(query, total),
  }
}

export async function remove(tenant: Tenant, id: string): Promise<void> {
  if (!(await queries.remove(tenant, id))) throw notFound()
}

export async function restore(tenant: Tenant, id: string): Promise<ImportedGroup> {
  await queries.restore(tenant, id)
  return await get(tenant, id)
}
