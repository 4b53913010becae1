// The text of a message of any kind: its words, or a placeholder for its kind.
import { normalizeMessageContent, type proto } from 'baileys'
import type { NonTextMessage } from '../../../../contract/replies.ts'

type Content = proto.IMessage
type Words = string | null | undefined

/** Placeholders that the client can translate: the content is on the phone, but the contact did reply. */
const placeholders: Partial<Record<keyof Content, NonTextMessage>> = {
  audioMessage: '🎤 Voice message',
  imageMessage: '📷 Photo',
  videoMessage: '🎥 Video',
  ptvMessage: '🎥 Video',
  stickerMessage: '🖼️ Sticker',
  lottieStickerMessage: '🖼️ Sticker',
  stickerPackMessage: '🖼️ Sticker',
  documentMessage: '📄 Document',
  locationMessage: '📍 Location',
  liveLocationMessage: '📍 Location',
  contactMessage: '👤 Contact',
  contactsArrayMessage: '👤 Contact',
  interactiveMessage: '💬 Other message',
  interactiveResponseMessage: '💬 Other message',
  buttonsMessage: '💬 Other message',
  buttonsResponseMessage: '💬 Other message',
  listMessage: '💬 Other message',
  listResponseMessage: '💬 Other message',
  templateMessage: '💬 Other message',
  templateButtonReplyMessage: '💬 Other message',
  highlyStructuredMessage: '💬 Other message',
  productMessage: '💬 Other message',
  orderMessage: '💬 Other message',
  invoiceMessage: '💬 Other message',
  sendPaymentMessage: '💬 Other message',
  requestPaymentMessage: '💬 Other message',
  paymentInviteMessage: '💬 Other message',
  groupInviteMessage: '💬 Other message',
  eventMessage: '💬 Other message',
  pollCreationMessage: '💬 Other message',
  pollCreationMessageV2: '💬 Other message',
  pollCreationMessageV3: '💬 Other message',
}

/** Null: nothing that a person wrote, recorded or chose (a key exchange, a vote, a deleted message). */
export function messageText(message: Content | null | undefined): string | null {
  const content = normalizeMessageContent(message ?? undefined)
  if (!content) return null
  // An edit contains the new text.
  const edited = content.protocolMessage?.editedMessage
  if (edited) return messageText(edited)
  const text = wordsOf(content)
  if (text) return text
  const [, thing] = Object.entries(placeholders).find(([kind]) => content[kind as keyof Content]) ?? []
  return thing ?? null
}

function wordsOf(content: Content): string | undefined {
  return (
    lines(content.conversation) ||
    lines(content.extendedTextMessage?.text) ||
    lines(content.imageMessage?.caption) ||
    lines(content.videoMessage?.caption) ||
    lines(content.documentMessage?.caption) ||
    lines(content.reactionMessage?.text) ||
    pressedIn(content) ||
    interactiveIn(content) ||
    templateIn(content.templateMessage) ||
    pollIn(content.pollCreationMessage ?? content.pollCreationMessageV2 ?? content.pollCreationMessageV3) ||
    thingIn(content)
  )
}

/** The choice of a sender who was offered several. */
function pressedIn(content: Content): string | undefined {
  const { interactiveResponseMessage: flow } = content
  return (
    lines(content.buttonsResponseMessage?.selectedDisplayText) ||
    lines(content.listResponseMessage?.title, content.listResponseMessage?.description) ||
    lines(content.templateButtonReplyMessage?.selectedDisplayText) ||
    lines(flow?.body?.text) ||
    lines(chosenIn(flow?.nativeFlowResponseMessage?.paramsJson))
  )
}

/** Each kind of flow has parameters of its own: reads what it can. */
function chosenIn(json: Words): Words {
  const fields = parsed(json)
  return ['display_text', 'title', 'text', 'id'].map((name) => fields[name]).find((value) => typeof value === 'string')
}

function interactiveIn({ interactiveMessage, buttonsMessage, listMessage }: Content): string | undefined {
  const flow = interactiveMessage?.nativeFlowMessage?.buttons ?? []
  const cards = interactiveMessage?.carouselMessage?.cards ?? []
  return lines(
    interactiveMessage?.header?.title,
    interactiveMessage?.header?.subtitle,
    interactiveMessage?.body?.text,
    interactiveMessage?.footer?.text,
    ...flow.map(({ buttonParamsJson }) => option(parsed(buttonParamsJson).display_text)),
    ...cards.map((card) => interactiveIn({ interactiveMessage: card })),
    buttonsMessage?.text,
    buttonsMessage?.contentText,
    buttonsMessage?.imageMessage?.caption,
    buttonsMessage?.footerText,
    ...(buttonsMessage?.buttons ?? []).map(({ buttonText }) => option(buttonText?.displayText)),
    listMessage?.title,
    listMessage?.description,
    listMessage?.footerText,
    ...(listMessage?.sections ?? []).flatMap(({ title, rows }) => [
      title,
      ...(rows ?? []).map((row) => option(row.title)),
    ]),
  )
}

function templateIn(template: Content['templateMessage']): string | undefined {
  const hydrated = template?.hydratedTemplate ?? template?.hydratedFourRowTemplate
  const buttons = (hydrated?.hydratedButtons ?? []).map(
    ({ quickReplyButton, urlButton, callButton }) => (quickReplyButton ?? urlButton ?? callButton)?.displayText,
  )
  return (
    lines(
      hydrated?.hydratedTitleText,
      hydrated?.hydratedContentText,
      hydrated?.hydratedFooterText,
      ...buttons.map(option),
    ) || interactiveIn({ interactiveMessage: template?.interactiveMessageTemplate ?? null })
  )
}

function pollIn(poll: Content['pollCreationMessage']): string | undefined {
  return poll?.name
    ? lines(`📊 ${poll.name}`, ...(poll.options ?? []).map(({ optionName }) => option(optionName)))
    : undefined
}

function thingIn(content: Content): string | undefined {
  const { contactMessage, contactsArrayMessage, eventMessage, groupInviteMessage, productMessage, orderMessage } =
    content
  const contacts = contactMessage ? [contactMessage] : (contactsArrayMessage?.contacts ?? [])
  return (
    lines(...contacts.map(contactIn)) ||
    locationIn(content.locationMessage ?? content.liveLocationMessage) ||
    after('📄', content.documentMessage?.fileName) ||
    lines(after('📅', eventMessage?.name), eventMessage?.name && eventMessage.description) ||
    lines(groupInviteMessage?.groupName, groupInviteMessage?.caption) ||
    lines(productMessage?.product?.title, productMessage?.body) ||
    lines(orderMessage?.orderTitle, orderMessage?.message) ||
    lines(content.invoiceMessage?.note) ||
    lines((content.requestPaymentMessage ?? content.sendPaymentMessage)?.noteMessage?.extendedTextMessage?.text)
  )
}

/** The name and the numbers on the card. */
function contactIn({ displayName, vcard }: proto.Message.IContactMessage): Words {
  const numbers = (vcard ?? '').slice(0, 10_000).match(/^(?:item\d+\.)?TEL[^:\n]*:[^\r\n]+/gim) ?? []
  return after(
    '👤',
    [displayName, ...numbers.map((line) => line.slice(line.indexOf(':') + 1).trim())].filter(Boolean).join(' '),
  )
}

function locationIn(
  place:
    | {
        name?: Words
        address?: Words
        degreesLatitude?: number | null
        degreesLongitude?: number | null
        caption?: Words
      }
    | null
    | undefined,
) {
  if (typeof place?.degreesLatitude !== 'number' || typeof place.degreesLongitude !== 'number') return undefined
  const map = `https://www.google.com/maps?q=${place.degreesLatitude},${place.degreesLongitude}`
  return after('📍', lines(place.name, place.address, place.caption, map))
}

const lines = (...words: Words[]) => words.flatMap((text) => (text?.trim() ? [text] : [])).join('\n') || undefined
const option = (text: unknown) => (typeof text === 'string' && text ? `▫️ ${text}` : undefined)
const after = (sign: string, text: Words) => (text ? `${sign} ${text}` : undefined)

function parsed(json: Words): Record<string, string | undefined> {
  try {
    const value: unknown = JSON.parse(json ?? '{}')
    return typeof value === 'object' && value !== null ? (value as Record<string, string>) : {}
  } catch {
    return {}
  }
}
