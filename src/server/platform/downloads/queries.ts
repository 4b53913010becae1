// All SQL of downloads. The app's clock passes the time as a parameter.
import { sql } from 'kysely'
import type { DownloadRequest, DownloadStatus } from '../../../contract/downloads.ts'
import type { Database, Tenant } from '../db/index.ts'
import type { Caller } from '../http/authentication.ts'

/** Serializes the requests of one organization, because their number is limited. */
export async function holdAsking(tenant: Tenant): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('downloads ' || ${tenant.organization_id}, 0))`.execute(
    tenant.db,
  )
}

/** Undefined if the user requested `maxPerMinute` downloads within the last minute. Also deletes old ones. */
export async function create(
  tenant: Tenant,
  caller: Pick<Caller, 'user_id' | 'session_id' | 'token_id'>,
  { kind, input }: DownloadRequest,
  {
    token_hash,
    now,
    expires_at,
    maxPerMinute,
  }: { token_hash: Buffer; now: Date; expires_at: Date; maxPerMinute: number },
): Promise<{ id: string } | undefined> {
  await sql`
    delete from downloads where organization_id = ${tenant.organization_id}
      and greatest(created_at, expires_at) < ${now}::timestamptz - interval '1 hour'`.execute(tenant.db)
  const { rows } = await sql<{ id: string }>`
    insert into downloads (organization_id, user_id, session_id, token_id, kind, input, token_hash, created_at, expires_at, sees_amounts)
    select ${tenant.organization_id}, ${caller.user_id}, ${caller.session_id}, ${caller.token_id}, ${kind}, ${JSON.stringify(input)}::jsonb, ${token_hash}, ${now}, ${expires_at}, ${tenant.sees_amounts}
    where (select count(*) from downloads where organization_id = ${tenant.organization_id} and user_id = ${caller.user_id}
      and created_at > ${now}::timestamptz - interval '1 minute') < ${maxPerMinute}
    returning id`.execute(tenant.db)
  return rows[0]
}

export type ClaimedDownload = Pick<Caller, 'user_id' | 'organization_id' | 'locale'> &
  DownloadRequest & { id: string; session_id: string | null; token_id: string | null; sees_amounts: boolean }

/** Claims a link: only one of two concurrent requests gets it. The file must be prepared by `deadline`. */
export async function claimDownload({ system }: Database, token_hash: Buffer, now: Date, deadline: Date) {
  const { rows } = await sql<ClaimedDownload>`
    update downloads set status = 'preparing', expires_at = ${deadline}
    where token_hash = ${token_hash} and status = 'waiting' and expires_at > ${now}
    returning id, organization_id, user_id, session_id, token_id, kind, input, sees_amounts, (
      select u.locale from users u
      where u.id = downloads.user_id and u.organization_id = coalesce(
        (select s.organization_id from auth_sessions s where s.id = downloads.session_id), downloads.organization_id)) as locale`.execute(
    system,
  )
  return rows[0]
}

export async function end(
  system: Database['system'],
  download: ClaimedDownload,
  status: 'sending' | 'failed',
): Promise<void> {
  await system
    .updateTable('downloads')
    .set({ status })
    .where('organization_id', '=', download.organization_id)
    .where('id', '=', download.id)
    .execute()
}

/** Only the user's own: another member's download does not exist for them. */
export async function status(
  tenant: Tenant,
  caller: Caller,
  id: string,
  now: Date,
): Promise<DownloadStatus | undefined> {
  const { rows } = await sql<{ status: DownloadStatus }>`
    select case
      when status = 'waiting' and expires_at <= ${now} then 'expired'
      -- The process that prepared it has stopped.
      when status = 'preparing' and expires_at <= ${now} then 'failed'
      else status end as status
    from downloads
    where organization_id = ${tenant.organization_id} and user_id = ${caller.user_id} and id = ${id}`.execute(tenant.db)
  return rows[0]?.status
}
