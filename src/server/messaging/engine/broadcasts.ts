// What the engine needs of broadcasts: whose turn it is, and changes of their state. broadcasts/engine-port.ts provides it.

import type { PauseReason, SourcePart } from '../../../contract/broadcasts.ts'
import type { Message } from '../../../contract/messages/message.ts'
import type { Database, Tenant } from '../../platform/db/index.ts'
import type { NamedMedia } from '../media/service.ts'

/** Each change of state is a compare-and-set. */
export interface Broadcasts {
  /** The database's clock, which all processes share. */
  clock(database: Database): Promise<Date>
  /** Broadcasts whose scheduled time has come. */
  due(database: Database, now: Date): Promise<{ organization_id: string; id: string; request_id: string | null }[]>
  active(database: Database, now: Date): Promise<ActiveBroadcast[]>
  /** The session's next broadcast with a due recipient, in the round robin after `last`. */
  nextInTurn(tenant: Tenant, sessionId: string, last: string, now: string): Promise<BroadcastTurn | undefined>
  /** Starts a scheduled broadcast, or pauses it if its time was missed. */
  startDue(tenant: Tenant, id: string, now: Date): Promise<void>
  /** preparing → sending. False if another process was faster, or if it is being prepared for approval. */
  startSending(tenant: Tenant, id: string, version: number): Promise<boolean>
  /** Whether a broadcast to this many recipients needs approval, by the organization's rule. */
  needsApproval(tenant: Tenant, id: string, recipients: number): Promise<boolean>
  /** sending → paused, with the state from before the start, because it needs approval. Its recipients must be deleted already. */
  pauseUnapproved(tenant: Tenant, id: string): Promise<boolean>
  /** Locks a broadcast that is being prepared for approval, without waiting. Undefined if another process has it or it ended. */
  holdAsked(tenant: Tenant, id: string, version: number): Promise<BroadcastTurn | undefined>
  /** preparing → awaiting_approval, once all messages are written. */
  awaitApproval(tenant: Tenant, id: string): Promise<boolean>
  /** Locks the broadcast against changes of its state, until the transaction ends. */
  lockBroadcast(tenant: Tenant, id: string): Promise<void>
  /** Why nothing can be sent to the broadcast's audience; undefined if it can. */
  audienceProblem(tenant: Tenant, id: string): Promise<Message | undefined>
  complete(tenant: Tenant, id: string): Promise<boolean>
  fail(tenant: Tenant, id: string, failure: Message): Promise<boolean>
  pauseFor(tenant: Tenant, id: string, reason: PauseReason): Promise<boolean>
  /** Pauses all broadcasts of the session that are being sent. */
  pauseSession(tenant: Tenant, sessionId: string, reason: PauseReason): Promise<void>
}

export interface ActiveBroadcast {
  organization_id: string
  id: string
  /** As of reading. A draft that was edited and started again since then has another version. */
  version: number
  session_id: string
  status: 'preparing' | 'sending'
  approval: 'asked' | 'approved' | null
  all_contacts: boolean
  source_broadcast_id: string | null
  source_part: SourcePart | null
  /** The last request that changed it. */
  request_id: string | null
  is_expired: boolean
}

/** Fields of log lines about a broadcast. */
export const about = ({ id, request_id }: Pick<ActiveBroadcast, 'id' | 'request_id'>) => ({
  broadcast_id: id,
  ...(request_id && { request_id }),
})

export interface BroadcastTurn {
  id: string
  body: string
  /** Language of the text, for contacts without their own. */
  language: string
  media: NamedMedia | null
  /** The last request that changed it. */
  request_id: string | null
  organization_name: string
  /** Today in the organization's time zone. */
  today: string
  country: string
  time_zone: string
  is_test: boolean
  /** Whether only messages that equal the approved ones may be sent. */
  is_approved: boolean
}
