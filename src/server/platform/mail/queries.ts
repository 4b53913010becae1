// Transactional outbox of emails, claimed with leases. Uses the database's clock, because several workers share it.
import { sql } from 'kysely'
import { type Database, switchOrganization, type Tenant } from '../db/index.ts'
import { isReleased } from '../db/restored.ts'

export interface MailJob {
  id: string
  organization_id: string
  encrypted: Buffer
  attempts: number
  /** Too old to be useful. */
  is_late: boolean
  created_at: string
  token: string
  request_id: string | null
}

/** Does the same work for an organization that does not exist, and queues nothing. */
export async function insert(tenant: Tenant, mail: { id: string; encrypted: Buffer; give_up_seconds: number }) {
  await sql`
    insert into mails (organization_id, id, encrypted, give_up_at)
    select organization_id, ${mail.id}, ${mail.encrypted}, clock_timestamp() + make_interval(secs => ${mail.give_up_seconds})
    from organizations where organization_id = ${tenant.organization_id}
    -- An organization that is being deleted takes its emails along: none can be added behind it.
    for key share`.execute(tenant.db)
}

export const noOrganization = '00000000-0000-0000-0000-000000000000'

/** Queues an email of no organization. It switches the tenant, so it must be the last step of the transaction. */
export async function insertWithoutOrganization(
  tenant: Tenant,
  mail: { id: string; encrypted: Buffer; give_up_seconds: number },
) {
  await switchOrganization(tenant, noOrganization)
  await sql`
    insert into mails (organization_id, id, encrypted, give_up_at)
    values (${noOrganization}, ${mail.id}, ${mail.encrypted}, clock_timestamp() + make_interval(secs => ${mail.give_up_seconds}))`.execute(
    tenant.db,
  )
}

/** All queued emails, including the one being sent. */
export async function waiting(tenant: Tenant): Promise<{ id: string; encrypted: Buffer }[]> {
  return await tenant.db
    .selectFrom('mails')
    .select(['id', 'encrypted'])
    .where('organization_id', '=', tenant.organization_id)
    .execute()
}

export async function deleteMails(tenant: Tenant, ids: string[]): Promise<void> {
  await tenant.db
    .deleteFrom('mails')
    .where('organization_id', '=', tenant.organization_id)
    .where('id', 'in', ids)
    .execute()
}

/** Claims an email that is due. The lease outlasts every timeout of a delivery. */
export async function claimMail({ system }: Database): Promise<MailJob | undefined> {
  const { rows } = await sql<MailJob>`
    update mails set attempts = attempts + 1, lease_token = gen_random_uuid(),
      lease_until = clock_timestamp() + interval '5 minutes'
    where (organization_id, id) = (
      select organization_id, id from mails where ${isReleased('mails')}
        and next_attempt_at <= clock_timestamp() and (lease_until is null or lease_until < clock_timestamp())
      order by next_attempt_at limit 1 for update skip locked)
    returning id, organization_id, encrypted, attempts, give_up_at <= clock_timestamp() as is_late, created_at, lease_token as token, request_id`.execute(
    system,
  )
  return rows[0]
}

/** Sent or failed permanently: deletes the content, which is stored no longer than needed. */
export async function remove({ system }: Database, turn: MailJob): Promise<void> {
  await system
    .deleteFrom('mails')
    .where('organization_id', '=', turn.organization_id)
    .where('id', '=', turn.id)
    .where('lease_token', '=', turn.token)
    .execute()
}

/** False if the email will not be retried, because it would be too late. */
export async function postpone({ system }: Database, turn: MailJob, seconds: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update mails set lease_token = null, lease_until = null, next_attempt_at = clock_timestamp() + make_interval(secs => ${seconds})
    where organization_id = ${turn.organization_id} and id = ${turn.id} and lease_token = ${turn.token}
      and give_up_at > clock_timestamp() + make_interval(secs => ${seconds})`.execute(system)
  return numAffectedRows === 1n
}
