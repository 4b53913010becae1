// All SQL of logins with a provider. Time is a parameter.
import { sql } from 'kysely'
import type { BuiltInRole } from '../../../../contract/permissions.ts'
import type { Database, Tenant } from '../../../platform/db/index.ts'

/** A person at a provider. */
export interface Identity {
  issuer: string
  subject: string
}

export async function linkedUser({ system }: Database, { issuer, subject }: Identity) {
  const { rows } = await sql<{ id: string; organization_id: string; password_hash: string }>`
    select u.id, u.organization_id, u.password_hash
    from login_links l join users u on u.organization_id = l.organization_id and u.id = l.user_id
    where l.issuer = ${issuer} and l.subject = ${subject}`.execute(system)
  return rows[0]
}

/** Replaces an earlier link of the user. Returns false if the person is linked with another user. */
export async function link(tenant: Tenant, user_id: string, identity: Identity, at: Date): Promise<boolean> {
  try {
    await sql`
      insert into login_links (organization_id, user_id, issuer, subject, linked_at)
      values (${tenant.organization_id}, ${user_id}, ${identity.issuer}, ${identity.subject}, ${at})
      on conflict (organization_id, user_id) do update
        set issuer = excluded.issuer, subject = excluded.subject, linked_at = excluded.linked_at`.execute(tenant.db)
    return true
  } catch (error) {
    if ((error as { constraint?: string }).constraint === 'login_links_issuer_subject_key') return false
    throw error
  }
}

export async function linkOf({ db, organization_id }: Tenant, user_id: string, issuer: string) {
  const { rows } = await sql<{ linked_at: string }>`
    select linked_at from login_links
    where organization_id = ${organization_id} and user_id = ${user_id} and issuer = ${issuer}`.execute(db)
  return rows[0]
}

/** For a user who moves to another organization. */
export async function takeLink({ db, organization_id }: Tenant, user_id: string) {
  const { rows } = await sql<Identity & { linked_at: string }>`
    select issuer, subject, linked_at from login_links
    where organization_id = ${organization_id} and user_id = ${user_id}`.execute(db)
  return rows[0]
}

export async function giveLink(tenant: Tenant, user_id: string, taken: Awaited<ReturnType<typeof takeLink>>) {
  if (taken) await link(tenant, user_id, taken, new Date(taken.linked_at))
}

/** Returns false if there was none. */
export async function unlink({ db, organization_id }: Tenant, user_id: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from login_links where organization_id = ${organization_id} and user_id = ${user_id}`.execute(db)
  return numAffectedRows === 1n
}

/** The organization that everybody with an address of the domain may join. */
export async function organizationOf({ system }: Database, domain: string) {
  const { rows } = await sql<{ organization_id: string; role: BuiltInRole }>`
    select organization_id, role from login_domains where domain = ${domain}`.execute(system)
  return rows[0]
}

/** Returns false if the domain belongs to another organization. */
export async function allowDomain({ db, organization_id }: Tenant, domain: string, role: BuiltInRole) {
  const { rows } = await sql`
    insert into login_domains (domain, organization_id, role) values (${domain}, ${organization_id}, ${role})
    on conflict (domain) do update set role = excluded.role
      where login_domains.organization_id = excluded.organization_id
    returning domain`.execute(db)
  return rows.length === 1
}

export async function forbidDomain({ db, organization_id }: Tenant, domain: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from login_domains where organization_id = ${organization_id} and domain = ${domain}`.execute(db)
  return numAffectedRows === 1n
}
