// All writes of broadcasts and their drafts' audiences, and the reads that the rules need.

import { type RawBuilder, sql } from 'kysely'
import type { BroadcastStatus, PauseReason, SourcePart } from '../../../contract/broadcasts.ts'
import type { Message } from '../../../contract/messages/message.ts'
import type { Tenant } from '../../platform/db/index.ts'

export interface Draft {
  name: string
  session_id: string
  template_id: string | null
  body: string | null
  media_id: string | null
  all_contacts: boolean
  send_on: string | null
  send_at: Date | null
  time_zone: string | null
  expires_at: Date | null
}

export interface Source {
  source_broadcast_id: string
  source_part: SourcePart
}

export async function create(tenant: Tenant, draft: Draft & Partial<Source>): Promise<string> {
  const row = await tenant.db
    .insertInto('broadcasts')
    .values({
      ...draft,
      organization_id: tenant.organization_id,
      created_by: tenant.user_id ?? null,
      authors: tenant.user_id ? [tenant.user_id] : [],
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

export async function homeZone(tenant: Tenant): Promise<string> {
  const { time_zone } = await tenant.db
    .selectFrom('organizations')
    .select('time_zone')
    .where('organization_id', '=', tenant.organization_id)
    .executeTakeFirstOrThrow()
  return time_zone
}

/** Locks the session against removal until this transaction ends; returns false if it is removed. */
export async function lockSession(tenant: Tenant, sessionId: string): Promise<boolean> {
  const { rows } = await sql`
    select from wa_sessions
    where organization_id = ${tenant.organization_id} and id = ${sessionId} and deleted_at is null for key share`.execute(
    tenant.db,
  )
  return rows.length === 1
}

/** Optimistic locking: only a draft can be edited, and only with its current version. */
export async function update(tenant: Tenant, id: string, version: number, change: Partial<Draft>): Promise<boolean> {
  const { numUpdatedRows } = await tenant.db
    .updateTable('broadcasts')
    .set({ ...change, authors: withAuthor(tenant), version: sql`version + 1`, updated_at: sql`now()` })
    .where('organization_id', '=', tenant.organization_id)
    .where('id', '=', id)
    .where('version', '=', version)
    .where('status', '=', 'draft')
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** SQL: the authors of a broadcast and the current user. */
const withAuthor = ({ user_id: me }: Tenant) => sql<string[]>`
  case when ${me ?? null}::uuid is null or ${me ?? null}::uuid = any (authors) then authors else authors || ${me ?? null}::uuid end`

/** Makes the current user an author, who may not approve the broadcast. */
export async function addAuthor(tenant: Tenant, id: string): Promise<void> {
  await tenant.db
    .updateTable('broadcasts')
    .set({ authors: withAuthor(tenant) })
    .where('organization_id', '=', tenant.organization_id)
    .where('id', '=', id)
    .execute()
}

/** Replaces the draft's contacts; returns how many of the given ones exist here. */
export async function setContacts(
  tenant: Tenant,
  id: string,
  contacts: { included: string[]; excluded: string[] },
): Promise<number> {
  await tenant.db
    .deleteFrom('broadcast_contacts')
    .where('organization_id', '=', tenant.organization_id)
    .where('broadcast_id', '=', id)
    .execute()
  const { numAffectedRows } = await sql`
    insert into broadcast_contacts (organization_id, broadcast_id, contact_id, excluded)
    select c.organization_id, ${id}, c.id, bool_or(given.excluded)
    from (select unnest(${contacts.included}::uuid[]) as id, false as excluded
      union all select unnest(${contacts.excluded}::uuid[]), true) given
    join contacts c on c.organization_id = ${tenant.organization_id} and c.id = given.id and c.deleted_at is null
    group by c.organization_id, c.id`.execute(tenant.db)
  return Number(numAffectedRows)
}

/** Replaces the draft's groups; returns how many of the given ones are imported here. */
export async function setGroups(tenant: Tenant, id: string, groups: readonly string[]): Promise<number> {
  await sql`
    delete from broadcast_wa_groups where organization_id = ${tenant.organization_id} and broadcast_id = ${id}`.execute(
    tenant.db,
  )
  const { numAffectedRows } = await sql`
    insert into broadcast_wa_groups (organization_id, broadcast_id, wa_group_id)
    select g.organization_id, ${id}, g.id from wa_groups g
    where g.organization_id = ${tenant.organization_id} and g.id = any (${groups}::uuid[])
      and g.imported_at is not null and g.deleted_at is null`.execute(tenant.db)
  return Number(numAffectedRows)
}

/** Replaces the draft's broadcast groups; returns how many of the given ones exist here. */
export async function setBroadcastGroups(tenant: Tenant, id: string, ids: readonly string[]): Promise<number> {
  await sql`
    delete from broadcast_audience_groups
    where organization_id = ${tenant.organization_id} and broadcast_id = ${id}`.execute(tenant.db)
  const { numAffectedRows } = await sql`
    insert into broadcast_audience_groups (organization_id, broadcast_id, broadcast_group_id)
    select g.organization_id, ${id}, g.id from broadcast_groups g
    where g.organization_id = ${tenant.organization_id} and g.id = any (${ids}::uuid[]) and g.deleted_at is null`.execute(
    tenant.db,
  )
  return Number(numAffectedRows)
}

export async function remove(tenant: Tenant, id: string): Promise<boolean> {
  const { numUpdatedRows } = await tenant.db
    .updateTable('broadcasts')
    .set({ deleted_at: sql`now()` })
    .where('organization_id', '=', tenant.organization_id)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .where('status', 'in', ['draft', 'completed', 'cancelled', 'failed'])
    .where('test_of', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Does nothing if it is not deleted. */
export async function restore(tenant: Tenant, id: string): Promise<void> {
  await tenant.db
    .updateTable('broadcasts')
    .set({ deleted_at: null })
    .where('organization_id', '=', tenant.organization_id)
    .where('id', '=', id)
    .where('purged_at', 'is', null)
    .execute()
}

/** Compare-and-set on the state: returns false if it was in none of `from`. */
export async function move(
  tenant: Tenant,
  id: string,
  from: BroadcastStatus[],
  to: BroadcastStatus,
  more: {
    body?: string
    language?: string
    media_id?: string | null
    has_own_media?: boolean
    pause_reason?: PauseReason
    failure?: Message
    is_template_text?: boolean
    shows_amounts?: boolean
    approval?: 'asked' | 'approved'
    started?: true
    finished?: boolean
  } = {},
): Promise<boolean> {
  const { numUpdatedRows } = await tenant.db
    .updateTable('broadcasts')
    .set({
      status: to,
      pause_reason: more.pause_reason ?? null,
      failure: more.failure ? JSON.stringify(more.failure) : null,
      ...(more.body === undefined ? {} : { body: more.body }),
      ...(more.language === undefined ? {} : { language: more.language }),
      ...(more.media_id === undefined ? {} : { media_id: more.media_id }),
      ...(more.has_own_media === undefined ? {} : { has_own_media: more.has_own_media }),
      ...(more.is_template_text === undefined ? {} : { is_template_text: more.is_template_text }),
      ...(more.shows_amounts === undefined ? {} : { shows_amounts: more.shows_amounts }),
      ...(more.approval ? { approval: more.approval } : {}),
      ...(more.started ? { started_at: sql`now()`, driver: driverOf } : {}),
      ...(more.finished === undefined ? {} : { finished_at: more.finished ? sql`now()` : null }),
      version: sql`version + 1`,
      updated_at: sql`now()`,
    })
    .where('organization_id', '=', tenant.organization_id)
    .where('id', '=', id)
    .where('status', 'in', from)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** preparing → sending, unless it is being prepared for an approval. */
export async function startSending(tenant: Tenant, id: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update broadcasts set status = 'sending', version = version + 1, updated_at = now()
    where organization_id = ${tenant.organization_id} and id = ${id} and status = 'preparing'
      and approval is distinct from 'asked' and deleted_at is null`.execute(tenant.db)
  return numAffectedRows === 1n
}

/** Restores what the broadcast was before its text was frozen. Its recipients must be deleted in the same transaction. */
export async function unfreeze(
  tenant: Tenant,
  id: string,
  from: BroadcastStatus[],
  to: 'draft' | 'paused',
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update broadcasts set status = ${to}, pause_reason = ${to === 'paused' ? 'needs_approval' : null},
      body = case when is_template_text then null else body end,
      language = case when is_template_text then '' else language end,
      media_id = case when has_own_media then media_id end,
      has_own_media = false, is_template_text = false, approval = null, started_at = null, driver = null,
      version = version + 1, updated_at = now()
    where organization_id = ${tenant.organization_id} and id = ${id} and status = any (${from}) and deleted_at is null`.execute(
    tenant.db,
  )
  return numAffectedRows === 1n
}

/** Locks the broadcast without waiting. Returns false if another transaction holds the lock, or if the version has changed. */
export async function lockIfIdle(tenant: Tenant, id: string, version: number): Promise<boolean> {
  const row = await tenant.db
    .selectFrom('broadcasts')
    .select('id')
    .where('organization_id', '=', tenant.organization_id)
    .where('id', '=', id)
    .where('version', '=', version)
    .forNoKeyUpdate()
    .skipLocked()
    .executeTakeFirst()
  return row !== undefined
}

/** The driver of the broadcast's session, which cannot change while a broadcast is sending. */
const driverOf = sql<string>`(select s.driver from wa_sessions s
  where s.organization_id = broadcasts.organization_id and s.id = broadcasts.session_id)`

export async function pauseSession(tenant: Tenant, sessionId: string, reason: PauseReason): Promise<void> {
  await tenant.db
    .updateTable('broadcasts')
    .set({ status: 'paused', pause_reason: reason, version: sql`version + 1`, updated_at: sql`now()` })
    .where('organization_id', '=', tenant.organization_id)
    .where('id', 'in', (own) =>
      own
        .selectFrom('broadcasts')
        .select('id')
        .where('organization_id', '=', tenant.organization_id)
        .where('session_id', '=', sessionId)
        .where('status', '=', 'sending')
        // A test ends within minutes, and has no page on which a user could resume it.
        .where('test_of', 'is', null)
        // The same lock order as `activeIds`, against deadlocks with a cancellation of all.
        .orderBy('id')
        .forNoKeyUpdate(),
    )
    .execute()
}

/** Broadcasts that await approval, are scheduled, running or paused. */
export async function activeIds(tenant: Tenant): Promise<string[]> {
  const rows = await tenant.db
    .selectFrom('broadcasts')
    .select('id')
    .where('organization_id', '=', tenant.organization_id)
    .where('status', 'in', ['awaiting_approval', 'scheduled', 'preparing', 'sending', 'paused'])
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Locks the broadcast against concurrent edits, starts and copies until the transaction ends. */
export async function lockBroadcast(tenant: Tenant, id: string): Promise<void> {
  await sql`
    select from broadcasts
    where organization_id = ${tenant.organization_id} and id = ${id} for no key update`.execute(tenant.db)
}

/** What is needed to start a broadcast for the first time. */
export interface Unstarted {
  status: BroadcastStatus
  version: number
  approval: 'asked' | 'approved' | null
  authors: string[]
  session_id: string
  body: string | null
  language: string
  media_id: string | null
  has_own_media: boolean
  text_field: 'body' | 'template_id'
  has_audience: boolean
  send_at: string | null
  expires_at: string | null
  is_session_gone: boolean
}

/** Language of the text: the template's; for a custom text that of the copied broadcast, or else of the sender `u`. */
export const languageOf = sql`
  case when b.body is null then coalesce(t.language, '') else coalesce(nullif(b.language, ''), u.locale, '') end`

/** The file of broadcast `b` before its start: its own, or that of template `t` if the text is the template's. */
export const mediaOf = sql`coalesce(b.media_id, case when b.body is null and b.started_at is null then t.media_id end)`

export async function unstarted(
  tenant: Tenant,
  id: string,
  statuses: BroadcastStatus[] = ['draft', 'scheduled', 'paused'],
): Promise<Unstarted | undefined> {
  const { rows } = await sql<Unstarted>`
    select b.status, b.version, b.approval, b.authors::text[] as authors, b.session_id, coalesce(b.body, t.body) as body, ${languageOf} as language,
      ${mediaOf} as media_id, b.media_id is not null as has_own_media,
      case when b.body is null then 'template_id' else 'body' end as text_field,
      case when b.all_contacts then exists (select from contacts c where c.organization_id = b.organization_id and c.deleted_at is null)
        else exists (select from broadcast_contacts a where a.organization_id = b.organization_id and a.broadcast_id = b.id and not a.excluded) end
        or exists (select from broadcast_wa_groups g where g.organization_id = b.organization_id and g.broadcast_id = b.id)
        or exists (select from broadcast_audience_groups g where g.organization_id = b.organization_id and g.broadcast_id = b.id) as has_audience,
      b.send_at, b.expires_at,
      exists (select from wa_sessions s where s.organization_id = b.organization_id and s.id = b.session_id and s.deleted_at is not null) as is_session_gone
    from broadcasts b left join templates t on t.organization_id = b.organization_id and t.id = b.template_id and t.deleted_at is null
    left join users u on u.organization_id = b.organization_id and u.id = coalesce(${tenant.user_id ?? null}::uuid, b.created_by)
    where b.organization_id = ${tenant.organization_id} and b.id = ${id} and b.deleted_at is null and b.started_at is null
      and b.test_of is null and b.status = any (${statuses})`.execute(tenant.db)
  return rows[0]
}

/**
 * `is_reopenable`: approved, so changed messages can be added while it is sent, or after its end if its session still has the same
 * driver.
 */
export async function approved(
  tenant: Tenant,
  id: string,
): Promise<{ session_id: string; authors: string[]; is_reopenable: boolean } | undefined> {
  const { rows } = await sql<{ session_id: string; authors: string[]; is_reopenable: boolean }>`
    select b.session_id, b.authors::text[] as authors, b.approval is not distinct from 'approved' and (b.status in ('sending', 'paused')
      or b.status = 'completed' and b.driver = s.driver) and b.started_at is not null as is_reopenable
    from broadcasts b join wa_sessions s on s.organization_id = b.organization_id and s.id = b.session_id
    where b.organization_id = ${tenant.organization_id} and b.id = ${id} and b.deleted_at is null`.execute(tenant.db)
  return rows[0]
}

/** An unedited follow-up, so that a repeated request returns it instead of creating another. */
export async function untouched(
  tenant: Tenant,
  { source_broadcast_id, source_part }: Source,
): Promise<string | undefined> {
  const row = await tenant.db
    .selectFrom('broadcasts')
    .select('id')
    .where('organization_id', '=', tenant.organization_id)
    .where('source_broadcast_id', '=', source_broadcast_id)
    .where('source_part', '=', source_part)
    .where('status', '=', 'draft')
    .where('version', '=', 1)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row?.id
}

/** Creates a draft with the same content; returns undefined if there is nothing to copy. */
export async function copy(tenant: Tenant, source: Source, name: string | undefined): Promise<string | undefined> {
  const isCopy = source.source_part === 'copy'
  const { rows } = await sql<{ id: string }>`
    insert into broadcasts (organization_id, created_by, authors, name, session_id, template_id, body, language, media_id, all_contacts, source_broadcast_id, source_part)
    select b.organization_id, ${tenant.user_id ?? null}, array_remove(array[${tenant.user_id ?? null}::uuid], null), coalesce(${name ?? null}, b.name), b.session_id,
      -- A copy uses the current template; a follow-up uses the text that was sent.
      case when ${isCopy} and t.id is not null then t.id end,
      case when not (${isCopy} and t.id is not null) then coalesce(b.body, t.body) end, b.language,
      case when not (${isCopy} and t.id is not null) then ${mediaOf} when b.started_at is null and b.approval is null or b.has_own_media then b.media_id end,
      ${isCopy} and b.all_contacts, b.id, ${source.source_part}
    from broadcasts b left join templates t on t.organization_id = b.organization_id and t.id = b.template_id and t.deleted_at is null
    where b.organization_id = ${tenant.organization_id} and b.id = ${source.source_broadcast_id} and b.deleted_at is null and b.test_of is null
    returning id`.execute(tenant.db)
  return rows[0]?.id
}

/** Copies the audience as far as it still exists. */
export async function copyAudience(tenant: Tenant, id: string, from: string): Promise<void> {
  await sql`
    insert into broadcast_contacts (organization_id, broadcast_id, contact_id, excluded)
    select a.organization_id, ${id}, a.contact_id, a.excluded from broadcast_contacts a
    join contacts c on c.organization_id = a.organization_id and c.id = a.contact_id and c.deleted_at is null
    where a.organization_id = ${tenant.organization_id} and a.broadcast_id = ${from}
    on conflict do nothing`.execute(tenant.db)
  await sql`
    insert into broadcast_wa_groups (organization_id, broadcast_id, wa_group_id)
    select a.organization_id, ${id}, a.wa_group_id from broadcast_wa_groups a
    join wa_groups g on g.organization_id = a.organization_id and g.id = a.wa_group_id and g.imported_at is not null and g.deleted_at is null
    where a.organization_id = ${tenant.organization_id} and a.broadcast_id = ${from}
    on conflict do nothing`.execute(tenant.db)
  await sql`
    insert into broadcast_audience_groups (organization_id, broadcast_id, broadcast_group_id)
    select a.organization_id, ${id}, a.broadcast_group_id from broadcast_audience_groups a
    join broadcast_groups g on g.organization_id = a.organization_id and g.id = a.broadcast_group_id and g.deleted_at is null
    where a.organization_id = ${tenant.organization_id} and a.broadcast_id = ${from}
    on conflict do nothing`.execute(tenant.db)
}

/** Selects the source's recipients that are in this part now; returns how many people and groups. */
export async function choosePart(
  tenant: Tenant,
  id: string,
  { source_broadcast_id, source_part }: Source,
  includeUnconfirmed: boolean,
): Promise<number> {
  const wanted = sql`r.organization_id = ${tenant.organization_id} and r.broadcast_id = ${source_broadcast_id}
    and (${partOf(source_part)}) and (${includeUnconfirmed} or r.reason is distinct from 'unconfirmed')`
  await setContacts(tenant, id, { included: [], excluded: [] })
  await setGroups(tenant, id, [])
  const people = await sql`
    insert into broadcast_contacts (organization_id, broadcast_id, contact_id)
    select distinct r.organization_id, ${id}::uuid, r.contact_id from recipients r
    join contacts c on c.organization_id = r.organization_id and c.id = r.contact_id and c.deleted_at is null
    where ${wanted}`.execute(tenant.db)
  // Groups are only sent to again if sending failed, never because some members have not read it.
  const isResend = source_part === 'failed' || source_part === 'not_sent'
  const groups = await sql`
    insert into broadcast_wa_groups (organization_id, broadcast_id, wa_group_id)
    select distinct r.organization_id, ${id}::uuid, r.wa_group_id from recipients r
    join wa_groups g on g.organization_id = r.organization_id and g.id = r.wa_group_id and g.imported_at is not null and g.deleted_at is null
    where ${wanted} and ${isResend}`.execute(tenant.db)
  return Number(people.numAffectedRows) + Number(groups.numAffectedRows)
}

/** A message accepted by WhatsApp arrives when the phone is online again, so no part that resends includes it. */
function partOf(part: SourcePart): RawBuilder<unknown> {
  switch (part) {
    case 'failed':
      return sql`r.status = 'failed'`
    case 'not_sent':
      return sql`r.status in ('failed', 'cancelled', 'skipped')`
    case 'not_read':
      return sql`r.status in ('sent', 'delivered')`
    case 'not_replied':
      return sql`r.status in ('sent', 'delivered', 'read', 'played') and r.replied_at is null`
    case 'copy':
      return sql`true`
  }
}

/** Starts immediately and expires after 15 minutes. */
export async function createTest(
  tenant: Tenant,
  testOf: string,
  { text, shows_amounts, media_id }: { text: string; shows_amounts: boolean; media_id: string | null },
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into broadcasts (organization_id, created_by, name, session_id, driver, body, shows_amounts, media_id, status, started_at, expires_at, test_of)
    select b.organization_id, ${tenant.user_id ?? null}, b.name, b.session_id, s.driver, ${text}, ${shows_amounts}, ${media_id}, 'sending', now(), now() + interval '15 minutes', b.id
    from broadcasts b join wa_sessions s on s.organization_id = b.organization_id and s.id = b.session_id
    where b.organization_id = ${tenant.organization_id} and b.id = ${testOf}
    returning id`.execute(tenant.db)
  return rows[0]!.id
}
