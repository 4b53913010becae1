// Claims many messages at a time for a session without pacing: unconfirmed messages, and those of a broadcast.

import type { Tenant } from '../../platform/db/index.ts'
import * as chats from '../chats/service.ts'
import type { BroadcastTurn } from './broadcasts.ts'
import * as claims from './claims/queries.ts'
import type { ClaimContext, ClaimedMessage, PacingContext } from './paced-claim.ts'
import * as queries from './queries.ts'

/** Claims unconfirmed messages, which are sent again with the same message ids. */
export async function claimResends(tenant: Tenant, situation: PacingContext, limit: number): Promise<ClaimedMessage[]> {
  const { term, abilities } = situation
  const unconfirmed = await claims.claimResends(tenant, term, limit)
  if (unconfirmed.length === 0) return []
  await writeSends(tenant, situation, unconfirmed)
  const ids = unconfirmed.map(({ id }) => id)
  await queries.markResent(tenant, term, ids, abilities.acknowledgementMs)
  return unconfirmed.map(({ id, address, wa_message_id, text, media }) => ({ id, address, wa_message_id, text, media }))
}

/** Claims the first due recipients of the broadcast. `found`: how many were decided, including skipped ones. */
export async function claimBatch(
  tenant: Tenant,
  situation: ClaimContext,
  turn: BroadcastTurn,
  limit: number,
): Promise<{ messages: ClaimedMessage[]; found: number }> {
  const { term, now, abilities } = situation
  const rows = await claims.claim(tenant, turn.id, limit, new Date(now).toISOString())
  if (rows.length === 0) return { messages: [], found: 0 }
  const decisions = await situation.decide(tenant, turn, rows)
  const decided = rows.slice(0, decisions.length)
  const ready = decided.flatMap((row, index) => {
    const { text, wa_message_id } = decisions[index]!
    return text === null ? [] : [{ row, text, wa_message_id: wa_message_id! }]
  })
  const sends = ready.map(({ row, wa_message_id }) => ({ wa_message_id, address_key: row.address_key }))
  if (sends.length > 0) await writeSends(tenant, situation, sends)
  await queries.markSending(tenant, term, decisions, abilities.acknowledgementMs)
  const messages = ready.map(
    ({ row: { id, address, attempts }, text, wa_message_id }): ClaimedMessage => ({
      id,
      address,
      wa_message_id,
      text,
      media: turn.media,
      request_id: turn.request_id,
      attempts,
    }),
  )
  return { messages, found: decided.length }
}

/** Also without limits: limits set later count the messages sent today. */
async function writeSends(
  tenant: Tenant,
  { term, now, random }: PacingContext,
  messages: { wa_message_id: string; address_key: string }[],
) {
  const sends = messages.map(({ wa_message_id, address_key }) => ({ wa_message_id, address_key, jitter: random() }))
  await chats.writeSends(tenant, term.session_id, new Date(now), sends)
}
