// What arrived at the phones, as they read it.
import { proto, unpadRandomMax16 } from 'baileys'
import { openMedia } from './media.ts'
import type { Network, Received } from './network.ts'

type Envelope = Pick<Received, 'number' | 'device' | 'id' | 'from' | 'fromDevice' | 'chat'>

/** Parses and stores the padded plaintext. A group's keys arrive as a message without content, which is not stored. */
export function keep(network: Network, envelope: Envelope, plain: Uint8Array): proto.IMessage {
  const outer = proto.Message.decode(unpadRandomMax16(plain))
  const message = outer.deviceSentMessage?.message ?? outer
  const isKeysOnly = message.senderKeyDistributionMessage && Object.keys(message).length === 1
  if (isKeysOnly || message.protocolMessage) return message
  const media = openMedia(network, message)
  const key = `${envelope.number} ${envelope.device} ${envelope.from} ${envelope.id}`
  const first = network.firstReads.get(key)
  const received: Received = {
    ...envelope,
    text: textOf(message),
    message,
    own: Boolean(outer.deviceSentMessage),
    at: network.timers.now(),
    ...(media ? { media } : {}),
    ...(first ? { duplicateOf: first } : {}),
  }
  if (!first) network.firstReads.set(key, received)
  network.received.push(received)
  return message
}

export function keepFailure(network: Network, envelope: Envelope, error: unknown): void {
  network.received.push({
    ...envelope,
    text: '',
    message: {},
    own: false,
    at: network.timers.now(),
    error: error instanceof Error ? error.message : String(error),
  })
}

function textOf(message: proto.IMessage): string {
  return (
    message.conversation ??
    message.extendedTextMessage?.text ??
    message.imageMessage?.caption ??
    message.videoMessage?.caption ??
    message.documentMessage?.caption ??
    ''
  )
}
