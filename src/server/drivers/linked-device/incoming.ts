// What people write to us: the text of it, and who it is from.
import { type BinaryNode, extractMessageContent, type proto, proto as protocol, unpadRandomMax16 } from 'baileys'
import type { Wordless } from '../../../contract/replies.ts'
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

/** In words that the pages know: it is on the phone, and says all the same that somebody has answered. */
const things: Partial<Record<keyof proto.IMessage, Wordless>> = {
  audioMessage: '🎤 Voice message',
  imageMessage: '📷 Photo',
  videoMessage: '🎥 Video',
  ptvMessage: '🎥 Video',
  stickerMessage: '🖼️ Sticker',
  documentMessage: '📄 Document',
  locationMessage: '📍 Location',
  liveLocationMessage: '📍 Location',
  contactMessage: '👤 Contact',
  contactsArrayMessage: '👤 Contact',
}

/** Null: nothing that a person wrote or recorded (a reaction, a key, a vote). */
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
  if (text) return text
  const [, thing] = Object.entries(things).find(([kind]) => content[kind as keyof proto.IMessage]) ?? []
  return thing ?? null
}

/** The message that it quotes, by its id. */
export function quotedOf(message: proto.IMessage | null | undefined): string | undefined {
  const parts = Object.values(extractMessageContent(message ?? undefined) ?? {})
  for (const part of parts as ({ contextInfo?: proto.IContextInfo | null } | null)[])
    if (part?.contextInfo?.stanzaId) return part.contextInfo.stanzaId
  return undefined
}

/** Of what was decrypted; null for what cannot be read. */
export function messageIn(plain: Uint8Array): proto.IMessage | null {
  try {
    return protocol.Message.decode(unpadRandomMax16(plain))
  } catch {
    return null
  }
}
