// Preflight SQL: the audience, read with the same statement that freezes it at the start.
import { type RawBuilder, sql } from 'kysely'
import type { DraftToPreflight, SourcePart } from '../../../../contract/broadcasts.ts'
import type { PacingLimits, PacingMode } from '../../../../contract/pacing.ts'
import { fetchInBatches, type Tenant } from '../../../platform/db/index.ts'
import { piecesOf } from '../../../records/contacts/service.ts'
import { type AudienceSpec, audienceOf, type ChatKind } from '../../engine/service.ts'
import { languageOf } from '../queries.ts'

/** Each number once, as in `freezeAudience`. */
const people = (tenant: Tenant, broadcast: AudienceSpec): RawBuilder<unknown> => sql`
  select distinct on (a.address_key) a.* from (${audienceOf(tenant, broadcast)}) a
  order by a.address_key, a.reason is not null, a.contact_id, a.wa_group_id`

const chatOf = (tenant: Tenant, sessionId: string) => sql`
  case when a.address_key like '%@g.us' then 'group'
    when exists (select from wa_chats k
      where k.organization_id = ${tenant.organization_id} and k.session_id = ${sessionId} and k.address_key = a.address_key) then 'known'
    else 'new' end`

/** Numbers that another broadcast was sent to after `since`, with the latest time. The bulk version of `messagedSince`. */
const messaged = (tenant: Tenant, broadcastId: string, since: Date) => sql`
  select s.address_key, max(s.at) as at from wa_sessions w
  join wa_sends s on s.organization_id = w.organization_id and s.session_id = w.id and s.at > ${since}
  join recipients r on r.organization_id = s.organization_id and r.session_id = s.session_id and r.wa_message_id = s.wa_message_id
  join broadcasts b on b.organization_id = r.organization_id and b.id = r.broadcast_id and b.test_of is null
  where w.organization_id = ${tenant.organization_id} and r.broadcast_id <> ${broadcastId}
    and r.status not in ('pending', 'skipped', 'cancelled') and not (r.status = 'failed' and r.reason <> 'unconfirmed')
  group by s.address_key`

/** A cohort: recipients that are equal for preflight and throttling. */
export interface PreflightCohort {
  /** Why they are skipped; null if they are not. */
  reason: string | null
  chat: ChatKind
  /** The time zone of the contacts. */
  time_zone: string | null
  /** One of their numbers; all have the same country code. */
  address: string
  /** Rounded up to the hour. */
  messaged_at: string | null
  is_consent_unknown: boolean
  was_not_on_whatsapp: boolean
  count: number
  /** The first by name of all who are skipped for this reason. */
  examples: ExampleRecipient[] | null
}

export interface ExampleRecipient {
  contact_id: string | null
  name: string
}

/** Maximum number of examples per reason. */
export const maxExamples = 50

export async function cohorts(
  tenant: Tenant,
  broadcast: AudienceSpec,
  messagedSince: Date | null,
): Promise<PreflightCohort[]> {
  const { rows } = await sql<PreflightCohort>`
    with a as materialized (${people(tenant, broadcast)}),
    strangers as materialized (select distinct address_key from recipients
      where organization_id = ${tenant.organization_id} and reason = 'not_on_whatsapp'),
    examples as materialized (select reason, jsonb_agg(jsonb_build_object('contact_id', contact_id, 'name', name) order by place) as examples
      from (select reason, contact_id, name, row_number() over (partition by reason order by name, address_key) as place
        from a where reason is not null) first where place <= ${maxExamples} group by reason),
    messaged as materialized (${messagedSince ? messaged(tenant, broadcast.id, messagedSince) : sql`select null::text as address_key, null::timestamptz as at where false`})
    select a.reason, ${chatOf(tenant, broadcast.session_id)} as chat, c.time_zone, min(a.address) as address,
      date_trunc('hour', m.at) + interval '1 hour' as messaged_at,
      coalesce(c.consent = 'unknown', false) as is_consent_unknown, x.address_key is not null as was_not_on_whatsapp, count(*) as count,
      (select e.examples from examples e where e.reason = a.reason) as examples
    from a
    left join contacts c on c.organization_id = ${tenant.organization_id} and c.id = a.contact_id
    left join messaged m on m.address_key = a.address_key
    left join strangers x on x.address_key = a.address_key
    group by a.reason, 2, c.time_zone, left(a.address, 6), 5, 6, 7`.execute(tenant.db)
  return rows
}

/** Pending recipients of this broadcast and of all running broadcasts of the session. */
export async function pendingCohorts(
  tenant: Tenant,
  { id, session_id: sessionId }: { id: string; session_id: string },
  now: Date,
): Promise<
  { broadcast_id: string; chat: ChatKind; time_zone: string | null; address: string; due_at: string; count: number }[]
> {
  const { rows } = await sql<{
    broadcast_id: string
    chat: ChatKind
    time_zone: string | null
    address: string
    due_at: string
    count: number
  }>`
    select a.broadcast_id, ${chatOf(tenant, sessionId)} as chat, c.time_zone, min(a.address) as address,
      case when a.due_at > ${now} then a.due_at else ${now} end as due_at, count(*) as count
    from broadcasts b
    join recipients a on a.organization_id = b.organization_id and a.broadcast_id = b.id and a.due_at is not null
    left join contacts c on c.organization_id = a.organization_id and c.id = a.contact_id
    where b.organization_id = ${tenant.organization_id} and b.session_id = ${sessionId} and (b.status = 'sending' or b.id = ${id})
    group by a.broadcast_id, 2, c.time_zone, left(a.address, 6), 5`.execute(tenant.db)
  return rows
}

export interface PreflightRecipient {
  contact_id: string | null
  name: string
  address: string
  reason: string | null
  investor_id: string | null
  is_group: boolean
  is_consent_unknown: boolean
  /** Skipped: the session writes only to people who have written to it. */
  is_stranger: boolean
  contact: Record<string, string | null> | null
}

/** `only_known`: the session writes only to people who have written to it. Otherwise this is not looked up. */
export type Audience = AudienceSpec & { only_known: boolean }

const persons = (tenant: Tenant, broadcast: Audience, wanted: RawBuilder<unknown>) => sql<PreflightRecipient>`
  select a.contact_id, a.name, a.address, a.reason, a.investor_id, a.wa_group_id is not null as is_group,
    coalesce(c.consent = 'unknown', false) as is_consent_unknown,
    ${broadcast.only_known ? sql`${chatOf(tenant, broadcast.session_id)} = 'new'` : sql`false`} as is_stranger,
    case when c.id is not null then jsonb_build_object('name', c.name, 'preferred_name', c.preferred_name, 'phone', c.phone,
      'email', c.email, 'company', c.company, 'job_title', c.job_title, 'language', c.language, 'custom', c.custom) end as contact
  from (${people(tenant, broadcast)}) a
  left join contacts c on c.organization_id = ${tenant.organization_id} and c.id = a.contact_id
  where ${wanted}`

/** A reproducible sample: one in `share` of the recipients who are not skipped. */
export function sample(tenant: Tenant, broadcast: Audience, share: number): AsyncGenerator<PreflightRecipient[]> {
  return fetchInBatches(
    tenant,
    persons(
      tenant,
      broadcast,
      sql`a.reason is null ${share > 1 ? sql`and abs(hashtext(a.address_key)::bigint) % ${share} = 0` : sql``}`,
    ),
  )
}

export async function page(
  tenant: Tenant,
  broadcast: Audience,
  { q, limit, offset }: { q: string | undefined; limit: number; offset: number },
): Promise<{ rows: PreflightRecipient[]; total: number }> {
  const found = q
    ? sql`strpos(fold(a.name), fold(${q})) > 0
        or exists (select from unnest(${await piecesOf(tenant, q)}::text[]) piece where strpos(a.address, piece) > 0)`
    : sql`true`
  const { rows } = await sql<PreflightRecipient>`
    ${persons(tenant, broadcast, found)} order by a.reason is not null, a.name, a.address_key limit ${limit} offset ${offset}`.execute(
    tenant.db,
  )
  const counted = await sql<{ total: number }>`
    select count(*) as total from (${people(tenant, broadcast)}) a where ${found}`.execute(tenant.db)
  return { rows, total: counted.rows[0]!.total }
}

/** The first recipient who gets it, or the given contact. */
export async function one(
  tenant: Tenant,
  broadcast: Audience,
  contactId: string | undefined,
): Promise<PreflightRecipient | undefined> {
  const { rows } = await sql<PreflightRecipient>`
    ${persons(tenant, broadcast, contactId ? sql`a.contact_id = ${contactId}` : sql`a.reason is null`)}
    order by a.name, a.address_key limit 1`.execute(tenant.db)
  return rows[0]
}

export interface DraftToCheck {
  id: string
  session_id: string
  all_contacts: boolean
  source_broadcast_id: string | null
  source_part: SourcePart | null
  body: string | null
  language: string
  organization_name: string
  /** Today in the organization's time zone. */
  today: string
  country: string
  time_zone: string
  send_at: string | null
  pacing_mode: PacingMode
  pacing_limits: PacingLimits | null
}

export async function draftToCheck(tenant: Tenant, id: string): Promise<DraftToCheck | undefined> {
  const { rows } = await sql<DraftToCheck>`
    select b.id, b.session_id, b.all_contacts, b.source_broadcast_id, b.source_part, coalesce(b.body, t.body) as body, ${languageOf} as language,
      o.name as organization_name, (now() at time zone o.time_zone)::date as today, o.country, o.time_zone, b.send_at, s.pacing_mode, s.pacing_limits
    from broadcasts b join organizations o on o.organization_id = b.organization_id
    join wa_sessions s on s.organization_id = b.organization_id and s.id = b.session_id
    left join templates t on t.organization_id = b.organization_id and t.id = b.template_id and t.deleted_at is null
    left join users u on u.organization_id = b.organization_id and u.id = coalesce(${tenant.user_id ?? null}::uuid, b.created_by)
    where b.organization_id = ${tenant.organization_id} and b.id = ${id} and b.deleted_at is null and b.test_of is null`.execute(
    tenant.db,
  )
  return rows[0]
}

/** The same for an unsaved draft. Undefined if the organization has no such session, or no such stored draft. */
export async function unsavedToCheck(
  tenant: Tenant,
  { id, session_id, template_id, body, audience }: DraftToPreflight,
): Promise<Omit<DraftToCheck, 'send_at'> | undefined> {
  const { rows } = await sql<Omit<DraftToCheck, 'send_at'>>`
    select coalesce(b.id, ${nobody}::uuid) as id, s.id as session_id, ${audience.all_contacts ?? false}::boolean as all_contacts,
      b.source_broadcast_id, b.source_part, coalesce(${body ?? null}::text, t.body) as body,
      case when ${body ?? null}::text is null then coalesce(t.language, '') else coalesce(nullif(b.language, ''), u.locale, '') end as language,
      o.name as organization_name, (now() at time zone o.time_zone)::date as today, o.country, o.time_zone, s.pacing_mode, s.pacing_limits
    from wa_sessions s join organizations o on o.organization_id = s.organization_id
    left join broadcasts b on b.organization_id = s.organization_id and b.id = ${id ?? null}::uuid and b.deleted_at is null and b.test_of is null
    left join templates t on t.organization_id = s.organization_id and t.id = ${template_id ?? null}::uuid and t.deleted_at is null
    left join users u on u.organization_id = s.organization_id and u.id = ${tenant.user_id ?? null}::uuid
    where s.organization_id = ${tenant.organization_id} and s.id = ${session_id} and s.deleted_at is null
      and (${id ?? null}::uuid is null or b.id is not null)`.execute(tenant.db)
  return rows[0]
}

/** An id that no broadcast has, so that a draft that was never stored has no stored audience either. */
const nobody = '00000000-0000-0000-0000-000000000000'
