// Delivery status of a message to one recipient. Separate from broadcasts because answers have it too and every page loads it.
import * as z from 'zod/mini'

/** In order of progress: a row only ever moves to a later status. */
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
