// A POST repeated with the same Idempotency-Key is done once and answered twice.
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { AppError } from '../errors.ts'
import type { Tenant } from './index.ts'

export interface IdempotentRequest {
  /** What the caller chose: 1 to 255 printable ASCII characters. */
  key: string
  method: string
  url: string
  body: unknown
}

/** For a day: longer than any client goes on trying. */
const retention = sql`interval '24 hours'`

/**
 * Runs `work` unless it was done under this key before; then its first answer comes back. A key belongs to one user.
 * All in the caller's transaction: two at the same moment wait for each other, and what failed may be tried again.
 * Throws `idempotency_key_reused` when the key came with another request.
 */
export async function runIdempotent<T>(
  { db, organization_id, user_id }: Tenant,
  { key, method, url, body }: IdempotentRequest,
  work: () => Promise<T>,
): Promise<{ answer: T; isRepeat: boolean }> {
  const hash = createHash('sha256')
    .update(JSON.stringify([method, url, body ?? null]))
    .digest()
  // What somebody else is forgetting needs no waiting for.
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
