// Parses incoming messages: the sender, the time, and the quoted message.
import { type BinaryNode, normalizeMessageContent, type proto, proto as protocol, unpadRandomMax16 } from 'baileys'
import { isGroup, isSelf, type Self } from './addresses.ts'

/** Sender, the sender's other id if the stanza has it, and time. Undefined: not from a person to us. */
export interface Envelope {
  readonly id: string
  readonly from: string
  readonly alternative?: string
  readonly seconds?: string
}

export function envelopeOf({ attrs }: BinaryNode, self: Self): Envelope | undefined {
  const { id, from, recipient, t } = attrs
  if (!id || !from || recipient || isGroup(from) || isSelf(from, self)) return undefined
  if (!/@(s\.whatsapp\.net|c\.us|lid|hosted|hosted\.lid)$/.test(from)) return undefined
  return { id, from, alternative: attrs.sender_pn ?? attrs.sender_lid, seconds: t }
}

/** The id of the message that it quotes. */
export function quotedOf(message: proto.IMessage | null | undefined): string | undefined {
  const content = normalizeMessageContent(message ?? undefined)
  const parts = Object.values(content ?? {})
  for (const part of parts as ({ contextInfo?: proto.IContextInfo | null } | null)[])
    if (part?.contextInfo?.stanzaId) return part.contextInfo.stanzaId
  // The message that the sender reacts to.
  return content?.reactionMessage?.key?.id ?? undefined
}

/** Parses decrypted content; null if it cannot be parsed. */
export function messageIn(plain: Uint8Array): proto.IMessage | null {
  try {
    return protocol.Message.decode(unpadRandomMax16(plain))
  } catch {
    return null
  }
}
