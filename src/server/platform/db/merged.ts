// Records that were merged into another one: their old addresses lead to it.
import type { Tenant } from './index.ts'

/** The record that a merged one became; undefined if it was not merged. */
export async function winnerOf({ db, organization_id }: Tenant, id: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('merged_records')
    .select('winner_id')
    .where('organization_id', '=', organization_id)
    .where('record_id', '=', id)
    .executeTakeFirst()
  return row?.winner_id
}
