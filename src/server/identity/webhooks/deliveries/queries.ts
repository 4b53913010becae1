// All SQL of deliveries: the log, claims and results. Triggers write them with the change (0023_webhooks.sql).
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Delivery, DeliveryQuery } from '../../../../contract/webhooks.ts'
import type { Database, Tenant } from '../../../platform/db/index.ts'
import { mayLeave } from '../../../platform/db/restored.ts'
import type { DB } from '../../../platform/db/types.ts'
import type { Attempt } from '../../../platform/http/outgoing-request.ts'

const shown = sql`id, webhook_id, type, at, state, attempts, attempted_at, failure, response_status, response, duration_ms,
  case when state = 'waiting' then coalesce(nullif(next_attempt_at, '-infinity'), at) end as next_attempt_at`

export async function list(
  { db, organization_id }: Tenant,
  webhook_id: string,
  { page = 1, per_page = 20, state }: DeliveryQuery,
): Promise<{ data: Delivery[]; total: number }> {
  const matching = sql`organization_id = ${organization_id} and webhook_id = ${webhook_id} and state = coalesce(${state ?? null}, state)`
  const { rows } = await sql<Delivery>`
    select ${shown} from webhook_deliveries where ${matching}
    order by id desc limit ${per_page} offset ${(page - 1) * per_page}`.execute(db)
  const counted = await sql<{
    total: number
  }>`select count(*) as total from webhook_deliveries where ${matching}`.execute(db)
  return { data: rows, total: counted.rows[0]!.total }
}

export async function get({ db, organization_id }: Tenant, id: string): Promise<Delivery | undefined> {
  const { rows } = await sql<Delivery>`
    select ${shown} from webhook_deliveries where organization_id = ${organization_id} and id = ${id}`.execute(db)
  return rows[0]
}

export async function insert(
  { db, organization_id }: Tenant,
  { webhook_id, type, data }: { webhook_id: string; type: string; data: object },
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into webhook_deliveries (organization_id, webhook_id, type, data)
    values (${organization_id}, ${webhook_id}, ${type}, ${JSON.stringify(data)}) returning id`.execute(db)
  return rows[0]!.id
}

/** False if it is still waiting. */
export async function restart({ db, organization_id }: Tenant, id: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update webhook_deliveries set state = 'waiting', attempts = 0, next_attempt_at = '-infinity', failure = null
    where organization_id = ${organization_id} and id = ${id} and state <> 'waiting'`.execute(db)
  return numAffectedRows === 1n
}

/** Not being sent at this moment. */
const isFree = sql`(lease_until is null or lease_until < clock_timestamp())`
/** So that no statement takes long, and claims go on in between. */
const batch = 5_000

type Hook = Pick<Tenant, 'organization_id'> & { id: string }

/** A batch of what waits for a webhook has failed. Returns how many. */
export async function giveUp(db: Kysely<DB>, hook: Hook): Promise<bigint> {
  const { numAffectedRows = 0n } = await sql`
    with ${batchOf(hook, sql`state = 'waiting' and ${isFree}`)}
    update webhook_deliveries d set state = 'failed', failure = coalesce(d.failure, 'turned_off')
    from batch where d.organization_id = batch.organization_id and d.id = batch.id`.execute(db)
  return numAffectedRows
}

/** Deletes a batch of the deliveries of a webhook. Returns how many. */
export async function remove(db: Kysely<DB>, hook: Hook): Promise<bigint> {
  const { numAffectedRows = 0n } = await sql`
    with ${batchOf(hook, sql`true`)}
    delete from webhook_deliveries d using batch where d.organization_id = batch.organization_id and d.id = batch.id`.execute(
    db,
  )
  return numAffectedRows
}

/** Materialized, because a subquery with a limit may run several times in one statement, and then takes more than the limit. */
const batchOf = ({ organization_id, id }: Hook, condition: RawBuilder<unknown>) => sql`
  batch as materialized (
    select organization_id, id from webhook_deliveries
    where organization_id = ${organization_id} and webhook_id = ${id} and ${condition} limit ${batch} for update skip locked)`

/** Webhooks that are on and have more than `most` deliveries waiting. */
export async function overfull({ system }: Database, most: number): Promise<{ organization_id: string; id: string }[]> {
  const { rows } = await sql<{ organization_id: string; id: string }>`
    select w.organization_id, w.id from webhooks w
    where w.active and exists (
      select from webhook_deliveries d where d.organization_id = w.organization_id and d.webhook_id = w.id and d.state = 'waiting'
      offset ${most})`.execute(system)
  return rows
}

export interface Job {
  id: string
  organization_id: string
  webhook_id: string
  type: string
  at: string
  data: unknown
  attempts: number
  token: string
  url: string
  secret: Buffer
  previous_secret: Buffer | null
}

/** How many deliveries of one webhook are sent at the same time; of one that fails, one. */
const concurrent = 4
/** Of all webhooks of an organization; of two servers that claim at the same moment, the second may exceed it. */
const concurrentOfOrganization = 8

const isInFlight = sql`d.state = 'waiting' and d.lease_until is not null and d.lease_until >= clock_timestamp()`

/**
 * Claims what is due, at most `most`. The webhooks of an organization take turns, and so do organizations: whoever has fewer
 * requests in flight comes first. While a server claims of a webhook, others pass it over. A lease outlasts the time limit of a request.
 */
export async function claim({ system }: Database, now: Date, most: number): Promise<Job[]> {
  const { rows } = await sql<Job>`
    with hooks as (
      select w.organization_id, w.id, w.failing_since from webhooks w
      where w.active and ${mayLeave('w')} and exists (
        select from webhook_deliveries d where d.organization_id = w.organization_id and d.webhook_id = w.id and d.state = 'waiting'
          and d.next_attempt_at <= ${now})
      for no key update of w skip locked),
    in_flight as (
      select d.organization_id, d.webhook_id, count(*) as count from webhook_deliveries d where ${isInFlight} group by 1, 2),
    counted as (
      select h.*,
        (select coalesce(sum(f.count), 0) from in_flight f where f.organization_id = h.organization_id and f.webhook_id = h.id) as own,
        (select coalesce(sum(f.count), 0) from in_flight f where f.organization_id = h.organization_id) as together
      from hooks h),
    -- The number of each request among those of its webhook, then among those of its organization.
    turns as (
      select d.*, row_number() over (partition by d.organization_id order by d.turn, d.next_attempt_at, d.id) + c.together as place
      from counted c
      cross join lateral (
        select d.organization_id, d.id, d.next_attempt_at, row_number() over (order by d.next_attempt_at, d.id) + c.own as turn
        from webhook_deliveries d
        where d.organization_id = c.organization_id and d.webhook_id = c.id and d.state = 'waiting' and d.next_attempt_at <= ${now}
          and ${isFree}
        order by d.next_attempt_at, d.id
        limit greatest(0, case when c.failing_since is null then ${concurrent} else 1 end - c.own)) d),
    due as (
      select organization_id, id from turns where place <= ${concurrentOfOrganization}
      order by place, next_attempt_at, id limit ${most})
    update webhook_deliveries d set attempts = d.attempts + 1, attempted_at = ${now}, lease_token = gen_random_uuid(),
      lease_until = clock_timestamp() + interval '1 minute'
    from due, webhooks w
    where d.organization_id = due.organization_id and d.id = due.id and w.organization_id = d.organization_id and w.id = d.webhook_id
      -- Another server may have claimed it after this statement had begun to read.
      and d.state = 'waiting' and ${isFree}
    returning d.id, d.organization_id, d.webhook_id, d.type, d.at, d.data, d.attempts, d.lease_token as token,
      w.url, w.secret, case when w.previous_until > ${now} then w.previous_secret end as previous_secret`.execute(
    system,
  )
  return rows
}

type End = Attempt & { duration_ms: number; state: Delivery['state']; next_attempt_at: Date | null }

/** Ends a claim with its result. False if another server has claimed the delivery since, or it was deleted. */
export async function finish({ db, organization_id }: Tenant, job: Job, end: End): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update webhook_deliveries set state = ${end.state}, next_attempt_at = coalesce(${end.next_attempt_at}::timestamptz, next_attempt_at),
      failure = ${end.failure}, response_status = ${end.response_status}, response = ${end.response},
      duration_ms = ${end.duration_ms}, lease_token = null, lease_until = null
    where organization_id = ${organization_id} and id = ${job.id} and lease_token = ${job.token}`.execute(db)
  return numAffectedRows === 1n
}

/** The server stops before the receiver has answered: another one sends it, under the same id. */
export async function release({ system }: Database, { organization_id, id, token }: Job): Promise<void> {
  await sql`
    update webhook_deliveries set attempts = attempts - 1, lease_token = null, lease_until = null
    where organization_id = ${organization_id} and id = ${id} and lease_token = ${token}`.execute(system)
}

/** In batches, so that no organization waits for the log of another. */
export async function forget({ system }: Database, before: Date): Promise<void> {
  for (let count = 1n; count > 0n; ) {
    const { numAffectedRows = 0n } = await sql`
      with batch as materialized (
        select organization_id, id from webhook_deliveries where at < ${before} limit ${batch} for update skip locked)
      delete from webhook_deliveries d using batch where d.organization_id = batch.organization_id and d.id = batch.id`.execute(
      system,
    )
    count = numAffectedRows
  }
}
