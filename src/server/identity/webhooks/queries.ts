// All SQL of webhooks: their settings, secrets and whether they work.
import { type Kysely, type RawBuilder, sql } from 'kysely'
import {
  maxWebhooks,
  type Webhook,
  type WebhookChange,
  type WebhookDisabledReason,
  type WebhookInput,
} from '../../../contract/webhooks.ts'
import type { Tenant } from '../../platform/db/index.ts'
import type { DB } from '../../platform/db/types.ts'

export async function list({ db, organization_id }: Tenant, now: Date, id?: string): Promise<Webhook[]> {
  const { rows } = await sql<Webhook>`
    select w.id, w.name, w.url, w.events, w.active, w.disabled_reason, w.failing_since,
      case when w.previous_until > ${now} then w.previous_until end as previous_secret_until,
      (select count(*)::int from webhook_deliveries d where d.organization_id = w.organization_id and d.webhook_id = w.id
        and d.state = 'waiting') as waiting,
      w.version, w.created_at, w.updated_at
    from webhooks w
    where w.organization_id = ${organization_id} and w.id = coalesce(${id ?? null}, w.id) and w.removed_at is null
    order by lower(w.name), w.id`.execute(db)
  return rows
}

/** Of two that are added at the same time, the second waits here and counts the first. */
export async function lockAll({ db, organization_id }: Tenant): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('webhooks ' || ${organization_id}::text, 0))`.execute(db)
}

/** False if the organization has `maxWebhooks` already. */
export async function insert(
  { db, organization_id, user_id }: Tenant,
  { id, secret, name, url, events }: WebhookInput & { id: string; secret: Buffer },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into webhooks (organization_id, id, name, url, events, secret, created_by)
    select ${organization_id}, ${id}, ${name}, ${url}, ${events}::text[], ${secret}, ${user_id ?? null}::uuid
    where (select count(*) from webhooks where organization_id = ${organization_id} and removed_at is null) < ${maxWebhooks}`.execute(
    db,
  )
  return numAffectedRows === 1n
}

/** False if the version is stale. Turning it on forgets that it failed. */
export async function update(
  { db, organization_id }: Tenant,
  id: string,
  { version, name, url, events, active }: WebhookChange,
): Promise<boolean> {
  const on = active === true
  const { numAffectedRows } = await sql`
    update webhooks set name = coalesce(${name ?? null}, name), url = coalesce(${url ?? null}, url),
      events = coalesce(${events ?? null}::text[], events), active = coalesce(${active ?? null}::boolean, active),
      disabled_reason = case when ${on} then null else disabled_reason end,
      failing_since = case when ${on} or url <> ${url ?? null} then null else failing_since end,
      updated_at = now(), version = version + 1
    where organization_id = ${organization_id} and id = ${id} and removed_at is null and version = ${version}`.execute(
    db,
  )
  return numAffectedRows === 1n
}

/** From now on it is in no list, and nothing is sent or recorded for it; the worker deletes it with its deliveries. */
export async function remove({ db, organization_id }: Tenant, id: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update webhooks set active = false, disabled_reason = null, removed_at = now()
    where organization_id = ${organization_id} and id = ${id} and removed_at is null`.execute(db)
  return numAffectedRows === 1n
}

/** The present secret becomes the previous one. */
export async function setSecret(
  { db, organization_id }: Tenant,
  id: string,
  { secret, previous_until }: { secret: Buffer; previous_until: Date },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update webhooks set previous_secret = secret, previous_until = ${previous_until}, secret = ${secret},
      updated_at = now(), version = version + 1
    where organization_id = ${organization_id} and id = ${id} and removed_at is null`.execute(db)
  return numAffectedRows === 1n
}

const one = ({ organization_id }: Tenant, id: string): RawBuilder<unknown> =>
  sql`organization_id = ${organization_id} and id = ${id}`

export type ActiveWebhook = Pick<Webhook, 'id' | 'name' | 'url' | 'events' | 'failing_since'>

/** Before its deliveries, always in this order. Undefined: it was deleted, or is off. */
export async function lockActive(tenant: Tenant, id: string): Promise<ActiveWebhook | undefined> {
  const { rows } = await sql<ActiveWebhook>`
    select id, name, url, events, failing_since from webhooks where ${one(tenant, id)} and active for no key update`.execute(
    tenant.db,
  )
  return rows[0]
}

export async function setFailingSince(tenant: Tenant, id: string, since: Date | null): Promise<void> {
  await sql`update webhooks set failing_since = ${since} where ${one(tenant, id)}`.execute(tenant.db)
}

export async function disable(tenant: Tenant, id: string, reason: WebhookDisabledReason): Promise<void> {
  await sql`
    update webhooks set active = false, disabled_reason = ${reason}, updated_at = now(), version = version + 1
    where ${one(tenant, id)}`.execute(tenant.db)
}

export interface ToClear {
  organization_id: string
  id: string
  is_removed: boolean
}

/**
 * One webhook that is off and still has deliveries that wait, or that was removed. Nobody turns it on before the transaction
 * ends, and no other transaction is writing deliveries of it.
 */
export async function lockToClear(db: Kysely<DB>): Promise<ToClear | undefined> {
  const { rows } = await sql<ToClear>`
    select w.organization_id, w.id, w.removed_at is not null as is_removed from webhooks w
    where not w.active and (w.removed_at is not null or exists (
      select from webhook_deliveries d where d.organization_id = w.organization_id and d.webhook_id = w.id and d.state = 'waiting'
        and (d.lease_until is null or d.lease_until < clock_timestamp())))
    limit 1 for update of w skip locked`.execute(db)
  return rows[0]
}

/** Deletes a removed webhook. False if it has deliveries. */
export async function deleteEmpty(db: Kysely<DB>, { organization_id, id }: ToClear): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from webhooks where organization_id = ${organization_id} and id = ${id} and not exists (
      select from webhook_deliveries where organization_id = ${organization_id} and webhook_id = ${id})`.execute(db)
  return numAffectedRows === 1n
}
