// All SQL of notices: what members are told by email and in their browsers, because they may not have Kabar open.
import { sql } from 'kysely'
import type { Database, Tenant } from '../../platform/db/index.ts'
import { mayLeave } from '../../platform/db/restored.ts'

export interface Notice {
  kind: 'broadcast_paused' | 'phone_down'
  key: string
  /** Name of the broadcast or phone. */
  name: string
}

const pausedByKabar = sql`b.status = 'paused' and b.pause_reason not in ('user', 'restored') and b.deleted_at is null and b.test_of is null`
/** A restart or a short loss of the network is not worth an email. */
const isDown = sql`s.deleted_at is null and (s.status = 'failed'
  or s.desired_status = 'running' and s.status <> 'working' and s.connecting_since < clock_timestamp() - interval '5 minutes')`

/** Organizations that may have a new notice, or that have stored ones. */
export async function candidates({ system }: Database): Promise<string[]> {
  const { rows } = await sql<{ organization_id: string }>`
    select c.organization_id from (
      select b.organization_id from broadcasts b where ${pausedByKabar}
      union select s.organization_id from wa_sessions s where ${isDown}
      union select n.organization_id from notices n) c
    where ${mayLeave('c')} order by 1`.execute(system)
  return rows.map(({ organization_id }) => organization_id)
}

/** Returns and stores the notices that are new, to only one of two servers. Deletes notices whose cause is over. */
export async function claim({ db, organization_id }: Tenant): Promise<Notice[]> {
  const { rows } = await sql<Notice>`
    with present as (
      select 'broadcast_paused' as kind, b.id as key, b.name from broadcasts b
      where b.organization_id = ${organization_id} and ${pausedByKabar}
      union all
      select 'phone_down', s.id, s.name from wa_sessions s
      where s.organization_id = ${organization_id} and ${isDown} and (
        exists (select from broadcasts b where b.organization_id = s.organization_id and b.session_id = s.id
          and b.status in ('preparing', 'sending') and b.deleted_at is null)
        or exists (select from wa_answers a where a.organization_id = s.organization_id and a.session_id = s.id
          and a.status = 'pending' and not a.is_automatic and not a.is_test))),
    over as (
      delete from notices n where n.organization_id = ${organization_id}
        and not exists (select from present p where p.kind = n.kind and p.key = n.key)),
    told as (
      insert into notices (organization_id, kind, key) select ${organization_id}, kind, key from present
      on conflict do nothing returning kind, key)
    select p.kind, p.key, p.name from told join present p using (kind, key) order by p.kind, p.name`.execute(db)
  return rows
}
