// All SQL of the rules of test messages.
import { sql } from 'kysely'
import type { Tenant } from '../../platform/db/index.ts'

/** Why a test message to this number is refused: it or a contact who has it opted out, or an investor is “Do not contact”. */
export async function refusalOf(
  { db, organization_id }: Tenant,
  key: string,
): Promise<'opted_out' | 'do_not_contact' | undefined> {
  const { rows } = await sql<{ is_opted_out: boolean; do_not_contact: boolean }>`
    with people as (
      select c.id, c.consent from contact_numbers n
      join contacts c on c.organization_id = n.organization_id and c.id = n.contact_id and c.deleted_at is null
      where n.organization_id = ${organization_id} and n.phone_key = ${key})
    select exists (select from opt_outs o where o.organization_id = ${organization_id} and o.phone_key = ${key})
        or exists (select from people where consent = 'opted_out') as is_opted_out,
      exists (select from people p
        join investor_contacts x on x.organization_id = ${organization_id} and x.contact_id = p.id
        join investors i on i.organization_id = x.organization_id and i.id = x.investor_id
        where i.do_not_contact and i.deleted_at is null) as do_not_contact`.execute(db)
  const { is_opted_out, do_not_contact } = rows[0]!
  return is_opted_out ? 'opted_out' : do_not_contact ? 'do_not_contact' : undefined
}

/** When this member sent their latest test messages, newest first. Also makes concurrent requests of the member take turns. */
export async function testsSince(
  { db, organization_id }: Tenant,
  user_id: string,
  since: Date,
  most: number,
): Promise<string[]> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`test_messages ${user_id}`}, 0))`.execute(db)
  const { rows } = await sql<{ at: string }>`
    select at from audit_events
    where organization_id = ${organization_id} and user_id = ${user_id} and action = 'test_message_sent' and at > ${since}
    order by at desc limit ${most}`.execute(db)
  return rows.map(({ at }) => at)
}
