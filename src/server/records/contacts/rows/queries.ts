// Reads contacts: one, a page of a list, or all for an export.
import { type RawBuilder, sql } from 'kysely'
import {
  type Consent,
  type Contact,
  type ContactNames,
  type ContactNamesQuery,
  type ContactQuery,
  maxNames,
} from '../../../../contract/contacts.ts'
import { isBulkChanged } from '../../../platform/db/bulk-changed.ts'
import {
  type CustomQuery,
  customConditions,
  customOrder,
  customValues,
  hasCustom,
} from '../../../platform/db/custom-values.ts'
import { isImported } from '../../../platform/db/imported.ts'
import type { Tenant } from '../../../platform/db/index.ts'
import { jsonRows, time } from '../../../platform/db/json-rows.ts'
import { allIds, computed, indexed, type Order, type PageQuery, pageOf, rowsByIds } from '../../../platform/db/page.ts'
import { contains, words } from '../../../platform/db/search.ts'
import { hasTag, tagLabels } from '../../../platform/db/tag-labels.ts'
import type { Home } from '../time-zone.ts'

/** A contact without formatted numbers, and without the time zone that the preferred number implies. */
export type ContactRow = Omit<
  Contact,
  'phone_text' | 'other_phones' | 'former_phones' | 'time_zone' | 'time_zone_is_default'
> & {
  other_phones: Omit<Contact['other_phones'][number], 'phone_text'>[]
  former_phones: string[]
  time_zone: string | null
  home: Home
}

const lastContacted = sql`(select max(r.sent_at) from recipients r
  where r.organization_id = c.organization_id and r.contact_id = c.id)`

/**
 * A contact with its number as stored; an opt-out belongs to the number and overrides the consent of the
 * contact.
 */
const columns = (
  tenant: Tenant,
) => sql`c.id, c.name, c.preferred_name, c.phone, c.phone_label, c.other_phones, c.wa_id, c.email, c.other_emails,
  jsonb_path_query_array(c.former_phones, '$[*].phone') as former_phones, c.company, c.job_title, c.language, c.time_zone, c.notes,
  case when o.phone_key is not null then 'opted_out' else c.consent end as consent,
  ${time(sql`case when o.phone_key is not null and c.consent <> 'opted_out' then o.created_at else c.consent_at end`)} as consent_at,
  case when o.phone_key is not null and c.consent <> 'opted_out' then '' else c.consent_how end as consent_how,
  case when o.phone_key is not null and c.consent <> 'opted_out' then o.evidence else c.consent_evidence end as consent_evidence,
  ${tagLabels('contact', 'c')} as tags,
  (select coalesce(json_agg(json_build_object('id', i.id, 'code', i.code, 'name', i.name, 'role', ic.role, 'is_primary', ic.is_primary,
      'is_only', not exists (select from investor_contacts other
        join contacts oc on oc.organization_id = other.organization_id and oc.id = other.contact_id and oc.deleted_at is null
        where other.organization_id = ic.organization_id and other.investor_id = ic.investor_id and other.contact_id <> c.id))
      order by i.name, i.id), '[]')
    from investor_contacts ic join investors i on i.organization_id = ic.organization_id and i.id = ic.investor_id and i.deleted_at is null
    where ic.organization_id = c.organization_id and ic.contact_id = c.id) as investors,
  (select json_build_object('country', country, 'time_zone', time_zone) from organizations
    where organization_id = ${tenant.organization_id}) as home, ${customValues(tenant, 'contact', 'c')} as custom,
  ${time(lastContacted)} as last_contacted_at, c.version, ${time(sql`c.created_at`)} as created_at, ${time(sql`c.updated_at`)} as updated_at`
const withOptOut = sql`left join opt_outs o on o.organization_id = c.organization_id and o.phone_key = c.phone_key`

// Indexed orders must use the same expressions as their indexes, or Postgres ignores the index.
const orders: Record<string, (tenant: Tenant) => Order> = {
  name: () => indexed(sql`c.name collate "und-x-icu"`),
  company: () => ({ ...indexed(company), filled: sql`${company} > ''` }),
  email: () => ({ ...indexed(sql`c.email_key`), filled: sql`c.email_key > ''` }),
  phone: () => ({ ...indexed(sql`c.phone`), filled: sql`c.phone is not null` }),
  preferred_name: () => computed(sql`nullif(c.preferred_name, '') collate "und-x-icu"`),
  job_title: () => computed(sql`nullif(c.job_title, '') collate "und-x-icu"`),
  language: () => computed(sql`nullif(c.language, '')`),
  consent: (tenant) =>
    computed(
      sql`case when c.consent = 'opted_out' or ${isOptedOut(tenant)} then 2 when c.consent = 'unknown' then 1 else 0 end`,
    ),
  last_contacted_at: () => computed(lastContacted),
  created_at: () => indexed(sql`c.created_at`),
  updated_at: () => indexed(sql`c.updated_at`),
}
const company = sql`c.company collate "und-x-icu"`

/**
 * Filters and order of a list; `pieces` are the substrings of numbers that the search matches, if it is one.
 */
export interface ListedContact {
  query: Omit<ContactQuery, 'page' | 'per_page'> & CustomQuery
  pieces: string[]
}

export async function list(
  tenant: Tenant,
  { query, pieces }: ListedContact & { query: ContactQuery & CustomQuery },
): Promise<{ data: ContactRow[]; total: number }> {
  const { page, per_page } = query
  return await pageOf(tenant, { ...cutOf(tenant, { query, pieces }), page, per_page }, (ids) => byIds(tenant, ids))
}

/** All rows in list order, for an export. */
export async function* all(tenant: Tenant, listed: ListedContact): AsyncGenerator<ContactRow[]> {
  for await (const ids of allIds(tenant, cutOf(tenant, listed))) yield await byIds(tenant, ids)
}

export async function names(
  tenant: Tenant,
  { query: { ids, ...query }, pieces }: { query: ContactNamesQuery & CustomQuery; pieces: string[] },
): Promise<ContactNames> {
  const cut = cutOf(tenant, { query, pieces })
  const filters = [...cut.filters, ...(ids ? [sql`c.id = any (${ids}::uuid[])`] : [])]
  return await pageOf(tenant, { ...cut, filters, per_page: maxNames }, (found) =>
    jsonRows(
      tenant,
      sql`c.id, c.name, c.phone from ${rowsByIds(tenant, 'contacts', 'c', found)} where c.deleted_at is null order by requested.place`,
    ),
  )
}

/** The ids of the contacts that match. */
export function matchingIds(tenant: Tenant, listed: ListedContact): RawBuilder<{ id: string }> {
  const { live, filters } = cutOf(tenant, listed)
  return sql`select c.id from contacts c where ${sql.join([live, ...filters], sql` and `)}`
}

export const allIdsOf = (tenant: Tenant, listed: ListedContact) => allIds(tenant, cutOf(tenant, listed))

export async function byIds(tenant: Tenant, ids: string[]): Promise<ContactRow[]> {
  return await jsonRows<ContactRow>(
    tenant,
    sql`${columns(tenant)} from ${rowsByIds(tenant, 'contacts', 'c', ids)} ${withOptOut}
    where c.deleted_at is null order by requested.place`,
  )
}

function cutOf(tenant: Tenant, { query: { sort = 'name', ...filters }, pieces }: ListedContact): PageQuery {
  const { q, consent, tag_id, has_phone, has_investor, import_id, bulk_change_id } = filters
  return {
    from: sql`contacts c`,
    id: sql`c.id`,
    live: sql`c.organization_id = ${tenant.organization_id} and c.deleted_at is null`,
    filters: [
      ...(q ? [matching(q, pieces)] : []),
      ...(consent ? [consenting(tenant, consent)] : []),
      ...(tag_id ? [hasTag('contact', 'c', tag_id)] : []),
      ...(has_phone ? [has_phone === 'true' ? sql`c.phone_key is not null` : sql`c.phone_key is null`] : []),
      ...(has_investor ? [has_investor === 'true' ? speaking : sql`not ${speaking}`] : []),
      ...(import_id ? [isImported.contact(tenant, sql`c.id`, import_id)] : []),
      ...(bulk_change_id ? [isBulkChanged.contact(tenant, sql`c.id`, bulk_change_id)] : []),
      ...customConditions(tenant, 'c', filters),
    ],
    order: filters.sorted_by ? customOrder(tenant, 'c', filters.sorted_by) : orders[sort.replace('-', '')]!(tenant),
    direction: sort.startsWith('-') ? 'desc' : 'asc',
    kind: 'contacts',
    isSearch: Boolean(q || import_id || bulk_change_id),
    readsAll: hasCustom(filters),
  }
}

const speaking = sql`exists (select from investor_contacts ic
  join investors i on i.organization_id = ic.organization_id and i.id = ic.investor_id and i.deleted_at is null
  where ic.organization_id = c.organization_id and ic.contact_id = c.id)`

/** Every word must occur in the record, or the whole text in its number. */
function matching(q: string, pieces: string[]): RawBuilder<unknown> {
  const found = sql.join(
    words(q).map((word) => contains('c', word)),
    sql` and `,
  )
  const numbers = pieces.map((piece) => sql` or ${contains('c', piece)}`)
  return sql`((${found})${sql.join(numbers, sql``)})`
}

/**
 * `in` instead of `exists`: Postgres hashes the few opted-out numbers once instead of looking up each contact (5 ms instead of 90 for
 * 30,000 contacts).
 */
const isOptedOut = ({ organization_id }: Tenant) => sql`coalesce(c.phone_key, '') in (
  select o.phone_key from opt_outs o where o.organization_id = ${organization_id})`

function consenting(tenant: Tenant, consent: Consent): RawBuilder<unknown> {
  const out = isOptedOut(tenant)
  return consent === 'opted_out'
    ? sql`(c.consent = 'opted_out' or ${out})`
    : sql`(c.consent = ${consent} and not ${out})`
}

export async function get(tenant: Tenant, id: string): Promise<ContactRow | undefined> {
  const rows = await jsonRows<ContactRow>(
    tenant,
    sql`${columns(tenant)} from contacts c ${withOptOut}
      where c.organization_id = ${tenant.organization_id} and c.id = ${id} and c.deleted_at is null`,
  )
  return rows[0]
}
