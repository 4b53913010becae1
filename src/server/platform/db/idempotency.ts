// Idempotency keys: a repeated POST runs once and gets the first response.
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { AppError } from '../../errors.ts'
import type { Tenant } from './index.ts'

export interface IdempotentRequest {
  /** Chosen by the client: 1 to 255 printable ASCII characters. */
  key: string
  method: string
  url: string
  body: unknown
}

/** Longer than any client retries. */
const retention = sql`interval '24 hours'`

/**
 * Runs `work` unless it ran under this key before; then returns the first response. A key belongs to one user.
 * Everything is in the caller's transaction: concurrent requests wait for each other, and a failed one may be retried.
 * Throws `idempotency_key_reused` if the key came with a different request.
 */
export async function runIdempotent<T>(
  { db, organization_id, user_id }: Tenant,
  { key, method, url, body }: IdempotentRequest,
  work: () => Promise<T>,
): Promise<{ answer: T; isRepeat: boolean }> {
  const hash = createHash('sha256')
    .update(JSON.stringify([method, url, body ?? null]))
    .digest()
  // A row that another transaction is deleting needs no wait.
  await sql`
    delete from idempotency_keys where organization_id = ${organization_id} and (user_id, key) in (
      select user_id, key from idempotency_keys
      where organization_id = ${organization_id} and created_at < now() - ${retention} for update skip locked)`.execute(
    db,
  )
  const claimed = await sql`
    insert into idempotency_keys (organization_id, user_id, key, request_hash)
    values (${organization_id}, ${user_id}, ${key}, ${hash})
    on conflict do nothing`.execute(db)
  const mine = sql`organization_id = ${organization_id} and user_id = ${user_id} and key = ${key}`
  if (claimed.numAffectedRows === 0n) {
    const { rows } = await sql<{ request_hash: Buffer; response: { answer?: T } }>`
      select request_hash, response from idempotency_keys where ${mine}`.execute(db)
    const [first] = rows
    if (!first?.request_hash.equals(hash)) throw new AppError('idempotency_key_reused')
    return { answer: first.response.answer as T, isRepeat: true }
  }
  const answer = await work()
  await sql`update idempotency_keys set response = ${JSON.stringify({ answer })} where ${mine}`.execute(db)
  return { answer, isRepeat: false }
}
