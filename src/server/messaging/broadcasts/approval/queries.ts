// All SQL of approvals: requests, decisions, and messages that changed after the approval.
import { sql } from 'kysely'
import type { Approvals, ChangedMessage, ChangedQuery } from '../../../../contract/broadcast-approvals.ts'
import { shownText } from '../../../platform/db/amounts.ts'
import type { Tenant } from '../../../platform/db/index.ts'
import { inOrder } from '../../../platform/db/page.ts'
import { type AudienceSpec, driftsOf } from '../../engine/service.ts'

/** Text and audience of a broadcast, which the organization's rule depends on. */
export async function toJudge(
  tenant: Tenant,
  id: string,
): Promise<(Omit<AudienceSpec, 'groups'> & { body: string | null }) | undefined> {
  const { rows } = await sql<Omit<AudienceSpec, 'groups'> & { body: string | null }>`
    select b.id, b.session_id, b.all_contacts, b.source_broadcast_id, b.source_part, coalesce(b.body, t.body) as body
    from broadcasts b
    left join templates t on t.organization_id = b.organization_id and t.id = b.template_id and t.deleted_at is null
    where b.organization_id = ${tenant.organization_id} and b.id = ${id}`.execute(tenant.db)
  return rows[0]
}

export async function request(tenant: Tenant, id: string): Promise<void> {
  await tenant.db
    .insertInto('broadcast_approvals')
    .values({
      organization_id: tenant.organization_id,
      broadcast_id: id,
      requested_by: tenant.user_id ?? null,
      requested_at: sql`clock_timestamp()`,
    })
    .execute()
}

/** Stores the decision on the open request. */
export async function decide(
  tenant: Tenant,
  id: string,
  decision: 'approved' | 'rejected' | 'withdrawn',
  { reason = '', digest = null, recipients = null }: Partial<Approved & { reason: string }> = {},
): Promise<void> {
  await sql`
    update broadcast_approvals set decision = ${decision}, decided_by = ${tenant.user_id ?? null}, decided_at = clock_timestamp(),
      reason = ${reason}, digest = ${digest}, recipients = ${recipients}
    where organization_id = ${tenant.organization_id} and id = (
      select id from broadcast_approvals where organization_id = ${tenant.organization_id} and broadcast_id = ${id}
      order by requested_at desc, id desc limit 1) and decision is null`.execute(tenant.db)
}

/** Whether the caller has just made this decision. */
export async function isDecidedByCaller(
  { db, organization_id, user_id }: Tenant,
  id: string,
  decision: 'approved' | 'rejected',
): Promise<boolean> {
  const { rows } = await sql<{ is_own: boolean }>`
    select decision = ${decision} and decided_by = ${user_id ?? null} as is_own from broadcast_approvals
    where organization_id = ${organization_id} and broadcast_id = ${id} order by requested_at desc, id desc limit 1`.execute(
    db,
  )
  return rows[0]?.is_own === true
}

export async function recordChanges(tenant: Tenant, id: string, { digest, recipients }: Approved): Promise<void> {
  await sql`
    insert into broadcast_approvals (organization_id, broadcast_id, requested_at, decision, decided_by, decided_at, digest, recipients)
    values (${tenant.organization_id}, ${id}, clock_timestamp(), 'changes_approved', ${tenant.user_id ?? null}, clock_timestamp(),
      ${digest}, ${recipients})`.execute(tenant.db)
}

/**
 * Whether the caller, since the request, changed a record that a changed message is written from: the contact, its investors, their
 * investments or transactions.
 */
export async function changedByCaller({ db, organization_id, user_id }: Tenant, id: string): Promise<boolean> {
  const own = (alias: string) => sql`${sql.ref(`${alias}.organization_id`)} = ${organization_id}`
  const { rows } = await sql`
    with since (at) as materialized (select max(a.requested_at) from broadcast_approvals a
        where ${own('a')} and a.broadcast_id = ${id} and a.decision <> 'changes_approved'),
    changed as materialized (select r.contact_id, r.investor_id from recipients r
      where ${own('r')} and r.broadcast_id = ${id} and r.reason = 'changed_since_approval'),
    investor_ids (id) as materialized (select investor_id from changed where investor_id is not null
      union select x.investor_id from changed c join investor_contacts x on ${own('x')} and x.contact_id = c.contact_id),
    payments as materialized (select t.id, t.created_by, t.created_at, i.id as investment_id from investor_ids v
      join investments i on ${own('i')} and i.investor_id = v.id
      left join transactions t on ${own('t')} and t.investment_id = i.id)
    select 1 where exists (select from record_edits e cross join since
        where ${own('e')} and e.user_id = ${user_id ?? null} and e.at > since.at and e.record_id in (
          select contact_id from changed union all select id from investor_ids union all select investment_id from payments
          union all select id from payments where id is not null))
      or exists (select from payments p cross join since where p.created_by = ${user_id ?? null} and p.created_at > since.at)`.execute(
    db,
  )
  return rows.length > 0
}

interface Approved {
  digest: string | null
  recipients: number | null
}

/**
 * Digest of what is approved: text, file, and each recipient with number and message. It covers the list of the recipients' own
 * digests, in the order of their ids.
 */
export async function digestOf(tenant: Tenant, id: string): Promise<Approved> {
  const { rows } = await sql<Approved>`
    select encode(sha256(convert_to(jsonb_build_array(b.body, b.media_id, r.digests)::text, 'UTF8')), 'hex') as digest, r.recipients
    from broadcasts b cross join lateral (
      select count(*) filter (where r.due_at is not null) as recipients, string_agg(encode(sha256(convert_to(
        jsonb_build_array(r.id, r.address, r.due_at is not null, r.approved_text)::text, 'UTF8')), 'hex'), '' order by r.id) as digests
      from recipients r where r.organization_id = b.organization_id and r.broadcast_id = b.id) r
    where b.organization_id = ${tenant.organization_id} and b.id = ${id}`.execute(tenant.db)
  return rows[0]!
}

/** For emails: the broadcast, the acting user, and who made the latest request. */
export async function persons(
  tenant: Tenant,
  id: string,
): Promise<{
  broadcast: string
  authors: string[]
  actor: string
  requester: { name: string; email: string; locale: string } | null
}> {
  const { rows } = await sql<Awaited<ReturnType<typeof persons>>>`
    select b.name as broadcast, b.authors::text[] as authors, coalesce(m.name, '') as actor,
      case when u.id is not null then jsonb_build_object('name', u.name, 'email', u.email, 'locale', u.locale) end as requester
    from broadcasts b
    left join users m on m.organization_id = b.organization_id and m.id = ${tenant.user_id ?? null}::uuid
    left join lateral (select a.requested_by from broadcast_approvals a
      where a.organization_id = b.organization_id and a.broadcast_id = b.id and a.decision is distinct from 'changes_approved'
      order by a.requested_at desc, a.id desc limit 1) q on true
    left join users u on u.organization_id = b.organization_id and u.id = q.requested_by and u.disabled_at is null
    where b.organization_id = ${tenant.organization_id} and b.id = ${id}`.execute(tenant.db)
  return rows[0]!
}

export async function history(tenant: Tenant, id: string): Promise<Approvals['data']> {
  const { rows } = await sql<Approvals['data'][number]>`
    select a.id, u.name as requested_by, a.requested_at, a.decision, d.name as decided_by, a.decided_at, a.reason, a.digest, a.recipients
    from broadcast_approvals a
    left join users u on u.organization_id = a.organization_id and u.id = a.requested_by
    left join users d on d.organization_id = a.organization_id and d.id = a.decided_by
    where a.organization_id = ${tenant.organization_id} and a.broadcast_id = ${id}
    order by a.requested_at desc, a.id desc`.execute(tenant.db)
  return rows
}

export type Changed = Omit<ChangedMessage, 'approved_address_text' | 'address_text'> & {
  approved_address: string
  address: string
}

/** `digest` covers all changed messages; `approveChanges` computes the same from `lockDrifts`. */
export async function changed(
  tenant: Tenant,
  id: string,
  query: ChangedQuery,
): Promise<{ rows: Changed[]; total: number; digest: string }> {
  const page = query.page ?? 1
  const perPage = query.per_page ?? 20
  const { rows } = await sql<Changed>`
    select d.id as recipient_id, d.contact_id, d.name, ${shownText(tenant, sql`d.approved_text`, sql`b.shows_amounts`)} as approved_text,
      ${shownText(tenant, sql`d.text`, sql`b.shows_amounts`)} as text, d.approved_address, d.address
    from (${driftsOf(tenant, id)}) d
    join broadcasts b on b.organization_id = ${tenant.organization_id} and b.id = ${id}
    where ${query.q ? sql`strpos(fold(d.name), fold(${query.q})) > 0` : sql`true`}
    order by ${inOrder({ name: sql`d.name` }, query.sort ?? 'name', sql`d.id`)} limit ${perPage} offset ${(page - 1) * perPage}`.execute(
    tenant.db,
  )
  const counted = await sql<{ total: number; digest: string }>`
    select count(*) filter (where ${query.q ? sql`strpos(fold(d.name), fold(${query.q})) > 0` : sql`true`}) as total,
      encode(sha256(convert_to(coalesce(string_agg(d.digest, '' order by d.id), ''), 'UTF8')), 'hex') as digest
    from (${driftsOf(tenant, id)}) d`.execute(tenant.db)
  return { rows, ...counted.rows[0]! }
}
