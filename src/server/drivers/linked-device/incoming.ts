// What people write to us: who it is from, and what it answers.
import { type BinaryNode, normalizeMessageContent, type proto, proto as protocol, unpadRandomMax16 } from 'baileys'
import { isGroup, isSelf, type Self } from './addresses.ts'

/** From, the other name of the same person if the stanza tells it, and when. Undefined: not from a person to us. */
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

/** The message that it quotes, by its id. */
export function quotedOf(message: proto.IMessage | null | undefined): string | undefined {
  const content = normalizeMessageContent(message ?? undefined)
  const parts = Object.values(content ?? {})
  for (const part of parts as ({ contextInfo?: proto.IContextInfo | null } | null)[])
    if (part?.contextInfo?.stanzaId) return part.contextInfo.stanzaId
  // What somebody reacts to.
  return content?.reactionMessage?.key?.id ?? undefined
}

/** Of what was decrypted; null for what cannot be read. */
export function messageIn(plain: Uint8Array): proto.IMessage | null {
  try {
    return protocol.Message.decode(unpadRandomMax16(plain))
  } catch {
    return null
  }
}
