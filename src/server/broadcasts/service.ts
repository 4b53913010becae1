// Rules of a broadcast: what may be sent, and its changes of state. Every one is a compare-and-set, and a
// button pressed twice is one press.
import type {
  Audience,
  AudienceContacts,
  Broadcast,
  BroadcastChange,
  BroadcastInput,
  BroadcastStatus,
  PauseReason,
} from '../../contract/broadcasts.ts'
import { faultOf } from '../broadcast-groups/service.ts'
import { hint } from '../db/hints.ts'
import type { Tenant } from '../db/index.ts'
import { cancelPending } from '../engine/service.ts'
import { AppError, fieldError, found, notFound } from '../errors.ts'
import { compile } from '../templates/service.ts'
import * as waGroups from '../wa-groups/service.ts'
import * as queries from './queries.ts'

export { type Active, active, nextInTurn, pauseSession, type Turn } from './queries.ts'

export async function create(tenant: Tenant, input: BroadcastInput): Promise<Broadcast> {
  const { audience, ...draft } = input
  if (!(await queries.holdSession(tenant, draft.session_id))) throw notFound()
  const id = await queries.create(tenant, {
    name: draft.name,
    session_id: draft.session_id,
    template_id: draft.template_id ?? null,
    body: draft.body ?? null,
    all_contacts: audience.all_contacts ?? false,
  })
  await choose(tenant, id, audience)
  return found(await queries.get(tenant, id))
}

export async function update(
  tenant: Tenant,
  id: string,
  { version, audience, ...change }: BroadcastChange,
): Promise<Broadcast> {
  if (change.session_id && !(await queries.holdSession(tenant, change.session_id))) throw notFound()
  const edited = await queries.update(tenant, id, version, {
    ...Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)),
    ...(audience ? { all_contacts: audience.all_contacts ?? false } : {}),
  })
  if (!edited) {
    const current = found(await queries.get(tenant, id))
    if (current.status !== 'draft')
      throw new AppError('state_conflict', 'Only a draft can be edited. Duplicate the broadcast instead.')
    throw new AppError('version_conflict', '', { current })
  }
  if (audience) await choose(tenant, id, audience)
  return found(await queries.get(tenant, id))
}

export async function audience(tenant: Tenant, id: string): Promise<AudienceContacts> {
  const { group_ids, ...contacts } = await queries.audience(tenant, id)
  return { ...contacts, groups: group_ids.length > 0 ? await waGroups.importedOf(tenant, group_ids) : [] }
}

export async function remove(tenant: Tenant, id: string): Promise<void> {
  if (await queries.remove(tenant, id)) return
  found(await queries.get(tenant, id))
  throw new AppError('state_conflict', 'A broadcast that is being sent cannot be deleted. Cancel it first.')
}

export async function send(tenant: Tenant, id: string): Promise<Broadcast> {
  // Before it is read: text, session and audience are those of one moment.
  await queries.holdDraft(tenant, id)
  const draft = await queries.draftToStart(tenant, id)
  if (draft) {
    if (!(await queries.holdSession(tenant, draft.session_id)))
      throw fieldError('invalid_request', 'session_id', 'The session of this draft was removed. Choose another one.')
    if (!draft.body)
      throw fieldError(
        'invalid_request',
        'template_id',
        'Choose a template or write a text. The chosen template may have been deleted.',
      )
    if (!draft.has_audience) throw fieldError('invalid_request', 'audience', 'Choose at least one contact or group.')
    const fault = await faultOf(tenant, id)
    if (fault) throw fieldError('invalid_request', 'audience', fault)
    const compiled = compile(draft.body)
    if (!compiled.ok) throw fieldError('template_invalid', draft.text_field, compiled.mistake.message)
    await queries.move(tenant, id, ['draft'], 'preparing', {
      body: draft.body,
      language: draft.language,
      started: true,
    })
  }
  return await pressed(
    tenant,
    id,
    ['preparing', 'sending', 'completed'],
    'This broadcast was started already and cannot be sent again.',
  )
}

export async function pause(tenant: Tenant, id: string): Promise<Broadcast> {
  await queries.move(tenant, id, ['sending'], 'paused', { pause_reason: 'user' })
  return await pressed(tenant, id, ['paused'], 'Only a broadcast that is being sent can be paused.')
}

export async function resume(tenant: Tenant, id: string): Promise<Broadcast> {
  await queries.move(tenant, id, ['paused'], 'sending')
  return await pressed(tenant, id, ['sending', 'completed'], 'Only a paused broadcast can go on.')
}

export async function cancel(tenant: Tenant, id: string): Promise<Broadcast> {
  const moved = await queries.move(tenant, id, ['draft', 'preparing', 'sending', 'paused'], 'cancelled', {
    finished: true,
  })
  if (moved) await cancelPending(tenant, id)
  return await pressed(tenant, id, ['cancelled'], 'This broadcast is over already.')
}

export async function cancelAll(tenant: Tenant): Promise<void> {
  for (const id of await queries.underWay(tenant)) await cancel(tenant, id)
}

export async function beginSending(tenant: Tenant, id: string): Promise<boolean> {
  return await queries.move(tenant, id, ['preparing'], 'sending')
}

/** The engine's brake: a person looks at it and lets it go on. */
export async function pauseFor(tenant: Tenant, id: string, reason: PauseReason): Promise<boolean> {
  return await queries.move(tenant, id, ['sending'], 'paused', { pause_reason: reason })
}

export async function complete(tenant: Tenant, id: string): Promise<boolean> {
  return await queries.move(tenant, id, ['sending'], 'completed', { finished: true })
}

export async function fail(tenant: Tenant, id: string, failure: string): Promise<boolean> {
  return await queries.move(tenant, id, ['preparing', 'sending'], 'failed', { failure, finished: true })
}

async function choose(
  tenant: Tenant,
  id: string,
  {
    contact_ids: included = [],
    exclude_contact_ids: excluded = [],
    wa_group_ids: groups = [],
    broadcast_group_ids: named = [],
  }: Audience,
) {
  const kept = await queries.setContacts(tenant, id, { included, excluded })
  if (kept < new Set([...included, ...excluded]).size) {
    throw fieldError('not_found', 'audience', 'Some of the chosen contacts do not exist any more. Choose them again.')
  }
  if ((await queries.setGroups(tenant, id, groups)) < new Set(groups).size) {
    throw fieldError('not_found', 'audience', 'Some of the chosen groups are not imported any more. Choose them again.')
  }
  if ((await queries.setBroadcastGroups(tenant, id, named)) < new Set(named).size) {
    throw fieldError('not_found', 'audience', 'Some of the chosen broadcast groups were deleted. Choose them again.')
  }
}

async function pressed(tenant: Tenant, id: string, wanted: BroadcastStatus[], otherwise: string): Promise<Broadcast> {
  const broadcast = found(await queries.get(tenant, id))
  if (!wanted.includes(broadcast.status)) throw new AppError('state_conflict', otherwise, { current: broadcast })
  await hint(tenant, 'broadcasts')
  return broadcast
}
