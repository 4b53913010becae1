// All SQL of activity timelines. Timelines are not stored: each entry is read from the table that recorded
// it.
import { type RawBuilder, sql } from 'kysely'
import type { Activity, ActivityQuery } from '../../../contract/activity.ts'
import { shownText } from '../../platform/db/amounts.ts'
import type { Tenant } from '../../platform/db/index.ts'
import { shownName } from '../master-data/service.ts'

export interface Subject {
  kind: 'contact' | 'investor' | 'investment'
  id: string
}

export function subjectOf({ contact_id, investor_id, investment_id }: ActivityQuery): Subject {
  if (contact_id) return { kind: 'contact', id: contact_id }
  if (investor_id) return { kind: 'investor', id: investor_id }
  return { kind: 'investment', id: investment_id! }
}

/** Also true of a deleted record: its timeline shows who deleted it. */
export async function isThere({ db, organization_id }: Tenant, { kind, id }: Subject): Promise<boolean> {
  const { rows } = await sql`
    select from ${sql.table(`${kind}s`)} where organization_id = ${organization_id} and id = ${id}`.execute(db)
  return rows.length > 0
}

/** One branch per kind of record, because a single condition on three columns could use no index. */
const ofEach = (branch: (record: Subject['kind']) => RawBuilder<unknown>) =>
  sql.join((['contact', 'investor', 'investment'] as const).map(branch), sql` union all `)

/** First finds the page's entries from the indexes alone, then loads the details of these. */
export async function list(
  tenant: Tenant,
  about: Subject,
  { page = 1, per_page = 20, kind }: ActivityQuery,
): Promise<{ data: Activity[]; total: number }> {
  const { db, organization_id } = tenant
  const own = (alias: string) => sql`${sql.ref(alias)}.organization_id = ${organization_id}`
  const records = {
    contact: sql`select 'contact' as record, ${about.id}::uuid as id`,
    investor: sql`select 'investor', ${about.id}::uuid ${
      tenant.sees_amounts
        ? sql`union all
      select 'investment', i.id from investments i where ${own('i')} and i.investor_id = ${about.id} and i.deleted_at is null`
        : sql``
    }`,
    investment: sql`select 'investment', ${about.id}::uuid`,
  }[about.kind]
  const people = {
    contact: sql`select c.id, c.other_phone_keys || c.phone_key from contacts c where ${own('c')} and c.id = ${about.id}`,
    investor: sql`select c.id, c.other_phone_keys || c.phone_key from investor_contacts x
      join contacts c on c.organization_id = x.organization_id and c.id = x.contact_id and c.deleted_at is null
      where ${own('x')} and x.investor_id = ${about.id}`,
    investment: sql`select null::uuid, null::text[] where false`,
  }[about.kind]
  const { rows } = await sql<{ total: number; entry: Activity | null }>`
    with about (record, id) as materialized (${records}),
    people (id, phone_keys) as materialized (${people}),
    heard as materialized (
      select m.id, ${heardAt} as at, p.id as contact_id from people p join wa_messages m on ${own('m')} and m.contact_id = p.id
      union all
      -- Messages received before the sender became a contact.
      select m.id, ${heardAt}, p.id from people p
        join wa_messages m on ${own('m')} and m.contact_id is null and m.address_key = any (p.phone_keys)),
    entries (kind, id, at, user_id, record, record_id) as (
      select 'created', c.id, c.created_at, c.created_by, a.record, c.id from about a join contacts c on ${own('c')} and c.id = a.id where a.record = 'contact'
      union all
      select 'created', v.id, v.created_at, v.created_by, a.record, v.id from about a join investors v on ${own('v')} and v.id = a.id where a.record = 'investor'
      union all
      select 'created', i.id, i.created_at, i.created_by, a.record, i.id from about a join investments i on ${own('i')} and i.id = a.id where a.record = 'investment'
      union all
      select 'changed', e.id, e.at, e.user_id, a.record, a.id from about a join record_edits e on ${own('e')} and e.record_id = a.id
      union all
      select 'changed', e.id, e.at, e.user_id, a.record, a.id from about a join transactions t on ${own('t')} and t.investment_id = a.id
        join record_edits e on ${own('e')} and e.record_id = t.id
      union all
      select 'status', s.id, s.at, s.changed_by, a.record, a.id from about a
        join investment_status_changes s on ${own('s')} and s.investment_id = a.id and s.from_status_id is not null
      union all
      select 'transaction', t.id, t.created_at, t.created_by, a.record, a.id from about a
        join transactions t on ${own('t')} and t.investment_id = a.id and t.deleted_at is null
      union all
      ${ofEach(
        (record) => sql`
      select 'note', n.id, n.created_at, n.created_by, a.record, a.id from about a
        join notes n on ${own('n')} and n.deleted_at is null and ${sql.ref(`n.${record}_id`)} = a.id where a.record = ${sql.lit(record)}`,
      )}
      union all
      ${ofEach(
        (record) => sql`
      select 'task', k.id, k.done_at, k.done_by, a.record, a.id from about a
        join tasks k on ${own('k')} and k.deleted_at is null and k.done_at is not null and ${sql.ref(`k.${record}_id`)} = a.id
        where a.record = ${sql.lit(record)}`,
      )}
      union all
      select 'message', r.id, coalesce(r.sent_at, b.started_at, b.created_at), b.created_by, 'contact', p.id from people p
        join recipients r on ${own('r')} and r.contact_id = p.id and r.text is not null and r.status not in ('pending', 'skipped', 'cancelled')
        join broadcasts b on ${own('b')} and b.id = r.broadcast_id
      union all
      select 'reply', h.id, h.at, null, 'contact', h.contact_id from heard h
      union all
      select 'answer', w.id, w.created_at, w.created_by, 'contact', h.contact_id from heard h
        join wa_answers w on ${own('w')} and w.reply_id = h.id and w.contact_id is null and w.status <> 'cancelled'
      union all
      select 'answer', w.id, w.created_at, w.created_by, 'contact', p.id from people p
        join wa_answers w on ${own('w')} and w.contact_id = p.id and w.status <> 'cancelled'),
    wanted as (select * from entries where ${kind ? sql`kind = any (${kind})` : sql`true`} and ${isShown(tenant)}),
    page as (select * from wanted order by at desc, id desc limit ${per_page} offset ${(page - 1) * per_page})
    select (select count(*) from wanted) as total, page_entry.entry from (select 1) once left join lateral (
      select p.at, p.id, jsonb_build_object('kind', p.kind, 'id', p.id, 'at', to_char(p.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        'by', (select jsonb_build_object('id', u.id, 'name', u.name) from users u where ${own('u')} and u.id = p.user_id),
        'record', jsonb_build_object('kind', p.record, 'id', p.record_id, 'name', case p.record
          when 'contact' then (select c.name from contacts c where ${own('c')} and c.id = p.record_id)
          when 'investor' then (select v.name from investors v where ${own('v')} and v.id = p.record_id)
          else (select i.title from investments i where ${own('i')} and i.id = p.record_id) end))
        || case p.kind
          when 'created' then ${createdBy(organization_id)}
          when 'changed' then ${whatChanged(tenant)}
          when 'status' then (select jsonb_build_object('from', to_jsonb(f), 'to', to_jsonb(t)) from investment_status_changes s
            join lateral (select m.id, ${shownName(tenant, 'm')} as name, m.color from investment_statuses m where ${own('m')} and m.id = s.from_status_id) f on true
            join lateral (select m.id, ${shownName(tenant, 'm')} as name, m.color from investment_statuses m where ${own('m')} and m.id = s.to_status_id) t on true
            where ${own('s')} and s.id = p.id)
          when 'transaction' then (select jsonb_build_object('currency', i.currency, 'transaction', jsonb_build_object('kind', t.kind,
              'state', t.state, 'amount', money(t.amount, i.currency)::text, 'due_on', t.due_on, 'settled_on', t.settled_on))
            from transactions t join investments i on ${own('i')} and i.id = t.investment_id where ${own('t')} and t.id = p.id)
          when 'note' then (select jsonb_build_object('body', n.body) from notes n where ${own('n')} and n.id = p.id)
          when 'task' then (select jsonb_build_object('title', k.title, 'due_on', k.due_on) from tasks k where ${own('k')} and k.id = p.id)
          when 'message' then (select jsonb_build_object('text', ${shownText(tenant, sql`r.text`, sql`b.shows_amounts`)}, 'status', r.status, 'reason', r.reason,
              'broadcast', jsonb_build_object('id', b.id, 'name', b.name))
            from recipients r join broadcasts b on ${own('b')} and b.id = r.broadcast_id where ${own('r')} and r.id = p.id)
          when 'reply' then (select jsonb_build_object('text', m.text) from wa_messages m where ${own('m')} and m.id = p.id)
          else (select jsonb_build_object('text', ${shownText(tenant, sql`w.text`, sql`w.shows_amounts`)}, 'is_automatic', w.is_automatic, 'status', w.status, 'reason', w.reason)
            from wa_answers w where ${own('w')} and w.id = p.id)
        end as entry
      from page p) page_entry on true
    order by page_entry.at desc, page_entry.id desc`.execute(db)
  return { data: rows.flatMap(({ entry }) => entry ?? []), total: rows[0]!.total }
}

/**
 * WhatsApp timestamps have whole seconds: a message received immediately is ordered by its arrival, so that
 * it follows the message it answers.
 */
const heardAt = sql`case when m.received_at - m.at between interval '0' and interval '2 seconds' then m.received_at else m.at end`

const createdBy = (organization_id: string) => sql`jsonb_build_object('import', (
  select jsonb_build_object('id', m.id, 'name', m.file_name) from import_rows r
  join imports m on m.organization_id = r.organization_id and m.id = r.import_id
  where r.organization_id = ${organization_id} and r.record_id = p.id and r.action = 'create' limit 1))`

/** Ids as names, amounts without trailing zeros. */
function whatChanged(tenant: Tenant) {
  const { organization_id } = tenant
  const nameIn = (table: string, name: RawBuilder<unknown> = sql`x.name`) =>
    sql`(select ${name} from ${sql.table(table)} x where x.organization_id = ${organization_id} and x.id = said.text::uuid)`
  return sql`(select jsonb_build_object(
      'transaction', (select jsonb_build_object('kind', t.kind) from transactions t
        where e.record = 'transaction' and t.organization_id = e.organization_id and t.id = e.record_id),
      'currency', then_in.currency,
      'currency_before', case when e.record = p.record and e.changes ? then_in.field then e.changes -> then_in.field ->> 0 else then_in.currency end,
      'changes', (select jsonb_agg(jsonb_build_object('field', c.field, 'from', c.words[1], 'to', c.words[2], 'custom', c.custom) order by c.field)
        from (select change.key as field, case when f.key is not null then jsonb_build_object('name', f.name, 'type', f.type) end as custom, array(
            select case
              when said.text is null or said.text = '' then null
              when f.type = 'person' then ${nameIn('users')}
              when f.type in ('choice', 'choices') then ${choiceNames}
              when change.key = 'investor_type_id' then ${nameIn('investor_types', shownName(tenant, 'x'))}
              when change.key = 'stage_id' then ${nameIn('investment_stages', shownName(tenant, 'x'))}
              when change.key = 'investor_id' then ${nameIn('investors')}
              when change.key = 'offering_id' then ${nameIn('offerings')}
              when change.key = 'owner_user_id' then ${nameIn('users')}
              when change.key = 'other_phones' then nullif((select string_agg(n ->> 'phone', ', ') from jsonb_array_elements(said.text::jsonb) n), '')
              when change.key = 'other_emails' then nullif((select string_agg(n, ', ') from jsonb_array_elements_text(said.text::jsonb) n), '')
              when change.key = any (${amounts}) then trim_scale(said.text::numeric)::text
              else said.text end
            from (values (1, change.value ->> 0), (2, change.value ->> 1)) said (nth, text) order by said.nth) as words
          from jsonb_each(e.changes) change
          left join custom_fields f on f.organization_id = e.organization_id and f.record = e.record and change.key = 'custom.' || f.key
          where ${tenant.sees_amounts ? sql`true` : sql`not ${isAmount(sql`change.key`, sql`f.type`)}`}) c))
    from record_edits e
    -- Currency after the change: the old value of the next currency change, else the current one.
    cross join lateral (select case p.record when 'investor' then 'preferred_currency' else 'currency' end as field) named
    left join lateral (select f.changes -> named.field ->> 0 as currency from record_edits f
      where f.organization_id = e.organization_id and f.record = p.record and f.record_id = p.record_id and f.changes ? named.field and (f.at, f.id) > (e.at, e.id)
      order by f.at, f.id limit 1) next on true
    cross join lateral (select named.field, coalesce(next.currency, case p.record
      when 'investor' then (select v.preferred_currency from investors v where v.organization_id = e.organization_id and v.id = p.record_id)
      when 'investment' then (select i.currency from investments i where i.organization_id = e.organization_id and i.id = p.record_id) end) as currency) then_in
    where e.organization_id = ${organization_id} and e.id = p.id)`
}

/** The names of the choices in the value `said` of custom field `f`, including deleted choices. */
const choiceNames = sql`(select string_agg(h.choice ->> 'name', ', ' order by h.place)
  from jsonb_array_elements(f.choices) with ordinality h (choice, place)
  where case f.type when 'choices' then said.text::jsonb ? (h.choice ->> 'id') else said.text = h.choice ->> 'id' end)`

/** Users who do not see amounts get no entry for a change that has only amounts. */
const isShown = ({ organization_id, sees_amounts }: Tenant) =>
  sees_amounts
    ? sql`true`
    : sql`(kind <> 'changed' or exists (select from record_edits e cross join jsonb_object_keys(e.changes) change (key)
        left join custom_fields f on f.organization_id = e.organization_id and f.record = e.record and change.key = 'custom.' || f.key
        where e.organization_id = ${organization_id} and e.id = entries.id and not ${isAmount(sql`change.key`, sql`f.type`)}))`

/** The type of a deleted custom field is unknown, so its values are hidden like amounts. */
const isAmount = (field: RawBuilder<unknown>, type: RawBuilder<unknown>) =>
  sql`(${field} = any (${amounts}) or ${field} like 'custom.%' and coalesce(${type}, 'money') = 'money')`

const amounts = [
  'ticket_min',
  'ticket_max',
  'expected_amount',
  'committed_amount',
  'amount',
  'units',
  'unit_price',
  'ownership_percent',
  'interest_rate_percent',
  'discount_percent',
  'valuation_cap',
]
