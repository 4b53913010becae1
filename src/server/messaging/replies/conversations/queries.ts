// All SQL of conversations: messages between a contact and the sessions, in order.
import { sql } from 'kysely'
import type { RecipientStatus } from '../../../../contract/broadcasts.ts'
import type { Tenant } from '../../../platform/db/index.ts'
import { messagesFromContact } from '../queries.ts'

export interface ConversationEntry {
  kind: 'broadcast' | 'reply' | 'answer'
  id: string
  at: string
}

/** Newest first. */
export async function conversationEntries(
  tenant: Tenant,
  contactId: string,
  { page = 1, per_page = 20 }: { page?: number | undefined; per_page?: number | undefined },
): Promise<{ data: ConversationEntry[]; total: number; unanswered: number }> {
  const { rows } = await sql<ConversationEntry & { total: number; unanswered: number }>`
    with heard as materialized (
      select m.id, m.handled_at,
        -- WhatsApp timestamps are whole seconds, so a reply in the same second sorts after the message it replies to.
        case when m.received_at - m.at between interval '0' and interval '2 seconds' then m.received_at else m.at end as place, m.at
      from wa_messages m where m.organization_id = ${tenant.organization_id} and ${messagesFromContact(tenant, contactId)}),
    said as (
      select 'reply' as kind, id, at, place from heard
      union all
      select 'answer', a.id, coalesce(a.sent_at, a.created_at), a.created_at from heard h
      join wa_answers a on a.organization_id = ${tenant.organization_id} and a.reply_id = h.id and a.status <> 'cancelled'
      union all
      select 'broadcast', r.id, t.at, t.at from recipients r
      join broadcasts b on b.organization_id = r.organization_id and b.id = r.broadcast_id
      cross join lateral (select coalesce(r.sent_at, (select max(s.at) from wa_sends s
        where s.organization_id = r.organization_id and s.address_key = r.address_key and s.session_id = r.session_id
          and s.wa_message_id = r.wa_message_id), b.started_at, b.created_at) as at) t
      where r.organization_id = ${tenant.organization_id} and r.contact_id = ${contactId} and r.text is not null
        and r.status not in ('pending', 'skipped', 'cancelled'))
    select kind, id, at, count(*) over () as total, (select count(*) from heard where handled_at is null) as unanswered
    from said order by place desc, kind, id desc limit ${per_page} offset ${(page - 1) * per_page}`.execute(tenant.db)
  return { data: rows, total: rows[0]?.total ?? 0, unanswered: rows[0]?.unanswered ?? 0 }
}

export interface SentBroadcastMessage {
  id: string
  text: string
  broadcast: { id: string; name: string }
  driver: string
  status: RecipientStatus
  reason: string | null
}

/** Messages sent by broadcasts, by recipient id. */
export async function sentInBroadcasts(tenant: Tenant, ids: readonly string[]): Promise<SentBroadcastMessage[]> {
  const { rows } = await sql<SentBroadcastMessage>`
    select r.id, r.text, r.status, r.reason, coalesce(b.driver, s.driver) as driver, jsonb_build_object('id', b.id, 'name', b.name) as broadcast
    from recipients r
    join broadcasts b on b.organization_id = r.organization_id and b.id = r.broadcast_id
    join wa_sessions s on s.organization_id = r.organization_id and s.id = r.session_id
    where r.organization_id = ${tenant.organization_id} and r.id = any (${ids}::uuid[])`.execute(tenant.db)
  return rows
}
