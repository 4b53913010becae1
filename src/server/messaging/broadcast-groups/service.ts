// Rules of broadcast groups, and why a broadcast cannot be sent to one.

import {
  type AudienceCount,
  type BroadcastGroup,
  type BroadcastGroupChange,
  type BroadcastGroupChoice,
  type BroadcastGroupCount,
  type BroadcastGroupDetail,
  type BroadcastGroupInput,
  type BroadcastGroupQuery,
  type FoundContacts,
  maxPicked,
} from '../../../contract/broadcast-groups.ts'
import { type Pagination, pagination } from '../../../contract/common.ts'
import { type Message, message } from '../../../contract/messages/message.ts'
import { comparesAmounts, type Segment } from '../../../contract/segments.ts'
import { AppError, fieldError, orNotFound, recordChanged } from '../../errors.ts'
import { requireAmounts } from '../../platform/db/amounts.ts'
import type { Tenant } from '../../platform/db/index.ts'
import { unlessTaken } from '../../platform/db/records.ts'
import { homeCountry, parsePhone, phoneText } from '../../records/contacts/service.ts'
import { timeSlices } from '../../time-slices.ts'
import { brokenRulesIn, countAudience } from '../engine/service.ts'
import * as queries from './queries.ts'

export async function list(
  tenant: Tenant,
  query: BroadcastGroupQuery,
): Promise<{ data: BroadcastGroup[]; pagination: Pagination }> {
  const { rows, total } = await queries.list(tenant, query)
  return { data: await withBroken(tenant, rows), pagination: pagination(query, total) }
}

export async function get(tenant: Tenant, id: string): Promise<BroadcastGroupDetail> {
  const [group] = await withBroken(tenant, [orNotFound(await queries.get(tenant, id))])
  const { people, wa_groups } = await queries.chosen(tenant, id)
  const contactsWhere = (excluded: boolean) => people.filter((person) => person.excluded === excluded).map(shown)
  return { ...group!, contacts: contactsWhere(false), excluded: contactsWhere(true), wa_groups }
}

export async function create(tenant: Tenant, { name, ...choice }: BroadcastGroupInput): Promise<BroadcastGroupDetail> {
  requireAmountsFor(tenant, choice.segment)
  await needWhole(tenant, choice)
  const id = await queries.insert(tenant, name, choice.segment ?? null)
  if (!id) throw nameTaken(name)
  await choose(tenant, id, choice)
  return await get(tenant, id)
}

export async function update(
  tenant: Tenant,
  id: string,
  { version, name, ...choice }: BroadcastGroupChange,
): Promise<BroadcastGroupDetail> {
  requireAmountsFor(tenant, choice.segment)
  if (choice.segment !== undefined) requireAmountsFor(tenant, (await queries.get(tenant, id))?.segment)
  await needWhole(tenant, choice)
  const isChanged = await freely(name, queries.update(tenant, id, version, { name, segment: choice.segment }))
  if (!isChanged) {
    const current = await get(tenant, id)
    throw recordChanged(current.name, current)
  }
  await choose(tenant, id, choice)
  return await get(tenant, id)
}

/**
 * Adds contacts to the picked ones of a group, for a bulk change. Returns those that were added and those that the group excludes;
 * nothing if the group is deleted or would have too many.
 */
export async function addPicked(
  tenant: Tenant,
  id: string,
  contact_ids: readonly string[],
): Promise<{ added: Set<string>; excluded: Set<string> } | Message> {
  if (!(await queries.touch(tenant, id))) return message('broadcast_group.gone')
  const added = await queries.addContacts(tenant, id, contact_ids)
  const group = orNotFound(await queries.get(tenant, id))
  if (group.contact_count > maxPicked) {
    await queries.takeContacts(tenant, id, added)
    return message('broadcast_group.full', { max: maxPicked })
  }
  return { added: new Set(added), excluded: await queries.excludedAmong(tenant, id, contact_ids) }
}

/** Undoes `addPicked`. Nothing is to be undone in a deleted group. */
export async function takePicked(tenant: Tenant, id: string, contact_ids: readonly string[]): Promise<void> {
  if (await queries.touch(tenant, id)) await queries.takeContacts(tenant, id, contact_ids)
}

/** Throws a 404 that names the field if the group does not exist. */
export async function needGroup(tenant: Tenant, id: string, path: string): Promise<void> {
  if (!(await queries.get(tenant, id))) throw fieldError('not_found', path, message('broadcast_group.gone'))
}

export async function remove(tenant: Tenant, id: string): Promise<void> {
  if (await queries.remove(tenant, id)) return
  const { used_by } = orNotFound(await queries.get(tenant, id))
  const waiting = used_by.find(({ status }) => status !== 'draft')
  // A broadcast that was starting has started in the meantime.
  if (!waiting) return await remove(tenant, id)
  throw new AppError('in_use', message('broadcast_group.in_use', { name: waiting.name }), { current: { used_by } })
}

export async function restore(tenant: Tenant, id: string): Promise<BroadcastGroupDetail> {
  await freely(undefined, queries.restore(tenant, id))
  return await get(tenant, id)
}

export async function countOf(tenant: Tenant, id: string): Promise<AudienceCount> {
  const { contacts, excluded, wa_groups, segment, hides_rules } = await get(tenant, id)
  if (hides_rules) requireAmounts(tenant)
  const ids = (rows: { id: string }[]) => rows.map((row) => row.id)
  return await count(tenant, {
    contact_ids: ids(contacts),
    exclude_contact_ids: ids(excluded),
    wa_group_ids: ids(wa_groups),
    segment,
  })
}

export async function count(tenant: Tenant, choice: BroadcastGroupCount): Promise<AudienceCount> {
  requireAmountsFor(tenant, choice.segment)
  const { sample, ...counted } = await countAudience(tenant, choice)
  return {
    ...counted,
    sample: sample.map(({ phone, ...person }) => ({ ...person, phone_text: phoneText(phone) })),
    wa_groups: await queries.countWaGroups(tenant, choice.wa_group_ids ?? []),
  }
}

/** Each line is a number or else a name; empty lines are skipped. */
export async function findContacts(tenant: Tenant, lines: readonly string[]): Promise<FoundContacts> {
  const country = await homeCountry(tenant)
  const parsed = await timeSlices.map([...new Set(lines.filter((line) => line !== ''))], (line) => {
    const phone = parsePhone(line, country)
    return { line, key: phone.ok ? phone.key : undefined }
  })
  const keys = parsed.flatMap(({ key }) => key ?? [])
  const rows = await queries.contactsCalled(
    tenant,
    keys,
    parsed.filter(({ key }) => !key).map(({ line }) => line),
  )
  const byLine = new Map<string, typeof rows>()
  for (const row of rows) byLine.set(row.by, [...(byLine.get(row.by) ?? []), row])
  const answers = await timeSlices.map(parsed, ({ line, key }) => ({
    line,
    contacts: (byLine.get(key ?? line) ?? []).map(shown),
  }))
  const single = answers.filter(({ contacts }) => contacts.length === 1).map(({ contacts }) => contacts[0]!)
  return {
    found: [...new Map(single.map((person) => [person.id, person])).values()],
    not_found: answers.filter(({ contacts }) => contacts.length === 0).map(({ line }) => line),
    ambiguous: answers.filter(({ contacts }) => contacts.length > 1),
  }
}

/**
 * Why a broadcast cannot be sent to its groups, or undefined. A deleted group, or rules that reference deleted records, would
 * silently leave people out.
 */
export async function audienceProblem(tenant: Tenant, broadcastId: string): Promise<Message | undefined> {
  const groups = await queries.ofBroadcast(tenant, broadcastId)
  const deleted = groups.find(({ is_deleted }) => is_deleted)
  if (deleted) return message('broadcast_group.deleted', { name: deleted.name })
  const broken = await brokenRulesIn(
    tenant,
    groups.map(({ segment }) => segment),
  )
  const first = groups.find((_, index) => broken[index]!.length > 0)
  return first && message('broadcast_group.rule_broken', { name: first.name })
}

async function withBroken(tenant: Tenant, rows: readonly queries.BroadcastGroupRow[]): Promise<BroadcastGroup[]> {
  const broken = await brokenRulesIn(
    tenant,
    rows.map(({ segment }) => segment),
  )
  return rows.map((row, index) => {
    const hides_rules = !tenant.sees_amounts && comparesAmounts(row.segment)
    return { ...row, ...(hides_rules && { segment: null }), hides_rules, broken_rules: broken[index]! }
  })
}

/** The contacts that match a rule about amounts reveal the amounts. */
function requireAmountsFor(tenant: Tenant, segment: Segment | null | undefined) {
  if (comparesAmounts(segment ?? null)) requireAmounts(tenant)
}

/** Rejects rules that reference missing records. */
async function needWhole(tenant: Tenant, { segment }: BroadcastGroupChoice) {
  const [broken] = await brokenRulesIn(tenant, [segment ?? null])
  if (broken!.length === 0) return
  throw new AppError('not_found', undefined, {
    fields: broken!.map(({ path }) => ({
      path: `segment.${path}.value`,
      message: message('master_data.deleted'),
    })),
  })
}

async function choose(tenant: Tenant, id: string, choice: BroadcastGroupChoice) {
  const { contact_ids, exclude_contact_ids, wa_group_ids } = choice
  const gone = (path: string, said: Message) => fieldError('not_found', path, said)
  // Excluded contacts first: a contact that is also picked stays excluded.
  if (
    exclude_contact_ids &&
    (await queries.setContacts(tenant, id, exclude_contact_ids, true)) < new Set(exclude_contact_ids).size
  )
    throw gone('exclude_contact_ids', message('broadcast.contacts_deleted'))
  if (contact_ids && (await queries.setContacts(tenant, id, contact_ids, false)) < new Set(contact_ids).size)
    throw gone('contact_ids', message('broadcast.contacts_deleted'))
  if (wa_group_ids && (await queries.setWaGroups(tenant, id, wa_group_ids)) < new Set(wa_group_ids).size)
    throw gone('wa_group_ids', message('broadcast.wa_groups_removed'))
}

const freely = <T>(name: string | undefined, write: Promise<T>) =>
  unlessTaken(write, 'broadcast_groups_name', () => nameTaken(name))

const nameTaken = (name: string | undefined) =>
  fieldError(
    'name_taken',
    'name',
    name ? message('broadcast_group.named', { name }) : message('broadcast_group.name_taken'),
  )

const shown = ({ id, name, phone }: { id: string; name: string; phone: string | null }) => ({
  id,
  name,
  phone_text: phoneText(phone),
})
