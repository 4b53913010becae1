// Rules of broadcasts: what may be sent, and state changes. Each is a compare-and-set, so a repeated click has no further
// effect.

import type { Audience, AudienceContacts } from '../../../contract/audiences.ts'
import type {
  Broadcast,
  BroadcastChange,
  BroadcastInput,
  BroadcastStatus,
  FollowUpInput,
  PauseReason,
} from '../../../contract/broadcasts.ts'
import { type Message, message } from '../../../contract/messages/message.ts'
import { AppError, fieldError, notFound, orNotFound } from '../../errors.ts'
import { hint } from '../../platform/db/hints.ts'
import type { Tenant } from '../../platform/db/index.ts'
import { audienceProblem } from '../broadcast-groups/service.ts'
import { type BroadcastTurn, cancelPending, failPending, unfreezeAudience } from '../engine/service.ts'
import { assertMedia } from '../media/service.ts'
import { compileFor, showsAmounts } from '../templates/service.ts'
import * as waGroups from '../wa-groups/service.ts'
import { requireAmountsOf } from './amounts.ts'
import { needsApproval } from './approval/rule.ts'
import * as queries from './queries.ts'
import * as shown from './rows/queries.ts'
import { timesOf } from './times.ts'
import { asked } from './turns/queries.ts'

/** A schedule missed by more than this needs a user's decision: the news may be outdated. */
const graceMs = 60 * 60_000

export async function create(tenant: Tenant, input: BroadcastInput): Promise<Broadcast> {
  const { audience, send_at, time_zone, expires_at, ...draft } = input
  if (!(await queries.lockSession(tenant, draft.session_id))) throw notFound()
  await assertMedia(tenant, draft.media_id)
  const times = timesOf(
    { send_at, time_zone, expires_at },
    { send_on: null, time_zone: null },
    await queries.homeZone(tenant),
  )
  const id = await queries.create(tenant, {
    name: draft.name,
    session_id: draft.session_id,
    template_id: draft.template_id ?? null,
    body: draft.body ?? null,
    media_id: draft.media_id ?? null,
    all_contacts: audience.all_contacts ?? false,
    send_on: null,
    send_at: null,
    time_zone: null,
    expires_at: null,
    ...times,
  })
  await choose(tenant, id, audience)
  return orNotFound(await shown.get(tenant, id))
}

export async function update(
  tenant: Tenant,
  id: string,
  { version, audience, send_at, time_zone, expires_at, ...change }: BroadcastChange,
): Promise<Broadcast> {
  if (change.session_id && !(await queries.lockSession(tenant, change.session_id))) throw notFound()
  await assertMedia(tenant, change.media_id)
  const before = orNotFound(await shown.get(tenant, id))
  const edited = await queries.update(tenant, id, version, {
    ...Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)),
    ...(audience ? { all_contacts: audience.all_contacts ?? false } : {}),
    ...timesOf({ send_at, time_zone, expires_at }, before, await queries.homeZone(tenant)),
  })
  if (!edited) {
    const current = orNotFound(await shown.get(tenant, id))
    if (current.status === 'scheduled')
      throw new AppError('state_conflict', message('broadcast.is_scheduled'), { current })
    if (isAsked(current)) throw new AppError('state_conflict', message('broadcast.is_requested'), { current })
    if (current.status !== 'draft') throw new AppError('state_conflict', message('broadcast.not_draft'), { current })
    throw new AppError('version_conflict', undefined, { current })
  }
  if (audience) await choose(tenant, id, audience)
  return orNotFound(await shown.get(tenant, id))
}

export async function audience(tenant: Tenant, id: string): Promise<AudienceContacts> {
  const { group_ids, ...contacts } = await shown.audience(tenant, id)
  return { ...contacts, groups: group_ids.length > 0 ? await waGroups.importedOf(tenant, group_ids) : [] }
}

export async function remove(tenant: Tenant, id: string): Promise<void> {
  if (await queries.remove(tenant, id)) return
  orNotFound(await shown.get(tenant, id))
  throw new AppError('state_conflict', message('broadcast.being_sent'))
}

/** Restoring a broadcast that is not deleted changes nothing. */
export async function restore(tenant: Tenant, id: string): Promise<Broadcast> {
  await queries.restore(tenant, id)
  return orNotFound(await shown.get(tenant, id))
}

/** Sends now, whatever the scheduled time; a draft with a time is scheduled first, so that nothing is sent early by mistake. */
export async function send(tenant: Tenant, id: string, now: Date): Promise<Broadcast> {
  // Locked before it is read, so that text, session and audience belong together.
  await queries.lockBroadcast(tenant, id)
  const it = await queries.unstarted(tenant, id)
  if (it && it.status !== 'paused') {
    if (it.status === 'draft' && it.send_at !== null && Date.parse(it.send_at) > now.getTime())
      throw fieldError('invalid_request', 'send_at', message('broadcast.has_start'))
    await begin(tenant, id, it, now)
  }
  return await pressed(tenant, id, ['preparing', 'sending', 'completed'], message('broadcast.started'))
}

async function begin(tenant: Tenant, id: string, it: queries.Unstarted, now: Date) {
  await assertStartable(tenant, id, it, now)
  if (it.approval !== 'approved') await assertNoApprovalNeeded(tenant, id)
  await start(tenant, id, it)
}

/** An approved broadcast already has its recipients, so it is not prepared again. */
async function start(tenant: Tenant, id: string, it: queries.Unstarted) {
  if (it.approval === 'approved') await queries.move(tenant, id, [it.status], 'sending', { started: true })
  else await queries.move(tenant, id, [it.status], 'preparing', { ...(await frozen(tenant, it)), started: true })
}

/** The parts of a broadcast that later edits of its template must not change. */
export const frozen = async (tenant: Tenant, it: queries.Unstarted) => ({
  body: it.body!,
  shows_amounts: await showsAmounts(tenant, it.body!),
  language: it.language,
  media_id: it.media_id,
  has_own_media: it.has_own_media,
  is_template_text: it.text_field === 'template_id',
})

export async function assertStartable(tenant: Tenant, id: string, it: queries.Unstarted, at: Date): Promise<void> {
  const [problem] = await problemsOf(tenant, id, it, at)
  if (problem) throw fieldError(problem.code, problem.path, problem.message)
  await requireAmountsOf(tenant, { ...it, groups: id })
  await keepSession(tenant, it)
}

async function assertNoApprovalNeeded(tenant: Tenant, id: string) {
  if (await needsApproval(tenant, id)) throw new AppError('approval_required', message('broadcast.needs_approval'))
}

const sessionGone = message('broadcast.session_removed')

/** A concurrent transaction may be removing it. */
export async function keepSession(tenant: Tenant, { session_id }: { session_id: string }) {
  if (!(await queries.lockSession(tenant, session_id))) throw fieldError('invalid_request', 'session_id', sessionGone)
}

export async function schedule(tenant: Tenant, id: string, now: Date): Promise<Broadcast> {
  await queries.lockBroadcast(tenant, id)
  const it = await queries.unstarted(tenant, id)
  if (it?.status === 'draft') {
    const sendAt = it.send_at === null ? null : new Date(it.send_at)
    if (!sendAt) throw fieldError('invalid_request', 'send_at', message('broadcast.no_start'))
    if (sendAt <= now) throw fieldError('invalid_request', 'send_at', message('broadcast.start_passed'))
    await assertStartable(tenant, id, it, sendAt)
    await assertNoApprovalNeeded(tenant, id)
    await queries.move(tenant, id, ['draft'], 'scheduled')
  }
  return await pressed(tenant, id, ['scheduled'], message('broadcast.not_draft_to_schedule'))
}

/** Turns a scheduled broadcast, or one that missed its time, back into a draft. Nothing has been sent. */
export async function unschedule(tenant: Tenant, id: string): Promise<Broadcast> {
  await queries.lockBroadcast(tenant, id)
  const it = await queries.unstarted(tenant, id)
  if (it?.approval === 'approved') await backToDraft(tenant, id, ['scheduled', 'paused'])
  else if (it) await queries.move(tenant, id, ['scheduled', 'paused'], 'draft')
  return await pressed(tenant, id, ['draft'], message('broadcast.not_scheduled'))
}

/** Also deletes the recipients that were frozen for an approval; the next request freezes them again. */
export async function backToDraft(tenant: Tenant, id: string, from: BroadcastStatus[]): Promise<boolean> {
  const moved = await queries.unfreeze(tenant, id, from, 'draft')
  if (moved) await unfreezeAudience(tenant, id)
  return moved
}

/** At the scheduled time: starts the broadcast, or pauses it if Kabar was down and the time was missed. */
export async function startDue(tenant: Tenant, id: string, now: Date): Promise<void> {
  await queries.lockBroadcast(tenant, id)
  const it = await queries.unstarted(tenant, id)
  // It was rescheduled in the meantime.
  if (it?.status !== 'scheduled' || it.send_at === null || Date.parse(it.send_at) > now.getTime()) return
  if (now.getTime() - Date.parse(it.send_at) > graceMs) {
    await queries.move(tenant, id, ['scheduled'], 'paused', { pause_reason: 'missed_window' })
    return
  }
  const [problem] = await problemsOf(tenant, id, it, now)
  if (problem) {
    await queries.move(tenant, id, ['scheduled'], 'failed', { failure: problem.message, finished: true })
    await failPending(tenant, id)
  } else if (it.approval !== 'approved' && (await needsApproval(tenant, id)))
    await queries.move(tenant, id, ['scheduled'], 'paused', { pause_reason: 'needs_approval' })
  else {
    await keepSession(tenant, it)
    await start(tenant, id, it)
  }
}

interface StartProblem {
  code: 'invalid_request' | 'template_invalid'
  path: string
  message: Message
}

/** Lists all problems before the user sends. */
export async function problems(tenant: Tenant, id: string, now: Date): Promise<{ path: string; message: Message }[]> {
  const it = await queries.unstarted(tenant, id)
  if (!it) return []
  const at = it.send_at === null ? now : new Date(Math.max(Date.parse(it.send_at), now.getTime()))
  return (await problemsOf(tenant, id, it, at)).map(({ path, message }) => ({ path, message }))
}

/** Problems that prevent a broadcast from starting at `at`. */
async function problemsOf(tenant: Tenant, id: string, it: queries.Unstarted, at: Date): Promise<StartProblem[]> {
  const problems: StartProblem[] = []
  const add = (path: string, said: Message, code: StartProblem['code'] = 'invalid_request') =>
    problems.push({ code, path, message: said })
  if (it.is_session_gone) add('session_id', sessionGone)
  if (!it.body) add('template_id', message('broadcast.no_message'))
  else {
    const compiled = await compileFor(tenant, it.body)
    if (!compiled.ok) add(it.text_field, compiled.error.message, 'template_invalid')
  }
  if (!it.has_audience && !it.approval) add('audience', message('broadcast.no_audience'))
  // After a request for approval the recipients are frozen, so changes of the groups no longer matter.
  const groups = it.approval ? undefined : await audienceProblem(tenant, id)
  if (groups) add('audience', groups)
  if (it.expires_at !== null && Date.parse(it.expires_at) <= at.getTime())
    add('expires_at', message('broadcast.expires_before_start'))
  return problems
}

/** Creates a draft with the same audience and message. */
export async function duplicate(tenant: Tenant, id: string): Promise<Broadcast> {
  await queries.lockBroadcast(tenant, id)
  const source = { source_broadcast_id: id, source_part: 'copy' } as const
  const untouchedCopy = await queries.untouched(tenant, source)
  if (untouchedCopy) {
    await queries.addAuthor(tenant, untouchedCopy)
    return orNotFound(await shown.get(tenant, untouchedCopy))
  }
  const copy = orNotFound(await queries.copy(tenant, source, undefined))
  await queries.copyAudience(tenant, copy, id)
  return orNotFound(await shown.get(tenant, copy))
}

/** Follow-up broadcast: creates a draft with the same message for recipients who did not receive, read or reply to it. */
export async function followUp(
  tenant: Tenant,
  id: string,
  { part, include_unconfirmed = false, name }: FollowUpInput,
): Promise<Broadcast> {
  await queries.lockBroadcast(tenant, id)
  if (orNotFound(await shown.get(tenant, id)).started_at === null)
    throw new AppError('state_conflict', message('broadcast.never_sent'))
  const source = { source_broadcast_id: id, source_part: part } as const
  const draft = (await queries.untouched(tenant, source)) ?? orNotFound(await queries.copy(tenant, source, name))
  await queries.addAuthor(tenant, draft)
  const chosen = await queries.choosePart(tenant, draft, source, include_unconfirmed)
  if (chosen === 0) throw new AppError('state_conflict', message('broadcast.nobody_left'))
  return orNotFound(await shown.get(tenant, draft))
}

export async function pause(tenant: Tenant, id: string): Promise<Broadcast> {
  await queries.move(tenant, id, ['sending'], 'paused', { pause_reason: 'user' })
  return await pressed(tenant, id, ['paused'], message('broadcast.not_sending'))
}

/** A broadcast that missed its time starts now. */
export async function resume(tenant: Tenant, id: string, now: Date): Promise<Broadcast> {
  await queries.lockBroadcast(tenant, id)
  const it = await queries.unstarted(tenant, id)
  if (it?.status === 'paused') await begin(tenant, id, it, now)
  else if (!it) {
    const { body, media } = orNotFound(await shown.get(tenant, id))
    await requireAmountsOf(tenant, { body, media_id: media?.id ?? null, groups: id })
    await queries.move(tenant, id, ['paused'], 'sending')
  }
  return await pressed(tenant, id, ['preparing', 'sending', 'completed'], message('broadcast.not_paused'))
}

export async function cancel(tenant: Tenant, id: string): Promise<Broadcast> {
  await cancelOne(tenant, id)
  return await pressed(tenant, id, ['cancelled'], message('broadcast.ended'))
}

export async function cancelAll(tenant: Tenant): Promise<void> {
  for (const id of await queries.activeIds(tenant)) await cancelOne(tenant, id)
  await hint(tenant, 'broadcasts')
}

async function cancelOne(tenant: Tenant, id: string) {
  const from: BroadcastStatus[] = ['draft', 'awaiting_approval', 'scheduled', 'preparing', 'sending', 'paused']
  const moved = await queries.move(tenant, id, from, 'cancelled', { finished: true })
  if (moved) await cancelPending(tenant, id)
}

/** Also returns false if another transaction holds the lock: freezing a large audience takes long. */
export async function startSending(tenant: Tenant, id: string, version: number): Promise<boolean> {
  return (await queries.lockIfIdle(tenant, id, version)) && (await queries.startSending(tenant, id))
}

/** For a broadcast that was started but now needs an approval. Its recipients must be deleted already. */
export async function pauseUnapproved(tenant: Tenant, id: string): Promise<boolean> {
  return await queries.unfreeze(tenant, id, ['sending'], 'paused')
}

/**
 * Locks a broadcast that is being prepared for approval. Undefined if another transaction holds the lock, or if this request was
 * withdrawn, even if another one was made since.
 */
export async function holdAsked(tenant: Tenant, id: string, version: number): Promise<BroadcastTurn | undefined> {
  return (await queries.lockIfIdle(tenant, id, version)) ? await asked(tenant, id) : undefined
}

/** This creates the version that an approver sees and approves. */
export async function awaitApproval(tenant: Tenant, id: string): Promise<boolean> {
  return await queries.move(tenant, id, ['preparing'], 'awaiting_approval')
}

/** Circuit breaker of the engine: paused until a user resumes it. */
export async function pauseFor(tenant: Tenant, id: string, reason: PauseReason): Promise<boolean> {
  return await queries.move(tenant, id, ['sending'], 'paused', { pause_reason: reason })
}

export async function complete(tenant: Tenant, id: string): Promise<boolean> {
  return await queries.move(tenant, id, ['sending'], 'completed', { finished: true })
}

export async function fail(tenant: Tenant, id: string, failure: Message): Promise<boolean> {
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
  const savedCount = await queries.setContacts(tenant, id, { included, excluded })
  if (savedCount < new Set([...included, ...excluded]).size) {
    throw fieldError('not_found', 'audience', message('broadcast.contacts_deleted'))
  }
  if ((await queries.setGroups(tenant, id, groups)) < new Set(groups).size) {
    throw fieldError('not_found', 'audience', message('broadcast.wa_groups_removed'))
  }
  if ((await queries.setBroadcastGroups(tenant, id, named)) < new Set(named).size) {
    throw fieldError('not_found', 'audience', message('broadcast.groups_deleted'))
  }
}

/** Approval was requested and not decided yet. */
const isAsked = ({ status, approval }: Broadcast) =>
  approval?.state === 'asked' && (status === 'preparing' || status === 'awaiting_approval')

/** Returns the broadcast if it now has one of these states. A request that is being prepared counts as `awaiting_approval`. */
export async function pressed(
  tenant: Tenant,
  id: string,
  wanted: BroadcastStatus[],
  otherwise: Message,
): Promise<Broadcast> {
  const broadcast = orNotFound(await shown.get(tenant, id))
  const status = isAsked(broadcast) ? 'awaiting_approval' : broadcast.status
  if (!wanted.includes(status)) throw new AppError('state_conflict', otherwise, { current: broadcast })
  await hint(tenant, 'broadcasts')
  return broadcast
}
