// For tests: the queued emails.
import { sql } from 'kysely'
import { type Keys, unseal } from '../keys.ts'
import type { Database } from '../platform/db/index.ts'

/** Recipient and subject of each queued email, oldest first. */
export async function mailsIn(database: Database, keys: Keys): Promise<{ to: string; subject: string }[]> {
  const { rows } = await sql<{ organization_id: string; id: string; encrypted: Buffer }>`
    select organization_id, id, encrypted from mails order by created_at`.execute(database.system)
  return rows.map(({ organization_id, id, encrypted }) => {
    const letter = JSON.parse(unseal(keys('mail'), `${organization_id}|${id}`, encrypted).toString())
    return { to: letter.to.address, subject: letter.subject }
  })
}
