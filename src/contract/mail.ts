// How this installation delivers email.
import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

/** `outbox`: there is no mail server; emails are files that the administrator reads and passes on. */
export const MailDelivery = z.object({ delivery: z.enum(['smtp', 'outbox']) })
export type MailDelivery = z.output<typeof MailDelivery>

export const mail = {
  /** Read by pages that announce an email. Reveals nothing about any address. */
  delivery: endpoint({ method: 'GET', path: '/v1/mail/delivery', access: 'open', response: MailDelivery }),
}
