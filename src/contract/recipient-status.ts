// What has become of a message for one recipient. Apart from broadcasts: answers have it too, and every page asks for those.
import * as z from 'zod/mini'

/** In the order of the ladder: a row only ever moves to a later one. */
export const recipientStatuses = [
  'pending',
  'skipped',
  'cancelled',
  'sending',
  'unknown',
  'failed',
  'accepted',
  'sent',
  'delivered',
  'read',
  'played',
] as const
export const RecipientStatus = z.enum(recipientStatuses)
export type RecipientStatus = z.output<typeof RecipientStatus>
