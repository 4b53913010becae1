// Approval by a second person: request, withdrawal, decision, and approval of messages that changed afterwards.
import { createHash } from 'node:crypto'
import type { Broadcast } from '../../../../contract/broadcasts.ts'
import { message } from '../../../../contract/messages/message.ts'
import { AppError, fieldError, orNotFound, versionConflict } from '../../../errors.ts'
import type { Tenant } from '../../../platform/db/index.ts'
import { approveDrifts, lockDrifts } from '../../engine/service.ts'
import { requireAmountsOf } from '../amounts.ts'
import * as broadcasts from '../queries.ts'
import * as shown from '../rows/queries.ts'
import { assertStartable, backToDraft, frozen, keepSession, pressed } from '../service.ts'
import { type Mailing, tellApprovers, tellRequester } from './emails.ts'
import * as queries from './queries.ts'

/** Freezes text and file. The engine then freezes the recipients and writes each message (engine/preparing.ts). */
export async function request(tenant: Tenant, id: string, now: Date, mailing: Mailing): Promise<Broadcast> {
  await broadcasts.lockBroadcast(tenant, id)
  const it = await broadcasts.unstarted(tenant, id)
  if (it?.status === 'draft') {
    const sendAt = it.send_at === null ? null : new Date(it.send_at)
    if (sendAt && sendAt <= now) throw fieldError('invalid_request', 'send_at', message('broadcast.start_passed'))
    await assertStartable(tenant, id, it, sendAt ?? now)
    await broadcasts.move(tenant, id, ['draft'], 'preparing', { ...(await frozen(tenant, it)), approval: 'asked' })
    await broadcasts.addAuthor(tenant, id)
    await queries.request(tenant, id)
    await tellApprovers(tenant, id, mailing)
  }
  return await pressed(tenant, id, ['awaiting_approval'], message('broadcast.not_draft_to_request'))
}

/** Turns the request back into the draft that it was; nothing has been sent. */
export async function withdraw(tenant: Tenant, id: string): Promise<Broadcast> {
  await broadcasts.lockBroadcast(tenant, id)
  const it = await broadcasts.unstarted(tenant, id, ['preparing', 'awaiting_approval'])
  if (it?.approval === 'asked' && (await backToDraft(tenant, id, ['preparing', 'awaiting_approval'])))
    await queries.decide(tenant, id, 'withdrawn')
  return await pressed(tenant, id, ['draft'], message('broadcast.not_requested'))
}

export async function approve(
  tenant: Tenant,
  id: string,
  { version, now }: { version: number; now: Date },
  mailing: Mailing,
): Promise<Broadcast> {
  const it = await toDecide(tenant, id, version, 'approved')
  if (!it) return orNotFound(await shown.get(tenant, id))
  await assertStartable(tenant, id, it, now)
  const approved = await queries.digestOf(tenant, id)
  const isAhead = it.send_at !== null && Date.parse(it.send_at) > now.getTime()
  await broadcasts.move(tenant, id, ['awaiting_approval'], isAhead ? 'scheduled' : 'sending', {
    approval: 'approved',
    ...(isAhead ? {} : { started: true }),
  })
  await queries.decide(tenant, id, 'approved', approved)
  await tellRequester(tenant, id, mailing)
  return await pressed(tenant, id, ['scheduled', 'sending'], message('broadcast.not_requested'))
}

export async function reject(
  tenant: Tenant,
  id: string,
  { version, reason }: { version: number; reason: string },
  mailing: Mailing,
): Promise<Broadcast> {
  if (!(await toDecide(tenant, id, version, 'rejected'))) return orNotFound(await shown.get(tenant, id))
  await backToDraft(tenant, id, ['awaiting_approval'])
  await queries.decide(tenant, id, 'rejected', { reason })
  await tellRequester(tenant, id, mailing, reason)
  return await pressed(tenant, id, ['draft'], message('broadcast.not_requested'))
}

/**
 * Locks and returns the broadcast, if it waits for a decision as the caller saw it and the caller may decide. Undefined if the
 * caller already decided the same way, as after a second click.
 */
async function toDecide(
  tenant: Tenant,
  id: string,
  version: number,
  decision: 'approved' | 'rejected',
): Promise<broadcasts.Unstarted | undefined> {
  await broadcasts.lockBroadcast(tenant, id)
  const it = await broadcasts.unstarted(tenant, id, ['awaiting_approval'])
  const current = orNotFound(await shown.get(tenant, id))
  if (!it && (await queries.isDecidedByCaller(tenant, id, decision))) return undefined
  if (!it) throw new AppError('state_conflict', message('broadcast.not_requested'), { current })
  assertOther(tenant, it.authors)
  if (it.version !== version) throw versionConflict(message('broadcast.request_changed'), current)
  return it
}

/** Throws if the user is one of the authors, because nobody may approve their own broadcast. */
function assertOther({ user_id }: Tenant, authors: readonly string[]) {
  if (!user_id || authors.includes(user_id)) throw new AppError('forbidden', message('broadcast.own_approval'))
}

/** Sends the messages that changed since the approval as they are now, provided they are still what the caller saw. */
export async function approveChanges(tenant: Tenant, id: string, digest: string): Promise<Broadcast> {
  await broadcasts.lockBroadcast(tenant, id)
  const current = orNotFound(await shown.get(tenant, id))
  await requireAmountsOf(tenant, { body: current.body, media_id: current.media?.id ?? null, groups: id })
  const it = orNotFound(await broadcasts.approved(tenant, id))
  assertOther(tenant, it.authors)
  // Locks the changed messages, so that exactly these are sent.
  const drifts = it.is_reopenable ? await lockDrifts(tenant, id) : []
  if (drifts.length === 0) throw new AppError('state_conflict', message('broadcast.no_changes'), { current })
  if (await queries.changedByCaller(tenant, id)) throw new AppError('forbidden', message('broadcast.own_changes'))
  if (digestOf(drifts) !== digest) throw versionConflict(message('broadcast.changes_changed'), current)
  await keepSession(tenant, it)
  const recipients = await approveDrifts(tenant, id, drifts)
  await queries.recordChanges(tenant, id, { digest, recipients })
  if (recipients > 0) await broadcasts.move(tenant, id, ['completed'], 'sending', { finished: false })
  return await pressed(tenant, id, ['sending', 'paused', 'completed'], message('broadcast.no_changes'))
}

const digestOf = (drifts: readonly { digest: string }[]) =>
  createHash('sha256')
    .update(drifts.map(({ digest }) => digest).join(''))
    .digest('hex')
