// Claims the next message of a session with pacing (throttling), or returns how long the session must wait.
import { limitsOf, type PacingLimits } from '../../../contract/pacing.ts'
import type { Tenant } from '../../platform/db/index.ts'
import { type Home, homeOf, phoneKey, timeZoneOf } from '../../records/contacts/service.ts'
import * as chats from '../chats/service.ts'
import type { Abilities } from '../drivers/driver.ts'
import type { NamedMedia } from '../media/service.ts'
import { failsTooOften, isSilent, refusesNewChats } from './breakers.ts'
import type { Broadcasts, BroadcastTurn } from './broadcasts.ts'
import * as claims from './claims/queries.ts'
import * as leases from './leases/queries.ts'
import { type ChatKind, type SendHistory, type Verdict, type Wait, whenToSend } from './pacing.ts'
import * as queries from './queries.ts'
import * as recipients from './results/queries.ts'
import { emptyHistory, holdOf, sendHistoryOf } from './send-history.ts'

/** A session at a moment. */
export interface PacingContext {
  term: leases.Term
  rules: leases.SendingRules
  now: number
  abilities: Abilities
  random(): number
}

export interface ClaimContext extends PacingContext {
  broadcasts: Broadcasts
  /** The broadcast of the previous turn in the round robin. */
  lastBroadcast: string
  /** Decides the text and id of each recipient, or why it is skipped; stops before the last if rendering takes long. */
  decide(tenant: Tenant, broadcast: BroadcastTurn, rows: readonly claims.Claimed[]): Promise<queries.Decision[]>
}

/** Waits of the whole session for a contact who has just written: sending hours do not apply. */
export async function waitForKnown(tenant: Tenant, situation: PacingContext): Promise<Wait> {
  const limits = limitsOf(situation.rules.pacing_mode, situation.rules.pacing_limits)
  const { session } = await judgeFor(tenant, situation, limits && { ...limits, hours: null })('known', 'UTC', null)
  return session
}

/**
 * What a direct message must wait for: the same limits as in a broadcast, except the gap between broadcasts (`contact_hours`).
 * `not_known`: the session may only write to known chats, and this chat is new.
 */
export async function waitForDirect(
  tenant: Tenant,
  situation: PacingContext,
  { address, address_key, time_zone, is_test }: DirectRecipient,
): Promise<Verdict | 'not_known'> {
  const limits = limitsOf(situation.rules.pacing_mode, situation.rules.pacing_limits)
  const own = is_test ? limits && forTests(limits) : limits
  const chat = (await chatsOf(tenant, situation, [address_key]))(address_key)
  if (chat === 'new' && own?.new_chat_cap === 0) return 'not_known'
  const zone = zoneOf({ time_zone, address }, await homeOf(tenant))
  return await judgeFor(tenant, situation, own)(chat, zone, null)
}

interface DirectRecipient {
  address: string
  address_key: string
  time_zone: string | null
  is_test: boolean
}

export type PacedClaim =
  /** Marked and committed with this transaction. */
  | { kind: 'message'; broadcastId: string | null; message: ClaimedMessage }
  | { kind: 'wait'; until: number }
  /** A recipient was skipped or deferred, or a broadcast paused: claim again immediately. */
  | { kind: 'again'; broadcastId: string }
  | { kind: 'nothing' }

export interface ClaimedMessage {
  id: string
  address: string
  wa_message_id: string
  text: string
  media?: NamedMedia | null
  /** Number before this attempt; undefined for the resend of an unconfirmed message. */
  attempts?: number
  /** The last request that changed its broadcast. */
  request_id?: string | null
}

/** Recipients evaluated together to find one that may be sent to now. */
const batch = 200
const hourMs = 3_600_000
const dayMs = 24 * hourMs
/** Kabar's estimate if WhatsApp names no duration. */
export const defaultHoldMs = dayMs

/** No limits are in effect: messages may be claimed in batches. */
export const isUnpaced = (rules: leases.SendingRules, now: number) =>
  rules.pacing_mode === 'off' && holdOf(rules, now) === null

/** An unconfirmed message may be resent: the driver makes a resend with the same id one message, and the session allows it. */
export const mayResend = (abilities: Pick<Abilities, 'ownIds'>, rules: Pick<leases.SendingRules, 'resend_unknown'>) =>
  abilities.ownIds && rules.resend_unknown

export async function claimNextPaced(tenant: Tenant, situation: ClaimContext): Promise<PacedClaim> {
  const { broadcasts, term, rules, now, abilities } = situation
  if (Date.parse(rules.next_send_at) > now) return { kind: 'wait', until: Date.parse(rules.next_send_at) }
  const limits = limitsOf(rules.pacing_mode, rules.pacing_limits)
  const turn = await broadcasts.nextInTurn(
    tenant,
    term.session_id,
    situation.lastBroadcast,
    new Date(now).toISOString(),
  )
  // Before any recipient is locked: pausing locks the broadcast first.
  if (limits && turn && (await checkBreakers(tenant, situation, turn))) return { kind: 'again', broadcastId: turn.id }
  const judge = judgeFor(tenant, situation, limits)

  const resend = mayResend(abilities, rules) ? await claimResend(tenant, situation, judge) : undefined
  if (resend) return resend
  if (!turn) return { kind: 'nothing' }
  const its = turn.is_test ? limits && forTests(limits) : limits
  return await claimPending(tenant, situation, turn, its, turn.is_test ? judgeFor(tenant, situation, its) : judge)
}

/** Test messages ignore sending hours and the frequency cap, because they are wanted now. All other limits apply. */
const forTests = (limits: PacingLimits): PacingLimits => ({ ...limits, hours: null, contact_hours: 0 })

type Judge = (chat: ChatKind, timeZone: string, messagedAt: number | null) => Promise<Verdict>

/** The history is read for the first recipient, and not at all if there is none. */
function judgeFor(tenant: Tenant, situation: PacingContext, limits: PacingLimits | null): Judge {
  const hold = holdOf(situation.rules, situation.now)
  let past: SendHistory | undefined
  return async (chat, timeZone, messagedAt) => {
    past ??= limits ? await sendHistoryOf(tenant, situation.term.session_id, limits, situation.now) : emptyHistory
    return whenToSend(limits, past, hold, { chat, timeZone, messagedAt }, situation.now)
  }
}

/** True if the broadcast was paused, or if WhatsApp seems to block new chats. */
async function checkBreakers(
  tenant: Tenant,
  { broadcasts, term, rules, now, abilities }: ClaimContext,
  turn: BroadcastTurn,
): Promise<boolean> {
  const results = await recipients.latestResults(tenant, term.session_id, rules.tripped_at)
  if (refusesNewChats(results, now) && !holdOf(rules, now)) {
    const until = new Date(now + defaultHoldMs)
    await leases.setHold(tenant, term, { code: 'reachout_locked', until, new_chats_only: true, now: new Date(now) })
    return true
  }
  const isQuiet = isSilent(results, now, abilities.acknowledgementMs)
  if (!isQuiet && !failsTooOften(results.filter(({ broadcast_id }) => broadcast_id === turn.id))) return false
  // Pauses all broadcasts of the session, or only this one.
  if (isQuiet) await broadcasts.pauseSession(tenant, term.session_id, 'no_acks')
  else await broadcasts.pauseFor(tenant, turn.id, 'error_threshold')
  await leases.setTripped(tenant, term, new Date(now))
  return true
}

/** Resends an unconfirmed message under its id, if the pacing allows a message at all. */
async function claimResend(tenant: Tenant, situation: ClaimContext, judge: Judge): Promise<PacedClaim | undefined> {
  const { term, abilities } = situation
  const [unconfirmed] = await claims.claimResends(tenant, term, 1)
  if (!unconfirmed) return undefined
  const { country, home_time_zone } = unconfirmed
  const chat = await chatsOf(tenant, situation, [unconfirmed.address_key])
  const zone = zoneOf(unconfirmed, { country, time_zone: home_time_zone })
  const { session, own } = await judge(chat(unconfirmed.address_key), zone, null)
  if (own.reason) {
    await queries.postponeResend(tenant, unconfirmed.id, new Date(own.at))
    return undefined
  }
  if (session.reason) return await everybodyWaits(tenant, situation, session, null)
  await writeSend(tenant, situation, unconfirmed.wa_message_id, unconfirmed.address_key)
  await queries.markResent(tenant, term, [unconfirmed.id], abilities.acknowledgementMs)
  const { id, address, wa_message_id, text, media } = unconfirmed
  return { kind: 'message', broadcastId: null, message: { id, address, wa_message_id, text, media } }
}

/** The first recipient, in the broadcast's order, that may be sent to. Those that must wait individually are deferred. */
async function claimPending(
  tenant: Tenant,
  situation: ClaimContext,
  turn: BroadcastTurn,
  limits: PacingLimits | null,
  judge: Judge,
): Promise<PacedClaim> {
  const { term, now, abilities } = situation
  const rows = await claims.claim(tenant, turn.id, batch, new Date(now).toISOString())
  const decisions = await situation.decide(tenant, turn, rows)
  const keys = rows.map(({ address_key }) => address_key)
  const chat = await chatsOf(tenant, situation, keys)
  const hours = limits?.contact_hours ?? 0
  const messaged =
    hours > 0
      ? await recipients.messagedSince(tenant, turn.id, keys, new Date(now - hours * hourMs))
      : new Map<string, number>()

  const skipped: queries.Decision[] = []
  const putOff: { place: string; at: Date; reason: string }[] = []
  let found: { row: claims.Claimed; decision: queries.Decision; session: Wait } | undefined
  for (const [index, decision] of decisions.entries()) {
    const row = rows[index]!
    const kind = chat(row.address_key)
    if (decision.text === null) {
      skipped.push(decision)
      continue
    }
    if (kind === 'new' && limits?.new_chat_cap === 0) {
      skipped.push({ place: row.place, wa_message_id: null, text: null, reason: 'not_known' })
      continue
    }
    const { session, own } = await judge(kind, zoneOf(row, turn), messaged.get(row.address_key) ?? null)
    if (own.reason) putOff.push({ place: row.place, at: new Date(own.at), reason: own.reason })
    else {
      found = { row, decision, session }
      break
    }
  }
  if (skipped.length > 0) await queries.markSending(tenant, term, skipped, abilities.acknowledgementMs)
  if (putOff.length > 0) await queries.deferRecipients(tenant, putOff)
  if (!found) return rows.length > 0 ? { kind: 'again', broadcastId: turn.id } : { kind: 'nothing' }
  const { row, decision, session } = found
  if (session.reason) return await everybodyWaits(tenant, situation, session, turn.id)
  if (hours > 0) {
    // Another session may be writing to the same address concurrently.
    await chats.lockAddress(tenant, row.address_key)
    const since = new Date(now - hours * hourMs)
    const at = (await recipients.messagedSince(tenant, turn.id, [row.address_key], since)).get(row.address_key)
    if (at !== undefined && at !== messaged.get(row.address_key)) return { kind: 'again', broadcastId: turn.id }
  }
  const { text, wa_message_id } = decision
  await writeSend(tenant, situation, wa_message_id!, row.address_key)
  await queries.markSending(tenant, term, [decision], abilities.acknowledgementMs)
  const { id, address, attempts } = row
  const { media, request_id } = turn
  const message = { id, address, attempts, text: text!, media, request_id, wa_message_id: wa_message_id! }
  return { kind: 'message', broadcastId: turn.id, message }
}

async function everybodyWaits(
  tenant: Tenant,
  { term }: ClaimContext,
  { at, reason }: Wait,
  broadcastId: string | null,
): Promise<PacedClaim> {
  await leases.setWait(tenant, term, { at: new Date(at), reason: reason!, broadcast_id: broadcastId })
  return { kind: 'wait', until: at }
}

export const writeSend = (
  tenant: Tenant,
  { term, now, random }: PacingContext,
  wa_message_id: string,
  address_key: string,
) => chats.writeSends(tenant, term.session_id, new Date(now), [{ wa_message_id, address_key, jitter: random() }])

async function chatsOf(
  tenant: Tenant,
  { term, rules: { phone_number } }: PacingContext,
  keys: readonly string[],
): Promise<(key: string) => ChatKind> {
  const known = await chats.knownOf(tenant, term.session_id, keys)
  // The session's own number counts as known, so that test messages to it are always possible.
  if (phone_number) known.add(phoneKey(phone_number))
  return (key) => (key.endsWith('@g.us') ? 'group' : known.has(key) ? 'known' : 'new')
}

/** The contact's own, otherwise that of the number's country; for a group, the organization's. */
const zoneOf = ({ time_zone, address }: { time_zone: string | null; address: string }, home: Home) =>
  time_zone ?? timeZoneOf(address.startsWith('+') ? address : null, home)
