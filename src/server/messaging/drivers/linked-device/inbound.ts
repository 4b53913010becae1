// Turns incoming stanzas into events. Receipts and messages are acknowledged to WhatsApp only once stored.
import type { BinaryNode, NewChatMessageCapInfo, proto, WAMessage, WASocket } from 'baileys'
import { toNumber } from 'baileys'
import type { DriverEvent } from '../driver.ts'
import { lookupNoteOf } from './account-lookup.ts'
import { openAcknowledgements, reachoutLocked, timeOf } from './acknowledgements.ts'
import { bare, isLid, isSelf, type Self } from './addresses.ts'
import { cappingOf } from './capping.ts'
import type { Groups } from './groups.ts'
import type { HiddenSenders } from './hidden-senders.ts'
import { lidOf, resolveAddress } from './identities.ts'
import { type Envelope, envelopeOf, messageIn, quotedOf } from './incoming.ts'
import type { KeyStore } from './key-store.ts'
import { messageText } from './message-text.ts'
import { receiptOf } from './receipts.ts'
import type { SessionCache } from './session-cache.ts'
import type { WireEvents } from './wire.ts'

export interface InboundOptions {
  readonly sock: () => WASocket
  readonly groups: () => Groups
  readonly keys: KeyStore
  readonly hiddenSenders: HiddenSenders
  readonly memory: SessionCache
  readonly self: () => Self
  readonly now: () => number
  /** The recipient of a message of ours, by its id. */
  readonly writtenTo: (id: string) => Promise<string | undefined>
  /** Resolves when the event is stored; false if the session has ended. */
  readonly tell: (event: DriverEvent) => Promise<boolean>
}

type InboundEvents = Pick<
  WireEvents,
  'acknowledgement' | 'receipt' | 'notification' | 'message' | 'messages' | 'limit' | 'capping'
>

export type Inbound = ReturnType<typeof openInbound>

interface InboundMessage {
  readonly text: string
  readonly quoted: string | undefined
}

export function openInbound({ sock, groups, keys, hiddenSenders, memory, self, now, writtenTo, tell }: InboundOptions) {
  const acknowledgements = openAcknowledgements((event) => void tell(event))
  const storing = new Map<string, Promise<void>>()
  /** By WhatsApp's clock: ignores older reports that arrive late. */
  let cappingAt = 0
  const on: InboundEvents = {
    acknowledgement: (node) => {
      acknowledgements.hear(node, now())
      // The error does not say for how long: ask, and the response arrives as a limit.
      if (node.attrs.error === reachoutLocked)
        sock()
          .fetchAccountReachoutTimelock()
          .catch(() => {})
    },
    receipt: async (node) => {
      const receipt = receiptOf(node, self(), now())
      if (!receipt) return
      const { ids, status, at, participant } = receipt
      const member = participant ? await memberOf(participant) : {}
      await Promise.all(ids.map((id) => tell({ type: 'receipt', id, status, at, ...member })))
    },
    notification: (node) => {
      const waId = groups().change(node)
      if (waId) void tell({ type: 'group', waId })
    },
    message: async (node, plain) => {
      const envelope = envelopeOf(node, self())
      if (envelope) await hearMessage(envelope, messageIn(plain))
    },
    messages: (messages) => {
      for (const message of messages) {
        const envelope = envelopeIn(message, self())
        if (envelope) hearMessage(envelope, message.message).catch(() => {})
      }
    },
    limit: ({ isActive = false, timeEnforcementEnds }) =>
      void tell({ type: 'limit', code: 'reachout_locked', active: isActive, until: timeEnforcementEnds ?? null }),
    capping: (info) => {
      const at = Number(info.server_sent_timestamp ?? cappingAt)
      if (at < cappingAt) return
      cappingAt = at
      void tell(cappingOf(info, now()))
    },
  }
  return { acknowledgements, on, askForCapping }

  /** For caps reported while disconnected. Never throws: WhatsApp does not respond for some accounts. */
  async function askForCapping() {
    try {
      const info = await memory.lookups.ask<NewChatMessageCapInfo | null>(() => sock().fetchNewChatMessageCap())
      if (info) on.capping(info)
    } catch {}
  }

  async function memberOf(jid: string): Promise<{ participant: string; lid?: string }> {
    const participant = await resolveAddress(sock(), keys, jid)
    const lid = await lidOf(keys, jid)
    return lid && lid !== participant ? { participant, lid } : { participant }
  }

  async function hearMessage(envelope: Envelope, message: proto.IMessage | null | undefined) {
    const key = `${envelope.from} ${envelope.id}`
    const text = messageText(message)
    if (!text || memory.heard.has(key)) return
    // A message that arrives by a second path waits for the first.
    const stored = storing.get(key) ?? store(envelope, { text, quoted: quotedOf(message) }, key)
    storing.set(key, stored)
    await stored.finally(() => storing.delete(key))
  }

  /** A sender who quotes a message to one number must have that number: it is stored for all later messages. */
  async function resolveByQuote(hidden: string, quoted: string): Promise<string> {
    const number = await writtenTo(quoted).catch(() => undefined)
    if (!number?.startsWith('+')) return hidden
    keys.stageNotes(new Map([[lookupNoteOf(hidden), number]]))
    return number
  }

  /** A message not stored before the connection ended arrives again on the next: until then it is not marked as received. */
  async function store({ id, from, alternative, seconds }: Envelope, { text, quoted }: InboundMessage, key: string) {
    const sender = await resolveAddress(sock(), keys, from, alternative)
    const person = sender.startsWith('+') || !quoted ? sender : await resolveByQuote(sender, quoted)
    if (!person.startsWith('+')) hiddenSenders.add(keys, person)
    else {
      const hidden = bare([from, alternative].find((each) => each && isLid(each)) ?? from)
      hiddenSenders.named(keys, hidden, () => tell({ type: 'number_known', lid: hidden, number: person }))
    }
    const answers = quoted === undefined ? {} : { quoted }
    if (!(await tell({ type: 'message', id, from: person, text, at: timeOf(seconds, now()), ...answers })))
      await new Promise(() => {})
    memory.heard.set(key, true)
  }
}

/** The envelope of a message in Baileys' format. */
function envelopeIn({ key, messageTimestamp }: WAMessage, self: Self): Envelope | undefined {
  const { id, remoteJid, fromMe, remoteJidAlt } = key as proto.IMessageKey & { remoteJidAlt?: string }
  if (!id || !remoteJid || fromMe || isSelf(remoteJid, self)) return undefined
  const node: BinaryNode = {
    tag: 'message',
    attrs: { id, from: remoteJid, t: String(messageTimestamp ? toNumber(messageTimestamp) : '') },
  }
  const envelope = envelopeOf(node, self)
  return envelope && { ...envelope, alternative: remoteJidAlt ?? undefined }
}
