// HTTP routes of email delivery: pages announce only what this installation can send.
import { type MailDelivery, mail } from '../../contract/mail.ts'
import type { Config } from '../config.ts'
import { type Binding, routeWithoutTransaction } from '../http/route.ts'

export function mailRoutes(binding: Binding, { smtpUrl }: Pick<Config, 'smtpUrl'>) {
  routeWithoutTransaction(
    binding,
    mail.delivery,
    async (): Promise<MailDelivery> => ({ delivery: smtpUrl ? 'smtp' : 'outbox' }),
  )
}
