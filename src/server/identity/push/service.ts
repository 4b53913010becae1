// Browser push: which browsers show notifications, and what they are to show.
import { message } from '../../../contract/messages/message.ts'
import type { NewPushSubscription, PushSubscriber } from '../../../contract/push.ts'
import { AppError, fieldError, notFound } from '../../errors.ts'
import { hint } from '../../platform/db/hints.ts'
import type { Tenant } from '../../platform/db/index.ts'
import { type Caller, sessionOf } from '../../platform/http/authentication.ts'
import { urlFault } from '../../platform/http/public-addresses.ts'
import { deviceOf } from '../auth/service.ts'
import { isPublicKey } from './encryption.ts'
import * as queries from './queries.ts'

export { startPush } from './worker.ts'

/** Queues a notification for all browsers of the user. Call it in the transaction that stores what the notification is about. */
export async function queuePush(tenant: Tenant, user_id: string, notification: queries.Notification): Promise<void> {
  if (await queries.queue(tenant, user_id, notification)) await hint(tenant, 'push')
}

export async function list(tenant: Tenant, { user_id, session_id }: Caller): Promise<PushSubscriber[]> {
  const rows = await queries.list(tenant, user_id)
  return rows.map(({ user_agent, ...row }) => ({ ...row, ...deviceOf(user_agent), current: row.id === session_id }))
}

export async function save(tenant: Tenant, caller: Caller, given: NewPushSubscription, now: Date): Promise<void> {
  // Never a private address, even if the operator allows them for webhooks: every member can send any endpoint.
  const fault = urlFault(given.endpoint, { allowPrivate: false })
  if (fault) throw fieldError('invalid_request', 'endpoint', fault)
  if (!isPublicKey(given.keys.p256dh)) throw fieldError('invalid_request', 'keys.p256dh', message('field.invalid'))
  const session_id = sessionOf(caller)
  if (!(await queries.save(tenant, session_id, given, now))) throw new AppError('unauthenticated')
  await queries.removeOthers(tenant, { user_id: caller.user_id, session_id, endpoint: given.endpoint })
}

export async function remove(tenant: Tenant, { user_id }: Caller, id: string): Promise<void> {
  if (!(await queries.remove(tenant, user_id, id))) throw notFound()
}
