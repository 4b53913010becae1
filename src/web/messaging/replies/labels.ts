// The text of an incoming message, or its kind in the user's language.
import type { NonTextMessage } from '../../../contract/replies.ts'
import { t } from '../../platform/lib/text.ts'

/** A message without text (a photo, a voice note, …) is stored by its kind only. */
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

/** The text as written; for a message without text, its translated kind. */
export const replyText = (text: string): string =>
  Object.hasOwn(nonText, text) ? nonText[text as NonTextMessage]() : text
