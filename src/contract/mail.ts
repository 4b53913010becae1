// How mails leave this installation.
import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

/** `outbox`: there is no mail server; mails are files that whoever runs the installation reads and hands on. */
export const MailDelivery = z.object({ delivery: z.enum(['smtp', 'outbox']) })
export type MailDelivery = z.output<typeof MailDelivery>

export const mail = {
  /** Asked by pages that would otherwise promise a mail. Says nothing about any address. */
  delivery: endpoint({ method: 'GET', path: '/v1/mail/delivery', access: 'open', response: MailDelivery }),
}
