// The workers that are running, and how many sessions each of them should own.
import { sql } from 'kysely'
import type { Database } from '../../../platform/db/index.ts'
import { isReleased } from '../../../platform/db/restored.ts'

/** Counts the worker among those that are running, for so many seconds. */
export async function announce(database: Database, id: string, seconds: number): Promise<void> {
  await sql`
    with gone as (delete from wa_workers where alive_until < clock_timestamp() - interval '1 day' and id <> ${id})
    insert into wa_workers as w (id, alive_until) values (${id}, clock_timestamp() + make_interval(secs => ${seconds}))
    on conflict (id) do update set alive_until = excluded.alive_until,
      joined_at = case when w.alive_until < clock_timestamp() then clock_timestamp() else w.joined_at end`.execute(
    database.system,
  )
}

/** The worker is stopping, so the others may take its sessions. */
export async function withdraw(database: Database, id: string): Promise<void> {
  await database.system.deleteFrom('wa_workers').where('id', '=', id).execute()
}

export interface Share {
  /** The most sessions that one worker should own. */
  most: number
  /** No worker has joined recently. */
  is_settled: boolean
}

/** `settledSeconds`: how long ago the last worker must have joined. */
export async function share(database: Database, settledSeconds: number): Promise<Share> {
  const { rows } = await sql<Share>`
    select ceil((select count(*) from wa_sessions s where desired_status = 'running' and ${isReleased('s')})::numeric / greatest(count(*), 1))::int as most,
      coalesce(bool_and(joined_at < clock_timestamp() - make_interval(secs => ${settledSeconds})), false) as is_settled
    from wa_workers where alive_until > clock_timestamp()`.execute(database.system)
  return rows[0]!
}
