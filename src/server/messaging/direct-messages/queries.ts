// All SQL of direct messages: who may get one, and from which session. The messages themselves are stored as answers (replies/).
import { sql } from 'kysely'
import type { DriverName, SessionStatus } from '../../../contract/wa-sessions.ts'
import type { Tenant } from '../../platform/db/index.ts'
import { numbersOfContact } from '../../records/contacts/service.ts'
import { statusOf } from '../wa-sessions/service.ts'

export interface Recipient {
  name: string
  phone: string | null
  phone_key: string | null
  time_zone: string | null
  is_opted_out: boolean
  do_not_contact: boolean
}

export async function recipient({ db, organization_id }: Tenant, id: string): Promise<Recipient | undefined> {
  const { rows } = await sql<Recipient>`
    select c.name, c.phone, c.phone_key, c.time_zone,
      c.consent = 'opted_out' or exists (select from opt_outs o
        where o.organization_id = ${organization_id} and o.phone_key = c.phone_key) as is_opted_out,
      exists (select from investor_contacts x
        join investors i on i.organization_id = x.organization_id and i.id = x.investor_id and i.do_not_contact and i.deleted_at is null
        where x.organization_id = ${organization_id} and x.contact_id = c.id) as do_not_contact
    from contacts c where c.organization_id = ${organization_id} and c.id = ${id} and c.deleted_at is null`.execute(db)
  return rows[0]
}

export interface SendingSession {
  id: string
  name: string
  driver: DriverName
  status: SessionStatus
  phone_number: string | null
  /** When this session last sent a message to this person or got one. */
  talked_at: string | null
}

/** Sorted: the session that last exchanged messages with this person first, then connected sessions. */
export async function sessions({ db, organization_id }: Tenant, addressKey: string | null): Promise<SendingSession[]> {
  const last = (table: string) => sql`(select max(at) from ${sql.table(table)} t
    where t.organization_id = ${organization_id} and t.address_key = ${addressKey} and t.session_id = s.id)`
  const { rows } = await sql<SendingSession>`
    select s.id, s.name, s.driver, s.phone_number,
      ${statusOf} as status,
      greatest(${last('wa_sends')}, ${last('wa_messages')}) as talked_at
    from wa_sessions s left join wa_leases l on l.organization_id = s.organization_id and l.session_id = s.id
    where s.organization_id = ${organization_id} and s.deleted_at is null
    order by talked_at desc nulls last, s.status <> 'working', s.created_at, s.id`.execute(db)
  return rows
}

/** The newest message of this person that is unanswered or less than a day old, preferably one written to this session. */
export async function openReply(
  tenant: Tenant,
  contactId: string,
  sessionId: string,
): Promise<{ id: string; session_id: string } | undefined> {
  const { rows } = await sql<{ id: string; session_id: string }>`
    select m.id, m.session_id from wa_messages m
    where m.organization_id = ${tenant.organization_id} and (m.contact_id = ${contactId} or m.contact_id is null and m.address_key = any (
        ${numbersOfContact(tenant, contactId)}))
      and (m.handled_at is null or m.at > clock_timestamp() - interval '24 hours')
    order by m.session_id = ${sessionId} desc, m.at desc, m.id desc limit 1`.execute(tenant.db)
  return rows[0]
}
