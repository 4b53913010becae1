// What the form changes of a webhook.
import type { WebhookInput } from '../../../contract/webhooks.ts'
import { isSame } from '../../platform/ui/form-values.ts'

/** Only what changed, because a new address and other events need a fresh proof, and a new name does not. */
export function changeOf(before: WebhookInput, { name, url, events }: WebhookInput): Partial<WebhookInput> {
  return {
    ...(name !== before.name && { name }),
    ...(url !== before.url && { url }),
    // In the order in which they were checked.
    ...(!isSame(events.toSorted(), before.events.toSorted()) && { events }),
  }
}
