// All SQL of delivery receipts of group members, one row per member and message.
import { sql } from 'kysely'
import type { Tenant } from '../../../platform/db/index.ts'

export interface GroupMemberReceipt {
  /** The member's number as compared, or the network's id if it does not reveal the number. */
  address_key: string
  /** The network's hidden id of the number, if known: receipts stored under it belong to this member. */
  hidden_key: string | null
  delivered_at: Date
  read_at: Date | null
}

/**
 * Duplicates, disorder and other ids of a member change nothing. Drops receipts of members whose data were erased, because they
 * would store the number again. Runs under the lock of the group's recipient.
 */
export async function upsertGroupReceipts(
  tenant: Tenant,
  members: readonly (GroupMemberReceipt & { recipient_id: string })[],
): Promise<void> {
  const { organization_id } = tenant
  const rows = members.map((member) => ({ ...member, wa_message_id: undefined }))
  await sql`
    with received as materialized (
      select t.* from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as t (recipient_id uuid, address_key text, hidden_key text, delivered_at timestamptz, read_at timestamptz)
      where not exists (select from erased_numbers e where e.organization_id = ${organization_id}
        and e.digest in (number_digest(${organization_id}, t.address_key), number_digest(${organization_id}, t.hidden_key)))),
    named as (select recipient_id, hidden_key, min(address_key) as address_key from received
      where hidden_key <> address_key group by 1, 2),
    renamed as (
      delete from group_receipts m using named n
      where m.organization_id = ${organization_id} and m.recipient_id = n.recipient_id and m.address_key = n.hidden_key
      returning m.recipient_id, n.address_key, m.delivered_at, m.read_at)
    insert into group_receipts (organization_id, recipient_id, address_key, delivered_at, read_at)
    select ${organization_id}, recipient_id, address_key, min(delivered_at), min(read_at) from (
      select t.recipient_id, coalesce(n.address_key, t.address_key) as address_key, t.delivered_at, t.read_at
      from received t left join named n on n.recipient_id = t.recipient_id and n.hidden_key = t.address_key
      union all select * from renamed) merged
    group by recipient_id, address_key
    on conflict (organization_id, recipient_id, address_key) do update set
      delivered_at = least(group_receipts.delivered_at, excluded.delivered_at),
      read_at = least(group_receipts.read_at, excluded.read_at)`.execute(tenant.db)
}
