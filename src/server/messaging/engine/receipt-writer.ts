// Writes send outcomes and delivery receipts of one session, debounced into batches.

import { type Database, inTenant, shareLockOrganization } from '../../platform/db/index.ts'
import { phoneKey } from '../../records/contacts/service.ts'
import type { DriverEvent } from '../drivers/driver.ts'
import * as replies from '../replies/service.ts'
import * as claims from './claims/queries.ts'
import * as groupReceipts from './group-receipts/queries.ts'
import type * as leases from './leases/queries.ts'
import * as queries from './queries.ts'

/** How many batches of outcomes and receipts were written, and how long they took from the first arrival. For metrics. */
export const receiptWrites = { count: 0, seconds: 0 }

type ReceiptEvent = Extract<DriverEvent, { type: 'receipt' }>

export interface ReceiptWriter {
  /** Resolves when it is committed. */
  outcome(outcome: queries.SendOutcome): Promise<void>
  receipt(event: ReceiptEvent): Promise<void>
  /** Writes what is left, then stops. */
  close(): Promise<void>
}

/** More rows per statement gain nothing beyond some hundreds; this bounds a transaction to a few ten milliseconds. */
const batchSize = 1_000
/** Debounce, so that the receipts of one message are coalesced into one write. */
const debounceMs = 10
/** A write costs as much as ten of its rows: for small batches, waiting longer coalesces the receipts of a slow connection. */
const smallBatch = 10

export function openReceiptWriter(
  database: Database,
  term: leases.Term,
  log: { warn(detail: object, text: string): void },
): ReceiptWriter {
  let outcomes = new Map<string, queries.SendOutcome>()
  let receipts = new Map<string, queries.RecipientReceipt>()
  /** Of groups, by message and member. */
  let memberReceipts = new Map<string, MemberReceipt>()
  let waiting: (() => void)[] = []
  let writing: Promise<void> | undefined
  let firstArrivalAt: number | undefined
  let closed = false

  const scheduleWrite = () => {
    firstArrivalAt ??= performance.now()
    const done = new Promise<void>((resolve) => waiting.push(resolve))
    writing ??= write()
    return done
  }

  async function write() {
    const size = () => outcomes.size + receipts.size + memberReceipts.size
    while (size() > 0) {
      if (!closed && size() < batchSize) await new Promise((resolve) => setTimeout(resolve, debounceMs))
      if (!closed && size() < smallBatch) await new Promise((resolve) => setTimeout(resolve, 2 * debounceMs))
      const [batch, resolved, arrivedAt] = [{ outcomes, receipts, memberReceipts }, waiting, firstArrivalAt!]
      firstArrivalAt = undefined
      outcomes = new Map()
      receipts = new Map()
      memberReceipts = new Map()
      waiting = []
      // Retries until the database is back: the writes are idempotent.
      for (let pause = 100; ; pause = Math.min(pause * 2, 5_000)) {
        try {
          await commit(batch)
          break
        } catch (error) {
          log.warn({ err: error, session_id: term.session_id }, `writing receipts failed, retrying in ${pause} ms`)
          // Not acknowledged: the network delivers its receipts again to the next term.
          if (closed) return
          await new Promise((resolve) => setTimeout(resolve, pause))
        }
      }
      receiptWrites.count += 1
      receiptWrites.seconds += (performance.now() - arrivedAt) / 1_000
      for (const resolve of resolved) resolve()
    }
    writing = undefined
  }

  /** If a message has both, the receipt implies the outcome: no row is changed twice. */
  async function commit(batch: Batch) {
    const results = [...batch.outcomes.values()].filter(({ wa_message_id }) => !batch.receipts.has(wa_message_id))
    const received = [...batch.receipts.values()]
    const members = [...batch.memberReceipts.values()]
    await inTenant(database, term, async (tenant) => {
      await shareLockOrganization(tenant)
      const ids = new Set([...results, ...received, ...members].map(({ wa_message_id }) => wa_message_id))
      const returned = results.filter(({ status }) => status === 'pending').map(({ wa_message_id }) => wa_message_id)
      if (returned.length > 0) await claims.lockBroadcasts(tenant, term.session_id, returned)
      const places = await claims.lockMessages(tenant, term.session_id, [...ids])
      if (results.length > 0) await queries.applyOutcomes(tenant, places, results)
      for (let from = 0; from < received.length; from += batchSize) {
        await queries.applyReceipts(tenant, places, received.slice(from, from + batchSize))
      }
      const inGroups = members.flatMap((member) => {
        const recipient_id = places.get(member.wa_message_id)?.group_id
        return recipient_id ? [{ ...member, recipient_id }] : []
      })
      if (inGroups.length > 0) {
        await groupReceipts.upsertGroupReceipts(tenant, inGroups)
        await queries.countMembers(tenant, [...new Set(inGroups.map(({ recipient_id }) => recipient_id))])
      }

      // Messages of no broadcast may be answers.
      const isOther = ({ wa_message_id }: { wa_message_id: string }) => !places.has(wa_message_id)
      const [otherResults, others] = [results.filter(isOther), received.filter(isOther)]
      if (otherResults.length > 0) await replies.applyOutcomes(tenant, term.session_id, otherResults)
      if (others.length > 0) await replies.applyReceipts(tenant, term.session_id, others)
      if (returned.length > 0) await queries.cancelReturned(tenant, term.session_id, returned)
    })
  }

  return {
    outcome: (outcome) => {
      // A refusal may arrive before the send resolves, and is more specific.
      if (outcomes.get(outcome.wa_message_id)?.status !== 'failed') outcomes.set(outcome.wa_message_id, outcome)
      return scheduleWrite()
    },
    receipt: (event) => {
      if (!isStorable(event)) {
        log.warn({ session_id: term.session_id }, 'invalid receipt skipped')
        return Promise.resolve()
      }
      if (event.participant) {
        const key = `${event.id} ${event.participant}`
        memberReceipts.set(key, mergeMemberReceipts(memberReceipts.get(key), event, event.participant))
      } else receipts.set(event.id, mergeReceipts(receipts.get(event.id), event))
      return scheduleWrite()
    },
    close: async () => {
      closed = true
      await writing
    },
  }
}

/** Strangers can send receipts too: one that PostgreSQL would reject must not block the others. */
const isStorable = ({ id, participant = '', lid: hidden = '', at }: ReceiptEvent) =>
  [id, participant, hidden].every((name) => name.length < 200 && !name.includes('\0')) && !Number.isNaN(at.getTime())

interface Batch {
  outcomes: ReadonlyMap<string, queries.SendOutcome>
  receipts: ReadonlyMap<string, queries.RecipientReceipt>
  memberReceipts: ReadonlyMap<string, MemberReceipt>
}

const rank = { sent: 0, delivered: 1, read: 2, played: 3 } as const

/** Merges two receipts of one message: the higher status, the earliest time of each step. */
export function mergeReceipts(
  existing: queries.RecipientReceipt | undefined,
  event: ReceiptEvent,
): queries.RecipientReceipt {
  const earliest = (before: Date | null | undefined) => (before && before < event.at ? before : event.at)
  const reached = rank[event.status]
  return {
    wa_message_id: event.id,
    status: existing && rank[existing.status] > reached ? existing.status : event.status,
    sent_at: earliest(existing?.sent_at),
    delivered_at: reached >= rank.delivered ? earliest(existing?.delivered_at) : (existing?.delivered_at ?? null),
    read_at: reached >= rank.read ? earliest(existing?.read_at) : (existing?.read_at ?? null),
  }
}

export interface MemberReceipt extends groupReceipts.GroupMemberReceipt {
  wa_message_id: string
}

/** The same for one member of a group. Reading implies delivery. */
export function mergeMemberReceipts(
  existing: MemberReceipt | undefined,
  event: ReceiptEvent,
  participant: string,
): MemberReceipt {
  const { delivered_at, read_at } = mergeReceipts(
    existing && { ...existing, status: 'delivered', sent_at: event.at },
    event,
  )
  return {
    wa_message_id: event.id,
    address_key: participant.startsWith('+') ? phoneKey(participant) : participant,
    hidden_key: event.lid ?? existing?.hidden_key ?? null,
    delivered_at: delivered_at ?? event.at,
    read_at,
  }
}
