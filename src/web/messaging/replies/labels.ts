// Text of an incoming message in the reader's language.
import type { NonTextMessage } from '../../../contract/replies.ts'
import { t } from '../../platform/lib/text.ts'

/** Of a message without text only its kind is stored. */
const nonText: Record<NonTextMessage, () => string> = {
  '🎤 Voice message': () => t('🎤 Voice message'),
  '📷 Photo': () => t('📷 Photo'),
  '🎥 Video': () => t('🎥 Video'),
  '🖼️ Sticker': () => t('🖼️ Sticker'),
  '📄 Document': () => t('📄 Document'),
  '📍 Location': () => t('📍 Location'),
  '👤 Contact': () => t('👤 Contact'),
  '💬 Other message': () => t('💬 Other message'),
}

/** The text as written, or the translated kind of a message without text. */
export const replyText = (text: string): string =>
  Object.hasOwn(nonText, text) ? nonText[text as NonTextMessage]() : text
