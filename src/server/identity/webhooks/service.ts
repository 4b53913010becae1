// Rules of webhooks: adding and changing them, their secrets, test events and replays. Owners are told where data goes.
import { randomUUID } from 'node:crypto'
import type { AuditAction } from '../../../contract/audit-actions.ts'
import { pagination } from '../../../contract/common.ts'
import { message } from '../../../contract/messages/message.ts'
import {
  type Delivery,
  type DeliveryQuery,
  maxWebhooks,
  testEvent,
  type Webhook,
  type WebhookChange,
  type WebhookInput,
  type WebhookWithSecret,
} from '../../../contract/webhooks.ts'
import { AppError, fieldError, notFound, orNotFound, recordChanged } from '../../errors.ts'
import type { Keys } from '../../keys.ts'
import { writeAuditEvent } from '../../platform/db/audit-events.ts'
import { hint } from '../../platform/db/hints.ts'
import { type Database, inTenant, shareLockOrganization, type Tenant } from '../../platform/db/index.ts'
import type { Caller } from '../../platform/http/authentication.ts'
import { urlFault } from '../../platform/http/public-addresses.ts'
import { emailTo, queueMail } from '../../platform/mail/service.ts'
import { refuseInDemo } from '../organization/service.ts'
import { owners } from '../roles/service.ts'
import * as users from '../users/service.ts'
import { auditDetail } from './audit-detail.ts'
import * as deliveries from './deliveries/queries.ts'
import * as queries from './queries.ts'
import { overlapMs } from './schedule.ts'
import { sealSecret } from './secrets.ts'
import { newSecret } from './signature.ts'

export { type DeliveryOptions, startWebhooks } from './worker.ts'

interface WebhookDependencies {
  database: Database
  keys: Keys
  now: () => Date
  allowPrivate: boolean
  /** Base of links in emails. */
  publicUrl: string
}

export function webhookService({ database, keys, now, allowPrivate, publicUrl }: WebhookDependencies) {
  function checkUrl(url: string | undefined) {
    const fault = url === undefined ? undefined : urlFault(url, { allowPrivate })
    if (fault) throw fieldError('invalid_request', 'url', fault)
  }

  async function get(tenant: Tenant, id: string): Promise<Webhook> {
    const [webhook] = await queries.list(tenant, now(), id)
    return orNotFound(webhook)
  }

  async function audit(tenant: Tenant, { user_id, ip }: Caller, action: AuditAction, webhook: Webhook) {
    const detail = auditDetail(webhook)
    await writeAuditEvent(tenant, { action, user_id, ip, target_id: webhook.id, detail, at: now() })
  }

  async function tellOwners(
    tenant: Tenant,
    { user_id }: Caller,
    kind: 'webhook_added' | 'webhook_address_changed',
    { name, url: address }: Webhook,
  ) {
    const who = (await users.credentials(tenant, user_id))?.name ?? ''
    const values = { who, webhook: name, host: new URL(address).host, url: `${publicUrl}/account#webhooks` }
    for (const owner of await owners(tenant)) await queueMail(tenant, keys, emailTo(owner, kind, values))
  }

  /** Not in `route`, which stores responses under idempotency keys: a secret is stored only encrypted. */
  async function withSecret(
    caller: Caller,
    action: 'webhook_added' | 'webhook_secret_rotated',
    work: (tenant: Tenant, secret: string) => Promise<string>,
  ): Promise<WebhookWithSecret> {
    const secret = newSecret()
    return await inTenant(database, caller, async (tenant) => {
      await shareLockOrganization(tenant)
      const webhook = await get(tenant, await work(tenant, secret))
      await audit(tenant, caller, action, webhook)
      if (action === 'webhook_added') await tellOwners(tenant, caller, action, webhook)
      return { ...webhook, secret }
    })
  }

  async function add(caller: Caller, input: WebhookInput): Promise<WebhookWithSecret> {
    checkUrl(input.url)
    return await withSecret(caller, 'webhook_added', async (tenant, secret) => {
      await refuseInDemo(tenant, message('webhook.not_in_demo'))
      const id = randomUUID()
      await queries.lockAll(tenant)
      const isAdded = await queries.insert(tenant, {
        ...input,
        id,
        secret: sealSecret(keys, tenant.organization_id, id, secret),
      })
      if (!isAdded) throw new AppError('state_conflict', message('webhook.too_many', { max: maxWebhooks }))
      return id
    })
  }

  async function rotate(caller: Caller, id: string): Promise<WebhookWithSecret> {
    return await withSecret(caller, 'webhook_secret_rotated', async (tenant, secret) => {
      const change = {
        secret: sealSecret(keys, tenant.organization_id, id, secret),
        previous_until: new Date(now().getTime() + overlapMs),
      }
      if (!(await queries.setSecret(tenant, id, change))) throw notFound()
      return id
    })
  }

  async function change(tenant: Tenant, caller: Caller, id: string, wanted: WebhookChange): Promise<Webhook> {
    checkUrl(wanted.url)
    const before = await get(tenant, id)
    if (!(await queries.update(tenant, id, wanted))) throw recordChanged(before.name, await get(tenant, id))
    const webhook = await get(tenant, id)
    await audit(tenant, caller, 'webhook_changed', webhook)
    if (webhook.url !== before.url) await tellOwners(tenant, caller, 'webhook_address_changed', webhook)
    if (!webhook.active) await hint(tenant, 'webhooks')
    return webhook
  }

  async function remove(tenant: Tenant, caller: Caller, id: string): Promise<void> {
    const webhook = await get(tenant, id)
    if (!(await queries.remove(tenant, id))) throw notFound()
    await audit(tenant, caller, 'webhook_deleted', webhook)
    await hint(tenant, 'webhooks')
  }

  async function test(tenant: Tenant, webhook_id: string): Promise<Delivery> {
    const { active } = await get(tenant, webhook_id)
    if (!active) throw new AppError('state_conflict', message('webhook.off'))
    const id = await deliveries.insert(tenant, { webhook_id, type: testEvent, data: { webhook_id } })
    return orNotFound(await deliveries.get(tenant, id))
  }

  async function log(tenant: Tenant, webhook_id: string, query: DeliveryQuery) {
    await get(tenant, webhook_id)
    const { data, total } = await deliveries.list(tenant, webhook_id, query)
    return { data, pagination: pagination(query, total) }
  }

  async function replay(tenant: Tenant, id: string): Promise<Delivery> {
    const { webhook_id } = orNotFound(await deliveries.get(tenant, id))
    if (!(await queries.lockActive(tenant, webhook_id))) throw new AppError('state_conflict', message('webhook.off'))
    if (!(await deliveries.restart(tenant, id))) throw new AppError('state_conflict', message('webhook.still_waiting'))
    await hint(tenant, 'webhooks')
    return orNotFound(await deliveries.get(tenant, id))
  }

  const list = (tenant: Tenant) => queries.list(tenant, now())
  return { list, add, rotate, change, remove, test, log, replay }
}
