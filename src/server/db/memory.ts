// What was counted is remembered, and given again as long as nothing that it was counted from has changed.
import { createHash } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { prepared } from './connections.ts'
import { dayOf } from './day.ts'
import type { Tenant } from './index.ts'

/** Of one process; what was not asked for longest goes first. */
const most = 500
/** Shorter than `record_changes` are kept, by far. */
const keptMs = 10 * 60_000

/**
 * The answer of `ask` to a question, or the one of before when no transaction has changed a record of the organization
 * since. That is not guessed: PostgreSQL's own snapshot of then says which transactions it saw, and `record_changes`
 * which there were. So an answer is as exact as asking again.
 *
 * `question` is all that the answer depends on besides the records; of time it may only depend on the organization's
 * calendar day. `ask` selects `seen` in the same statement as what it counts: both are of one instant.
 */
export async function remembered<T>(
  tenant: Tenant,
  question: RawBuilder<unknown>,
  ask: (seen: RawBuilder<string | null>) => Promise<{ answer: T; snapshot: string | null }>,
): Promise<T> {
  const { sql: text, parameters } = question.compile(tenant.db)
  const key = createHash('sha256')
    .update(JSON.stringify([tenant.organization_id, text, parameters, text.includes('now()') && (await dayOf(tenant))]))
    .digest('base64url')
  const known = tenant.memory.get(key)
  if (known && known.until > performance.now() && (await isUnchanged(tenant, known.snapshot))) {
    tenant.memory.delete(key)
    tenant.memory.set(key, known)
    return known.answer as T
  }
  const { answer, snapshot } = await ask(seen)
  tenant.memory.delete(key)
  if (snapshot !== null) {
    tenant.memory.set(key, { answer, snapshot, until: performance.now() + keptMs })
    if (tenant.memory.size > most) tenant.memory.delete(tenant.memory.keys().next().value!)
  }
  return answer
}

/** Null in a transaction that has written: what it sees of its own may yet be rolled back. */
const seen = sql<string | null>`case when pg_current_xact_id_if_assigned() is null then pg_current_snapshot()::text end`

async function isUnchanged({ db, organization_id }: Tenant, snapshot: string): Promise<boolean> {
  const { rows } = await sql`
    ${prepared} select from record_changes where organization_id = ${organization_id}
      and xid >= pg_snapshot_xmin(${snapshot}::pg_snapshot) and not pg_visible_in_snapshot(xid, ${snapshot}::pg_snapshot)
    limit 1`.execute(db)
  return rows.length === 0
}
