// What was counted is remembered, and given again as long as nothing that it was counted from has changed.
import { createHash } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { prepared } from './connection-pool.ts'
import { dayOf } from './day.ts'
import { CountedByAnother, type Memory, type Tenant } from './index.ts'

/** Of one process; what was not asked for longest goes first. */
const maxEntries = 500
/** Shorter than `record_changes` are kept, by far. */
const ttlMs = 10 * 60_000

/** For those who count the same in this moment. */
const maxAttempts = 3

/**
 * The answer of `ask` to a question, or the one of before when no transaction has changed a record of the organization
 * since. That is not guessed: PostgreSQL's own snapshot of then says which transactions it saw, and `record_changes`
 * which there were. So an answer is as exact as asking again.
 *
 * `question` is all that the answer depends on besides the records; of time it may only depend on the organization's
 * calendar day. `ask` selects `seen` in the same statement as what it counts: both are of one instant. `follow` reads what
 * goes with the answer; it is asked in one message with whether the answer still holds, and anew where it does not.
 */
export async function cached<T, Result = T>(
  tenant: Tenant,
  cacheKey: RawBuilder<unknown>,
  compute: (seen: RawBuilder<string | null>) => Promise<{ answer: T; snapshot: string | null }>,
  follow: (answer: T) => Promise<Result> = async (answer) => answer as unknown as Result,
): Promise<Result> {
  const { answers, inFlight: underWay } = tenant.memory
  const { sql: text, parameters } = cacheKey.compile(tenant.db)
  const key = createHash('sha256')
    .update(JSON.stringify([tenant.organization_id, text, parameters, text.includes('now()') && (await dayOf(tenant))]))
    .digest('base64url')
  // Twenty who open the same list at once after a change are counted for once. Each looks whether the answer still holds
  // for them; while others keep changing what is counted, nobody waits for more than a few answers of others.
  for (let attempts = tenant.begunAgain ?? 0; ; attempts++) {
    const entry = answers.get(key)
    if (entry && entry.until > performance.now()) {
      const [holds, result] = await Promise.all([isValid(tenant, entry.snapshot), follow(entry.answer as T)])
      if (holds) {
        answers.delete(key)
        answers.set(key, entry)
        return result
      }
    }
    const counting = underWay.get(key)
    if (!counting || attempts >= maxAttempts) break
    if (tenant.begunAgain !== undefined) throw new CountedByAnother(counting)
    await counting
  }
  return await follow(await computeOnce(tenant.memory, key, compute))
}

/** Of those who count the same in this moment, this one does it for all. */
async function computeOnce<T>(
  { answers, inFlight: underWay }: Memory,
  key: string,
  compute: (seen: RawBuilder<string | null>) => Promise<{ answer: T; snapshot: string | null }>,
): Promise<T> {
  let done = () => {}
  underWay.set(key, new Promise<void>((resolve) => (done = resolve)))
  try {
    const { answer, snapshot } = await compute(snapshotNow)
    answers.delete(key)
    if (snapshot !== null) {
      answers.set(key, { answer, snapshot, until: performance.now() + ttlMs })
      if (answers.size > maxEntries) answers.delete(answers.keys().next().value!)
    }
    return answer
  } finally {
    underWay.delete(key)
    done()
  }
}

/** Null in a transaction that has written: what it sees of its own may yet be rolled back. */
export const snapshotNow = sql<
  string | null
>`case when pg_current_xact_id_if_assigned() is null then pg_current_snapshot()::text end`

/**
 * Whether a snapshot may have seen a transaction that this one does not see: another connection has counted since this one began
 * to read. Its answer is newer, and would not fit what else is read here.
 */
export const isNewerSnapshot = (snapshot: string) => sql<boolean>`(
  pg_snapshot_xmax(${snapshot}::pg_snapshot) > pg_snapshot_xmax(pg_current_snapshot())
  or exists (select from pg_snapshot_xip(pg_current_snapshot()) own where pg_visible_in_snapshot(own, ${snapshot}::pg_snapshot)))`

async function isValid({ db, organization_id }: Tenant, snapshot: string): Promise<boolean> {
  const { rows } = await sql`
    ${prepared} select where ${isNewerSnapshot(snapshot)} or exists (
      select from record_changes where organization_id = ${organization_id} and not is_send
        and xid >= pg_snapshot_xmin(${snapshot}::pg_snapshot) and not pg_visible_in_snapshot(xid, ${snapshot}::pg_snapshot))`.execute(
    db,
  )
  return rows.length === 0
}
