// SQL of bulk changes of contacts: locks them, and finds what prevents restoring them.
import { sql } from 'kysely'
import type { Tenant } from '../../../platform/db/index.ts'
import type { LockedRecord } from '../../../platform/db/records.ts'

/** An opt-out belongs to the number and overrides the consent of the contact. */
export async function lock(tenant: Tenant, ids: readonly string[]): Promise<LockedRecord[]> {
  const { rows } = await sql<LockedRecord>`
    select c.id, c.deleted_at is not null as is_deleted, jsonb_build_object('company', c.company, 'job_title', c.job_title,
      'language', c.language, 'time_zone', c.time_zone, 'consent', case when exists (select from opt_outs o
        where o.organization_id = c.organization_id and o.phone_key = c.phone_key) then 'opted_out' else c.consent end,
      'consent_at', c.consent_at, 'consent_how', c.consent_how, 'consent_evidence', c.consent_evidence, 'custom', c.custom) as values
    from contacts c where c.organization_id = ${tenant.organization_id} and c.id = any (${ids}::uuid[])
    order by c.id for no key update of c`.execute(tenant.db)
  return rows
}

/** Deleted contacts whose number another contact has by now, with that contact's name. */
export async function taken(tenant: Tenant, ids: readonly string[]): Promise<{ id: string; name: string }[]> {
  const { rows } = await sql<{ id: string; name: string }>`
    select distinct on (gone.id) gone.id, c.name from contacts gone
    join contact_numbers n on n.organization_id = gone.organization_id and n.phone_key = any (gone.other_phone_keys || gone.phone_key)
    join contacts c on c.organization_id = n.organization_id and c.id = n.contact_id
    where gone.organization_id = ${tenant.organization_id} and gone.id = any (${ids}::uuid[]) and gone.deleted_at is not null`.execute(
    tenant.db,
  )
  return rows
}
