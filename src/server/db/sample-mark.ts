// Identifies sample data, for code that counts users' own actions or sends messages.
import { type RawBuilder, sql } from 'kysely'
import type { Tenant } from './index.ts'

/** A condition: the record with this id was created as sample data. Null if there is no id. */
export const isSample = ({ organization_id }: Tenant, relation: string, id: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`${id} in (select mark.key::uuid from sample_records mark where mark.organization_id = ${organization_id} and mark.relation = ${relation})`

/**
 * A condition: this contact is sample data, and this session sends through a real phone. The numbers of sample data belong
 * to no person, and still nothing may ever be sent to them.
 */
export const isSampleOnPhone = (
  tenant: Tenant,
  contactId: RawBuilder<unknown>,
  sessionId: RawBuilder<unknown>,
): RawBuilder<boolean> => sql`coalesce(exists (
    select from wa_sessions phone where phone.organization_id = ${tenant.organization_id} and phone.id = ${sessionId}
      and phone.driver <> 'simulator') and ${isSample(tenant, 'contacts', contactId)}, false)`
