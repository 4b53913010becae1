// All SQL of downloads. Time is a parameter: the app's clock decides.
import { sql } from 'kysely'
import type { DownloadRequest, DownloadStatus } from '../../contract/downloads.ts'
import type { Database, Tenant } from '../db/index.ts'
import type { Caller } from '../http/authentication.ts'

/** Those of one organization ask one after the other: what they may ask for is counted before. */
export async function holdAsking(tenant: Tenant): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('downloads ' || ${tenant.organization_id}, 0))`.execute(
    tenant.db,
  )
}

/** Undefined when this user asked for `most` of them within the last minute. Old ones are forgotten on the way. */
export async function create(
  tenant: Tenant,
  who: Caller,
  { kind, input }: DownloadRequest,
  { token_hash, now, expires_at, most }: { token_hash: Buffer; now: Date; expires_at: Date; most: number },
): Promise<{ id: string } | undefined> {
  await sql`
    delete from downloads where organization_id = ${tenant.organization_id}
      and greatest(created_at, expires_at) < ${now}::timestamptz - interval '1 hour'`.execute(tenant.db)
  const { rows } = await sql<{ id: string }>`
    insert into downloads (organization_id, user_id, session_id, kind, input, token_hash, created_at, expires_at)
    select ${tenant.organization_id}, ${who.user_id}, ${who.session_id}, ${kind}, ${JSON.stringify(input)}::jsonb, ${token_hash}, ${now}, ${expires_at}
    where (select count(*) from downloads where organization_id = ${tenant.organization_id} and user_id = ${who.user_id}
      and created_at > ${now}::timestamptz - interval '1 minute') < ${most}
    returning id`.execute(tenant.db)
  return rows[0]
}

export type ClaimedDownload = Caller & DownloadRequest & { id: string }

/** Of two who open a link at once, one gets it. It must be prepared until `deadline`. */
export async function claimDownload({ system }: Database, token_hash: Buffer, now: Date, deadline: Date) {
  const { rows } = await sql<ClaimedDownload>`
    update downloads set status = 'preparing', expires_at = ${deadline}
    where token_hash = ${token_hash} and status = 'waiting' and expires_at > ${now}
    returning id, organization_id, user_id, session_id, kind, input`.execute(system)
  return rows[0]
}

export async function end({ system }: Database, taken: ClaimedDownload, status: 'sending' | 'failed'): Promise<void> {
  await system
    .updateTable('downloads')
    .set({ status })
    .where('organization_id', '=', taken.organization_id)
    .where('id', '=', taken.id)
    .execute()
}

/** Only their own: another member's download is none of theirs. */
export async function status(tenant: Tenant, who: Caller, id: string, now: Date): Promise<DownloadStatus | undefined> {
  const { rows } = await sql<{ status: DownloadStatus }>`
    select case
      when status = 'waiting' and expires_at <= ${now} then 'expired'
      -- Whoever prepared it is gone.
      when status = 'preparing' and expires_at <= ${now} then 'failed'
      else status end as status
    from downloads
    where organization_id = ${tenant.organization_id} and user_id = ${who.user_id} and id = ${id}`.execute(tenant.db)
  return rows[0]?.status
}
