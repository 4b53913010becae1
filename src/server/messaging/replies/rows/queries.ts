// Read-only queries of replies and answers.
import { sql } from 'kysely'
import type { Answer, Reply, ReplyQuery } from '../../../../contract/replies.ts'
import { shownText } from '../../../platform/db/amounts.ts'
import type { Tenant } from '../../../platform/db/index.ts'
import { type NamedMedia, named } from '../../media/service.ts'
import { messagesFromContact, ownWaits } from '../queries.ts'

/** The text and file of the answer with this WhatsApp id. A phone that could not decrypt it asks for it again. */
export async function answerText(
  tenant: Tenant,
  sessionId: string,
  id: string,
): Promise<{ to: string; text: string; media: NamedMedia | null } | undefined> {
  const { rows } = await sql<{ to: string; text: string; media: NamedMedia | null }>`
    select coalesce(a.address, m.address) as "to", a.text, ${named(tenant, sql`a.media_id`)} as media from wa_answers a
    left join wa_messages m on m.organization_id = a.organization_id and m.id = a.reply_id
    where a.organization_id = ${tenant.organization_id} and a.session_id = ${sessionId} and a.wa_message_id = ${id}`.execute(
    tenant.db,
  )
  return rows[0]
}

/** Which of the filter's records do not exist or are deleted. */
export async function missingFilterTarget(tenant: Tenant, query: ReplyQuery): Promise<string | undefined> {
  const tables = {
    session_id: 'wa_sessions',
    contact_id: 'contacts',
    investor_id: 'investors',
    broadcast_id: 'broadcasts',
  }
  for (const [field, table] of Object.entries(tables)) {
    const id = query[field as keyof typeof tables]
    if (!id) continue
    const { rows } = await sql`select from ${sql.table(table)}
      where organization_id = ${tenant.organization_id} and id = ${id} and deleted_at is null`.execute(tenant.db)
    if (rows.length === 0) return field
  }
  return undefined
}

type ReplyRow = Omit<Reply, 'answers' | 'address_text'>

/** Newest first. */
export async function list(tenant: Tenant, query: ReplyQuery): Promise<{ data: ReplyRow[]; total: number }> {
  const { unanswered, session_id, contact_id, investor_id, broadcast_id, page = 1, per_page = 20 } = query
  const wanted = sql`m.organization_id = ${tenant.organization_id}
    ${unanswered ? (unanswered === 'true' ? sql`and m.handled_at is null` : sql`and m.handled_at is not null`) : sql``}
    ${session_id ? sql`and m.session_id = ${session_id}` : sql``}
    ${broadcast_id ? sql`and m.broadcast_id = ${broadcast_id}` : sql``}
    ${contact_id ? sql`and ${messagesFromContact(tenant, contact_id)}` : sql``}
    ${
      investor_id
        ? sql`and exists (select from investor_contacts x join contacts c on c.organization_id = x.organization_id and c.id = x.contact_id
            where x.organization_id = m.organization_id and x.investor_id = ${investor_id}
              and (m.contact_id = c.id or m.contact_id is null and m.address_key = any (c.other_phone_keys || c.phone_key)))`
        : sql``
    }`
  const { rows } = await sql<ReplyRow>`
    ${replyColumns} where ${wanted} order by m.at desc, m.id desc
    limit ${per_page} offset ${(page - 1) * per_page}`.execute(tenant.db)
  const counted = await sql<{ total: number }>`select count(*) as total from wa_messages m where ${wanted}`.execute(
    tenant.db,
  )
  return { data: rows, total: counted.rows[0]!.total }
}

/** The existing ones, unordered. */
export async function byIds(tenant: Tenant, ids: readonly string[]): Promise<ReplyRow[]> {
  const { rows } = await sql<ReplyRow>`
    ${replyColumns} where m.organization_id = ${tenant.organization_id} and m.id = any (${ids}::uuid[])`.execute(
    tenant.db,
  )
  return rows
}

// The contact that has the number now, if none had it when the message arrived.
const replyColumns = sql`
  select m.id, m.text, m.is_truncated, m.at, m.address, m.handled_at,
    case when c.id is not null then jsonb_build_object('id', c.id, 'name', c.name) end as contact,
    jsonb_build_object('id', s.id, 'name', s.name, 'driver', m.driver) as session,
    case when b.id is not null then jsonb_build_object('id', b.id, 'name', b.name) end as broadcast,
    case when u.id is not null then jsonb_build_object('id', u.id, 'name', u.name) end as handled_by
  from wa_messages m
  join wa_sessions s on s.organization_id = m.organization_id and s.id = m.session_id
  left join lateral (select k.id, k.name from contacts k
    where k.organization_id = m.organization_id and k.deleted_at is null
      and k.id = coalesce(m.contact_id, (select n.contact_id from contact_numbers n
        where n.organization_id = m.organization_id and n.phone_key = m.address_key)) limit 1) c on true
  left join broadcasts b on b.organization_id = m.organization_id and b.id = m.broadcast_id
  left join users u on u.organization_id = m.organization_id and u.id = m.handled_by`

export type AnswerRow = Omit<Answer, 'waiting'> & {
  reply_id: string | null
  driver: string
  waits_for: string | null
  waits_until: string | null
}

/** Answers by id, or all answers of these replies; oldest first. */
export async function answers(
  tenant: Tenant,
  { ids = [], replyIds = [] }: { ids?: readonly string[]; replyIds?: readonly string[] },
): Promise<AnswerRow[]> {
  const { rows } = await sql<AnswerRow>`
    select a.id, a.reply_id, ${shownText(tenant, sql`a.text`, sql`a.shows_amounts`)} as text, a.is_automatic, a.status, a.reason, a.created_at, a.sent_at, a.delivered_at, a.read_at,
      coalesce(a.driver, m.driver) as driver, ${named(tenant, sql`a.media_id`)} as media,
      jsonb_build_object('id', s.id, 'name', s.name) as session,
      case when u.id is not null then jsonb_build_object('id', u.id, 'name', u.name) end as author,
      case when a.status <> 'pending' then null
        when s.status <> 'working' or coalesce(l.lease_until, '-infinity') < clock_timestamp() then 'session'
        when ${isDeferred} then a.reason
        when l.next_send_at > clock_timestamp() then coalesce(l.wait_reason, 'pace') end as waits_for,
      case when ${isDeferred} then a.due_at when l.next_send_at > clock_timestamp() then l.next_send_at end as waits_until
    from wa_answers a
    left join wa_messages m on m.organization_id = a.organization_id and m.id = a.reply_id
    join wa_sessions s on s.organization_id = a.organization_id and s.id = a.session_id
    left join wa_leases l on l.organization_id = a.organization_id and l.session_id = a.session_id
    left join users u on u.organization_id = a.organization_id and u.id = a.created_by
    where a.organization_id = ${tenant.organization_id} and (a.id = any (${ids}::uuid[]) or a.reply_id = any (${replyIds}::uuid[]))
      and a.status <> 'cancelled'
    order by a.created_at, a.id`.execute(tenant.db)
  return rows
}

const isDeferred = sql`(a.reason = any (${[...ownWaits]}) and a.due_at > clock_timestamp())`

export async function countUnanswered(tenant: Tenant): Promise<number> {
  const { rows } = await sql<{ people: number }>`
    select count(distinct address_key) as people from wa_messages
    where organization_id = ${tenant.organization_id} and handled_at is null`.execute(tenant.db)
  return rows[0]!.people
}
