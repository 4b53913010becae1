// What the audit log keeps of a webhook, which may be changed or deleted later.
import type { Webhook } from '../../../contract/webhooks.ts'

/** Of the address only the host: the rest may contain a key of the receiver. */
export const auditDetail = ({ name, url, events }: Pick<Webhook, 'name' | 'url' | 'events'>) => ({
  name,
  host: new URL(url).host,
  what: events,
})
