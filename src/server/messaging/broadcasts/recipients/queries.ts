// Counts and exports recipients; only the engine writes them.
import { sql } from 'kysely'
import type { Recipient, RecipientStatus } from '../../../../contract/broadcasts.ts'
import { shownText } from '../../../platform/db/amounts.ts'
import { countsOf } from '../../../platform/db/broadcast-counts.ts'
import { fetchInBatches, type Tenant } from '../../../platform/db/index.ts'
import { type Filter, matching, recipientOrder } from '../rows/queries.ts'

export async function reasons(
  tenant: Tenant,
  id: string,
): Promise<{ status: RecipientStatus; reason: string; count: number }[]> {
  const { rows } = await sql<{ status: RecipientStatus; reason: string; count: number }>`
    select c.kind as status, c.reason, sum(c.n)::bigint as count from ${countsOf(tenant, sql`${id}`)} c
    where c.reason <> ''
    group by c.kind, c.reason having sum(c.n) > 0 order by sum(c.n) desc, c.reason limit 50`.execute(tenant.db)
  return rows
}

export type Exported = Omit<Recipient, 'address_text'>

/** All recipients in the order of the list, in batches. */
export async function* all(tenant: Tenant, id: string, query: Filter): AsyncGenerator<Exported[]> {
  yield* fetchInBatches(
    tenant,
    sql<Exported>`
      select r.id, r.contact_id, r.wa_group_id, r.name, r.address, r.status, r.reason, r.retryable,
        ${shownText(tenant, sql`r.text`, sql`b.shows_amounts`)} as text, r.wa_message_id, r.attempts,
        r.sent_at, r.delivered_at, r.read_at, r.replied_at, r.delivered_count, r.read_count,
        greatest(r.participants, r.delivered_count) as participants
      from recipients r join broadcasts b on b.organization_id = r.organization_id and b.id = r.broadcast_id
      where ${await matching(tenant, id, query)}
      order by ${recipientOrder(query)}`,
  )
}
