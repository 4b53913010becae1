// What becomes of a delivery and its webhook after an attempt.
import type { WebhookDisabledReason } from '../../../contract/webhooks.ts'
import type { Keys } from '../../keys.ts'
import { writeAuditEvent } from '../../platform/db/audit-events.ts'
import { type Database, inTenant, type Tenant } from '../../platform/db/index.ts'
import type { Attempt } from '../../platform/http/outgoing-request.ts'
import { emailTo, queueMail } from '../../platform/mail/service.ts'
import { membersWith } from '../roles/service.ts'
import { auditDetail } from './audit-detail.ts'
import * as deliveries from './deliveries/queries.ts'
import * as queries from './queries.ts'
import { hasFailedLong, nextAttempt } from './schedule.ts'

interface TurningOff {
  keys: Keys
  publicUrl: string
  log: { warn(context: object, message: string): void }
  now: Date
}

interface Recording extends TurningOff {
  database: Database
  random: () => number
}

export async function recordResult(
  recording: Recording,
  job: deliveries.Job,
  attempt: Attempt & { duration_ms: number },
): Promise<void> {
  const { database, log, now, random } = recording
  const { organization_id, id: delivery_id, webhook_id, attempts } = job
  const { failure, response_status } = attempt
  await inTenant(database, { organization_id }, async (tenant) => {
    const webhook = await queries.lockActive(tenant, webhook_id)
    const mayRetry = failure !== null && failure !== 'gone' && webhook !== undefined
    const next_attempt_at = (mayRetry && nextAttempt(attempts, now, random)) || null
    const state = failure === null ? 'delivered' : next_attempt_at ? 'waiting' : 'failed'
    const isOurs = await deliveries.finish(tenant, job, { ...attempt, state, next_attempt_at })
    if (!isOurs || !webhook) return
    if (failure === null) {
      if (webhook.failing_since) await queries.setFailingSince(tenant, webhook_id, null)
      return
    }
    log.warn(
      { organization_id, webhook_id, delivery_id, attempts, failure, response_status },
      `webhook delivery ${state}`,
    )
    const since = webhook.failing_since ? new Date(webhook.failing_since) : now
    if (!webhook.failing_since) await queries.setFailingSince(tenant, webhook_id, now)
    if (failure === 'gone') await turnOff(tenant, recording, webhook, 'gone')
    else if (hasFailedLong(since, now)) await turnOff(tenant, recording, webhook, 'failing')
  })
}

/** So that a receiver slower than the changes does not fill the database. */
export async function turnOffOverfull(recording: TurningOff & { database: Database }, most: number): Promise<void> {
  const { database } = recording
  for (const { organization_id, id } of await deliveries.overfull(database, most))
    await inTenant(database, { organization_id }, async (tenant) => {
      const webhook = await queries.lockActive(tenant, id)
      if (webhook) await turnOff(tenant, recording, webhook, 'too_many_waiting')
    })
}

/** Whoever may turn it on again is told by email. What waits is given up by the worker. */
async function turnOff(
  tenant: Tenant,
  { keys, publicUrl, log, now }: TurningOff,
  webhook: queries.ActiveWebhook,
  reason: WebhookDisabledReason,
) {
  const { id, name } = webhook
  await queries.disable(tenant, id, reason)
  const detail = { reason, ...auditDetail(webhook) }
  await writeAuditEvent(tenant, { action: 'webhook_disabled', target_id: id, detail, at: now })
  const url = `${publicUrl}/account#webhooks`
  for (const member of await membersWith(tenant, 'manage_settings'))
    await queueMail(tenant, keys, emailTo(member, `webhook_${reason}`, { url, webhook: name }))
  log.warn({ organization_id: tenant.organization_id, webhook_id: id, reason }, 'webhook turned off')
}
