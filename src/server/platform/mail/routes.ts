// HTTP routes of email delivery: pages show whether this installation can send emails.
import { type MailDelivery, mail } from '../../../contract/mail.ts'
import type { Config } from '../../config.ts'
import { type Binding, routeWithoutTransaction } from '../http/route.ts'

export function mailRoutes(binding: Binding, { smtpUrl }: Pick<Config, 'smtpUrl'>) {
  routeWithoutTransaction(
    binding,
    mail.delivery,
    async (): Promise<MailDelivery> => ({ delivery: smtpUrl ? 'smtp' : 'outbox' }),
  )
}
