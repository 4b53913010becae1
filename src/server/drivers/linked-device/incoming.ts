// What people write to us: the text of it, and who it is from.
import { type BinaryNode, extractMessageContent, type proto, proto as protocol, unpadRandomMax16 } from 'baileys'
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

/** Null: nothing that a person wrote (a reaction, a key, a vote). */
export function textOf(message: proto.IMessage | null | undefined): string | null {
  const content = extractMessageContent(message ?? undefined)
  if (!content) return null
  const text =
    content.conversation ||
    content.extendedTextMessage?.text ||
    content.imageMessage?.caption ||
    content.videoMessage?.caption ||
    content.documentMessage?.caption ||
    content.buttonsResponseMessage?.selectedDisplayText ||
    content.listResponseMessage?.title ||
    content.templateButtonReplyMessage?.selectedDisplayText
  return text || null
}

/** Of what was decrypted; null as above, and for what cannot be read. */
export function textIn(plain: Uint8Array): string | null {
  try {
    return textOf(protocol.Message.decode(unpadRandomMax16(plain)))
  } catch {
    return null
  }
}
