// Test messages: broadcasts with one recipient, to see how a message will look.
import { sql } from 'kysely'
import type { BroadcastTest } from '../../../../contract/broadcasts.ts'
import { shownText } from '../../../platform/db/amounts.ts'
import type { Tenant } from '../../../platform/db/index.ts'
import { named } from '../../media/service.ts'
import { mediaOf } from '../queries.ts'

export type TestRow = Omit<BroadcastTest, 'address_text'>

/** Newest first. */
export async function latest(tenant: Tenant, testOf: string, most: number): Promise<TestRow[]> {
  const { rows } = await sql<TestRow>`
    select b.id, r.address, r.status, r.reason, ${shownText(tenant, sql`r.text`, sql`b.shows_amounts`)} as text, ${named(tenant, sql`b.media_id`)} as media, b.created_at, r.sent_at, r.delivered_at, r.read_at
    from broadcasts b join recipients r on r.organization_id = b.organization_id and r.broadcast_id = b.id
    where b.organization_id = ${tenant.organization_id} and b.test_of = ${testOf}
    order by b.created_at desc, b.id desc limit ${most}`.execute(tenant.db)
  return rows
}

/** The same message to the same number that is in flight or was requested a moment ago: deduplicates a repeated click. */
export async function same(
  tenant: Tenant,
  testOf: string,
  { address_key, text, media_id }: { address_key: string; text: string; media_id: string | null },
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select b.id from broadcasts b join recipients r on r.organization_id = b.organization_id and r.broadcast_id = b.id
    where b.organization_id = ${tenant.organization_id} and b.test_of = ${testOf} and r.address_key = ${address_key} and r.text = ${text} and b.media_id is not distinct from ${media_id}::uuid
      and (r.status in ('pending', 'sending', 'accepted', 'unknown') or b.created_at > clock_timestamp() - interval '5 seconds')
    limit 1`.execute(tenant.db)
  return rows[0]?.id
}

/** What is needed to send a test message. */
export async function setting(tenant: Tenant, id: string) {
  const { rows } = await sql<{
    session_id: string
    phone_number: string | null
    body: string | null
    media_id: string | null
    organization_name: string
  }>`
    select b.session_id, s.phone_number, coalesce(b.body, t.body) as body, ${mediaOf} as media_id, o.name as organization_name
    from broadcasts b
    join organizations o on o.organization_id = b.organization_id
    join wa_sessions s on s.organization_id = b.organization_id and s.id = b.session_id
    left join templates t on t.organization_id = b.organization_id and t.id = b.template_id and t.deleted_at is null
    where b.organization_id = ${tenant.organization_id} and b.id = ${id} and b.deleted_at is null and b.test_of is null`.execute(
    tenant.db,
  )
  return rows[0]
}
