// All SQL of metrics: what waits in the whole installation. Reads small tables and counters only.
import { sql } from 'kysely'
import type { Database } from '../../platform/db/index.ts'

export interface Measured {
  metric:
    | 'phones'
    | 'broadcasts'
    | 'recipients'
    | 'held'
    | 'mails'
    | 'webhook_deliveries'
    | 'imports'
    | 'oldest_due'
    | 'backup_age'
  /** Status, reason or queue; empty for metrics without a label. */
  label: string
  value: number
}

/** Times are in seconds. `backup_age` is missing before the first backup, and `oldest_due` for an empty queue. */
export async function measure({ system }: Database, now: Date): Promise<Measured[]> {
  const { rows } = await sql<Measured>`
    with counts as (
      select kind, reason, sum(n) as n from (
        select kind, reason, n from broadcast_counts union all select kind, reason, n from broadcast_count_changes) c
      where kind not in ('included', 'excluded') group by kind, reason)
    select 'phones' as metric, status as label, count(*)::float8 as value from wa_sessions
      where desired_status = 'running' and deleted_at is null group by status
    union all
    select 'broadcasts', status, count(*) from broadcasts
      where status in ('scheduled', 'preparing', 'sending', 'paused') and deleted_at is null and test_of is null group by status
    union all
    select 'recipients', kind, sum(n) from counts group by kind
    union all
    select 'held', reason, n from counts where kind = 'pending' and reason <> ''
    union all
    select 'mails', '', count(*) from mails
    union all
    select 'webhook_deliveries', '', count(*) from webhook_deliveries where state = 'waiting'
    union all
    select 'imports', '', count(*) from imports where status = 'running'
    union all
    select 'oldest_due', queue, greatest(0, extract(epoch from ${now} - min(since))) from (
      select 'broadcasts' as queue, case status when 'scheduled' then send_at else coalesce(started_at, updated_at) end as since from broadcasts
        where (status in ('preparing', 'sending') or status = 'scheduled' and send_at <= ${now}) and deleted_at is null
      union all select 'mails', created_at from mails
      union all select 'webhook_deliveries', at from webhook_deliveries where state = 'waiting'
      union all select 'imports', created_at from imports where status = 'running') due group by queue
    union all
    select 'backup_age', '', extract(epoch from ${now} - max(finished_at)) from backups where failure is null having count(*) > 0`.execute(
    system,
  )
  return rows
}
