// Inbox of a session: stores an incoming message and its effects before acknowledging it to the network.
import { maxReplyText } from '../../../contract/replies.ts'
import { type Database, inTenant, shareLockOrganization, type Tenant } from '../../platform/db/index.ts'
import { storableText } from '../../platform/db/storable-text.ts'
import { holderOf, phoneKey, recordConsent } from '../../records/contacts/service.ts'
import * as chats from '../chats/service.ts'
import type { DriverEvent } from '../drivers/driver.ts'
import * as replies from '../replies/service.ts'
import type * as leases from './leases/queries.ts'
import { consentIntentOf } from './opt-out-words.ts'
import * as queries from './queries.ts'

type MessageEvent = Extract<DriverEvent, { type: 'message' }>
type NumberKnownEvent = Extract<DriverEvent, { type: 'number_known' }>

export interface Inbox {
  /** Resolves when it is committed; messages are stored one after the other, in order. */
  message(event: MessageEvent): Promise<void>
  /** Assigns messages under a hidden id to their number; queued in order with messages. */
  numberKnown(event: NumberKnownEvent): Promise<void>
  /** Waits for messages being stored. */
  close(): Promise<void>
}

export interface InboxOptions {
  database: Database
  term: leases.Term
  /** Called when there may be an answer to send, or a contact became a known chat. */
  onStored: () => void
  log: { warn(detail: object, text: string): void }
}

export function openInbox({ database, term, onStored, log }: InboxOptions): Inbox {
  let turn: Promise<void> = Promise.resolve()
  let closed = false

  async function store(event: MessageEvent | NumberKnownEvent): Promise<void> {
    for (let pause = 100; ; pause = Math.min(pause * 2, 5_000)) {
      try {
        const isFirst = await inTenant(database, term, (tenant) =>
          event.type === 'number_known' ? recognize(tenant, term, event) : saveMessage(tenant, term, event),
        )
        const key = phoneKey(event.type === 'number_known' ? event.number : event.from)
        // In its own transaction: it locks recipients in another order than results do.
        if (isFirst)
          await inTenant(database, term, async (tenant) => {
            await queries.rescheduleAsKnownChat(tenant, term.session_id, key)
            await replies.retryDeferred(tenant, term.session_id, key)
          })
        return onStored()
      } catch (error) {
        if (isPermanentRefusal(error)) {
          log.warn({ err: error, session_id: term.session_id }, 'incoming message rejected by the database, skipped')
          return
        }
        log.warn({ err: error, session_id: term.session_id }, 'storing an incoming message failed, retrying')
        if (closed) throw error
        await new Promise((resolve) => setTimeout(resolve, pause))
      }
    }
  }

  const inTurn = (event: MessageEvent | NumberKnownEvent) => {
    if (event.type === 'message' && (event.id.length > maxId || event.from.length > maxId)) {
      log.warn({ session_id: term.session_id }, 'incoming message with an invalid id skipped')
      return Promise.resolve()
    }
    const written = turn.then(() => store(event))
    turn = written.catch(() => {})
    // Not acknowledged if it is not stored: the network or the driver delivers it again to the next term.
    return written.catch(() => new Promise<void>(() => {}))
  }

  return {
    message: inTurn,
    numberKnown: inTurn,
    close: async () => {
      closed = true
      await turn
    },
  }
}

/** Maximum length of ids that networks assign. */
const maxId = 200

/** PostgreSQL would reject it every time, and one sender must not block the messages of others. */
const isPermanentRefusal = (error: unknown) => /^(22|54)/.test(String((error as { code?: unknown }).code))

/**
 * Needs no fence because it is a fact from the network. Idempotent: a stored message changes nothing.
 * Returns true for the first message of a sender.
 */
async function saveMessage(
  tenant: Tenant,
  term: leases.Term,
  { id, from, at, ...message }: MessageEvent,
): Promise<boolean> {
  const text = storableText(message.text, maxReplyText)
  await shareLockOrganization(tenant)
  const address_key = phoneKey(from)
  const contact_id = await holderOf(tenant, address_key)
  const { session_id } = term
  const replied_to = await chats.latestSend(
    tenant,
    session_id,
    address_key,
    at,
    message.quoted && storableText(message.quoted, maxId),
  )
  const intent = consentIntentOf(text)
  const reply = {
    wa_message_id: id,
    address: from,
    address_key,
    contact_id,
    text,
    at,
    replied_to,
    is_handled: !!intent,
  }
  const is_truncated = message.text.length > maxReplyText
  const reply_id = await replies.saveReply(tenant, session_id, { ...reply, is_truncated })
  if (!reply_id) return false
  // From now on the chat counts as known.
  const isFirst = await chats.recordInbound(tenant, session_id, address_key, at)
  if (replied_to) await queries.markReplied(tenant, session_id, replied_to, at)
  if (intent && (await recordConsent(tenant, address_key, intent.consent, { text, at })))
    await replies.addAnswer(tenant, { session_id, reply_id, text: intent.answer, is_automatic: true })
  return isFirst
}

/** Moves messages, the last opt-out or opt-in and the chat of a hidden id to its number, as if the number had been known. */
async function recognize(
  tenant: Tenant,
  { session_id }: leases.Term,
  { lid: hidden, number }: NumberKnownEvent,
): Promise<boolean> {
  await shareLockOrganization(tenant)
  const address_key = phoneKey(number)
  const contact_id = await holderOf(tenant, address_key)
  await chats.recognize(tenant, session_id, hidden, address_key)
  const messages = await replies.recognize(tenant, session_id, hidden, { address: number, address_key, contact_id })
  for (const { id, at } of messages) {
    const repliedTo = await chats.latestSend(tenant, session_id, address_key, new Date(at))
    if (!repliedTo) continue
    await replies.linkReplyToBroadcast(tenant, session_id, id, repliedTo)
    await queries.markReplied(tenant, session_id, repliedTo, new Date(at))
  }
  const last = messages.findLast(({ text }) => consentIntentOf(text))
  if (last)
    await recordConsent(tenant, address_key, consentIntentOf(last.text)!.consent, {
      text: last.text,
      at: new Date(last.at),
    })
  return messages.length > 0
}
