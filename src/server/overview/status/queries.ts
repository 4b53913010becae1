// All SQL of the status section.
import { sql } from 'kysely'
import type { Status } from '../../../contract/status.ts'
import { connectedUntil, statusOf } from '../../messaging/wa-sessions/service.ts'
import { countsOf } from '../../platform/db/broadcast-counts.ts'
import type { Tenant } from '../../platform/db/index.ts'

export async function get(tenant: Tenant): Promise<Omit<Status, 'release'>> {
  const { db, organization_id } = tenant
  const { rows } = await sql<Omit<Status, 'release'>>`
    select split_part(current_setting('server_version'), ' ', 1) as database,
      (select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'name', s.name, 'status', ${statusOf}, 'last_error', s.last_error,
          'last_connected_at', to_char(${connectedUntil}, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'waiting',
          (select count(*) from wa_answers a where a.organization_id = s.organization_id and a.session_id = s.id and a.status = 'pending')
          + coalesce((select sum(k.n) from broadcasts b cross join ${countsOf(tenant, sql`b.id`)} k
            where b.organization_id = s.organization_id and b.session_id = s.id and b.status = 'sending' and k.kind = 'pending'), 0))
        order by s.name, s.id), '[]')
      from wa_sessions s left join wa_leases l on l.organization_id = s.organization_id and l.session_id = s.id
      where s.organization_id = ${organization_id} and s.deleted_at is null) as phones,
      m.count as mails_waiting, m.oldest as oldest_mail_at,
      (select count(*) from webhook_deliveries d where d.organization_id = ${organization_id} and d.state = 'waiting') as webhook_events_waiting,
      (select max(finished_at) from backups where failure is null) as last_backup_at,
      coalesce((select failure is not null from backups order by started_at desc limit 1), false) as backup_failed
    from (select count(*) as count, min(created_at) as oldest from mails where organization_id = ${organization_id}) m`.execute(
    db,
  )
  return rows[0]!
}
