// All SQL of contacts, their consent records and opt-outs; deleting is a soft delete.
import { type RawBuilder, sql } from 'kysely'
import type { Consent } from '../../../contract/contacts.ts'
import { prepared } from '../../platform/db/connection-pool.ts'
import type { Tenant } from '../../platform/db/index.ts'
import { setDeleted } from '../../platform/db/records.ts'

/** Country whose rules apply to local numbers of this organization. */
export async function homeCountry(tenant: Tenant): Promise<string> {
  const { rows } = await sql<{ country: string }>`
    ${prepared} select country from organizations where organization_id = ${tenant.organization_id}`.execute(tenant.db)
  return rows[0]!.country
}

/** Defaults for the time zone of a contact without its own. */
export async function homeOf(tenant: Tenant): Promise<{ country: string; time_zone: string }> {
  const { rows } = await sql<{ country: string; time_zone: string }>`
    select country, time_zone from organizations where organization_id = ${tenant.organization_id}`.execute(tenant.db)
  return rows[0]!
}

/** The contact that has a number. */
export async function holder(tenant: Tenant, phoneKey: string): Promise<{ id: string; name: string } | undefined> {
  return await tenant.db
    .selectFrom('contacts')
    .select(['id', 'name'])
    .where('organization_id', '=', tenant.organization_id)
    .where('phone_key', '=', phoneKey)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}

export interface ContactFields {
  name: string
  preferred_name: string
  phone: string | null
  phone_key: string | null
  email: string
  company: string
  job_title: string
  language: string
  time_zone: string | null
  notes: string
  consent: Consent
  consent_at: string | null
  consent_how: string
  consent_evidence: string
}

/** Returns the id of the new contact, or nothing if another contact has its number. */
export async function insert(
  tenant: Tenant,
  contact: Partial<ContactFields> & { name: string },
): Promise<string | undefined> {
  const row = await tenant.db
    .insertInto('contacts')
    .values({
      ...contact,
      consent_at: contact.consent_at ?? (contact.consent && contact.consent !== 'unknown' ? sql<string>`now()` : null),
      organization_id: tenant.organization_id,
      created_by: tenant.user_id ?? null,
    })
    .onConflict((conflict) =>
      conflict.columns(['organization_id', 'phone_key']).where('deleted_at', 'is', null).doNothing(),
    )
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

export type Changed = { phone_key: string | null; consent: Consent } | 'phone_taken' | undefined

/** Returns nothing if the version is stale. The opt-out of an old number also applies to the new one. */
export async function update(
  tenant: Tenant,
  id: string,
  version: number,
  change: Partial<ContactFields>,
): Promise<Changed> {
  return await unlessTaken(
    tenant,
    async () =>
      await tenant.db
        .updateTable('contacts as c')
        .set({
          ...change,
          ...consentChange(change),
          // The WhatsApp id belonged to the old number.
          ...(change.phone_key !== undefined && {
            wa_id: sql<string>`case when c.phone_key = ${change.phone_key} then c.wa_id end`,
          }),
          updated_at: sql`now()`,
          version: sql`version + 1`,
        })
        .where('organization_id', '=', tenant.organization_id)
        .where('id', '=', id)
        .where('version', '=', version)
        .where('deleted_at', 'is', null)
        .returning(['phone_key', 'consent'])
        .$castTo<{ phone_key: string | null; consent: Consent }>()
        .executeTakeFirst(),
  )
}

/**
 * An opt-out of the number overrides the consent given, with its own day and evidence. A new consent resets
 * day, how and evidence unless it comes with them; an unchanged consent leaves them alone.
 */
function consentChange({ consent, consent_at, consent_how, consent_evidence }: Partial<ContactFields>) {
  const optOut = (column: RawBuilder<unknown>) =>
    sql`(select ${column} from opt_outs o where o.organization_id = c.organization_id and o.phone_key = c.phone_key)`
  const isOut = sql`c.consent <> 'opted_out' and ${optOut(sql`true`)}`
  const before = sql`case when ${isOut} then 'opted_out' else c.consent end`
  const consentDetail = (column: RawBuilder<unknown>, ofNumber: RawBuilder<unknown>, fresh: RawBuilder<unknown>) =>
    sql<string>`case when ${consent ?? null}::text <> ${before} then ${fresh}
      when ${isOut} then ${ofNumber} else ${column} end`
  return {
    consent: consent ?? sql<Consent>`${before}`,
    consent_at:
      consent_at ??
      consentDetail(sql`c.consent_at`, optOut(sql`o.created_at`), consent === 'unknown' ? sql`null` : sql`now()`),
    consent_how: consent_how ?? consentDetail(sql`c.consent_how`, sql`''`, sql`''`),
    consent_evidence: consent_evidence ?? consentDetail(sql`c.consent_evidence`, optOut(sql`o.evidence`), sql`''`),
  }
}

export const remove = (tenant: Tenant, id: string) => setDeleted(tenant, 'contacts', id, true)

/** `phone_taken` if another contact has taken the number since. */
export async function restore(tenant: Tenant, id: string): Promise<'restored' | 'phone_taken'> {
  return await unlessTaken(tenant, async () => {
    await setDeleted(tenant, 'contacts', id, false)
    return 'restored' as const
  })
}

/** The contact that now has the number of a deleted one. */
export async function successor(tenant: Tenant, id: string): Promise<{ id: string; name: string } | undefined> {
  return await tenant.db
    .selectFrom('contacts as gone')
    .innerJoin('contacts as c', (join) =>
      join.onRef('c.organization_id', '=', 'gone.organization_id').onRef('c.phone_key', '=', 'gone.phone_key'),
    )
    .select(['c.id', 'c.name'])
    .where('gone.organization_id', '=', tenant.organization_id)
    .where('gone.id', '=', id)
    .where('c.deleted_at', 'is', null)
    .executeTakeFirst()
}

/**
 * Uses a savepoint: a unique violation would abort the transaction that still has to find who has the number.
 */
async function unlessTaken<T>(tenant: Tenant, work: () => Promise<T>): Promise<T | 'phone_taken'> {
  await sql`savepoint contact`.execute(tenant.db)
  try {
    const result = await work()
    await sql`release savepoint contact`.execute(tenant.db)
    return result
  } catch (error) {
    if ((error as { constraint?: unknown }).constraint !== 'contacts_phone_key') throw error
    await sql`rollback to savepoint contact`.execute(tenant.db)
    return 'phone_taken'
  }
}

/**
 * Returns false if the number had opted out before; the first evidence is kept. `at`: when the person said
 * so, if not now.
 */
export async function addOptOut(tenant: Tenant, phoneKey: string, evidence: string, at?: Date): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tenant.db
    .insertInto('opt_outs')
    .values({
      organization_id: tenant.organization_id,
      phone_key: phoneKey,
      evidence,
      ...(at ? { created_at: at } : {}),
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

export async function removeOptOut(tenant: Tenant, phoneKey: string): Promise<boolean> {
  const { numDeletedRows } = await tenant.db
    .deleteFrom('opt_outs')
    .where('organization_id', '=', tenant.organization_id)
    .where('phone_key', '=', phoneKey)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

/**
 * Whether a consent newer than `at` is recorded; messages may arrive late, after an outage or from another
 * session. WhatsApp timestamps have whole seconds. A consent from a form never overrides one that the person
 * sent, but an opt-out from a form does.
 */
export async function hasNewerConsent(
  tenant: Tenant,
  phoneKey: string,
  consent: 'opted_in' | 'opted_out',
  at: Date,
): Promise<boolean> {
  const later = (moment: RawBuilder<unknown>) => sql`${moment} >= ${at}::timestamptz + interval '1 second'`
  const { rows } = await sql<{ is_so: boolean }>`
    select case when ${consent} = 'opted_in' then exists (select from opt_outs
        where organization_id = ${tenant.organization_id} and phone_key = ${phoneKey} and ${later(sql`created_at`)})
      else exists (select from contacts
        where organization_id = ${tenant.organization_id} and phone_key = ${phoneKey} and deleted_at is null
          and consent = 'opted_in' and consent_how = 'WhatsApp' and ${later(sql`consent_at`)}) end as is_so`.execute(
    tenant.db,
  )
  return rows[0]!.is_so
}

/** Updates the contact that has the number; false if its consent was the same. */
export async function setConsent(
  tenant: Tenant,
  phoneKey: string,
  consent: Consent,
  evidence: string,
  at: Date,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update contacts set consent = ${consent}, consent_at = ${at}, consent_how = 'WhatsApp', consent_evidence = ${evidence},
      updated_at = now(), version = version + 1
    where organization_id = ${tenant.organization_id} and phone_key = ${phoneKey} and deleted_at is null
      and consent <> ${consent}`.execute(tenant.db)
  return numAffectedRows === 1n
}

/** Fields of a contact that an import compares with its rows. */
export interface Match {
  id: string
  name: string
  preferred_name: string
  phone_key: string | null
  email: string
  email_key: string
  company: string
  job_title: string
  notes: string
  /** Includes the opt-out of the number. */
  consent: Consent
}

/** Contacts with one of these numbers or email addresses, oldest first. */
export async function matches(tenant: Tenant, phoneKeys: string[], emailKeys: string[]): Promise<Match[]> {
  const where = (condition: RawBuilder<unknown>) => sql`
    select id, name, preferred_name, phone_key, email, email_key, company, job_title, notes,
      case when exists (select from opt_outs o where o.organization_id = contacts.organization_id
        and o.phone_key = contacts.phone_key) then 'opted_out' else consent end as consent
    from contacts
    where organization_id = ${tenant.organization_id} and deleted_at is null and ${condition}`
  const { rows } = await sql<Match>`
    (${where(sql`phone_key = any(${phoneKeys}::text[])`)})
    union (${where(sql`email_key <> '' and email_key = any(${emailKeys}::text[])`)})
    order by id`.execute(tenant.db)
  return rows
}

/** The opted-out numbers among these. */
export async function optedOut(tenant: Tenant, phoneKeys: string[]): Promise<Set<string>> {
  const { rows } = await sql<{ phone_key: string }>`
    select phone_key from opt_outs
    where organization_id = ${tenant.organization_id} and phone_key = any (${phoneKeys}::text[])`.execute(tenant.db)
  return new Set(rows.map(({ phone_key }) => phone_key))
}

/** Contacts without a number and an email address, by name, oldest first. */
export async function named(tenant: Tenant, names: string[]): Promise<{ id: string; name: string }[]> {
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from contacts
    where organization_id = ${tenant.organization_id} and deleted_at is null and phone_key is null and email = ''
      and name = any (${names}::text[]) order by id`.execute(tenant.db)
  return rows
}

export type NewContact = Omit<
  ContactFields,
  'language' | 'time_zone' | 'consent_at' | 'consent_how' | 'consent_evidence'
>

/**
 * Inserts contacts whose number is free and returns them; the others conflict with a contact created
 * concurrently.
 */
export async function insertMany(
  tenant: Tenant,
  contacts: NewContact[],
): Promise<{ id: string; phone_key: string | null; email_key: string }[]> {
  const { rows } = await sql<{ id: string; phone_key: string | null; email_key: string }>`
    insert into contacts (organization_id, created_by, name, preferred_name, phone, phone_key, email, company, job_title, notes,
      consent, consent_at, consent_how)
    select ${tenant.organization_id}, ${tenant.user_id ?? null}::uuid, n.name, n.preferred_name, n.phone, n.phone_key, n.email, n.company, n.job_title, n.notes,
      n.consent, case when n.consent <> 'unknown' then now() end, case when n.consent <> 'unknown' then 'Import' else '' end
    from json_to_recordset(${JSON.stringify(contacts)}) as n (name text, preferred_name text, phone text, phone_key text, email text, company text, job_title text, notes text, consent text)
    -- A fixed order: concurrent imports of the same numbers wait for each other instead of deadlocking.
    order by n.phone_key
    on conflict (organization_id, phone_key) where deleted_at is null do nothing
    returning id, phone_key, email_key`.execute(tenant.db)
  return rows
}

/**
 * Fills empty fields only, so concurrent edits are not overwritten. Locks rows in a fixed order, as
 * `insertMany` does. `asMade`: contacts whose version does not change, so that they still count as unedited.
 */
export async function fillMany(
  tenant: Tenant,
  contacts: Omit<Match, 'name' | 'phone_key' | 'email_key'>[],
  asMade: ReadonlySet<string> = new Set(),
): Promise<void> {
  await sql`
    select from contacts where organization_id = ${tenant.organization_id} and id = any (${contacts.map(({ id }) => id)}::uuid[])
    order by id for no key update`.execute(tenant.db)
  // A consent recorded since is kept, but an opt-out always wins.
  const consent = sql`case when n.consent = 'opted_out' or c.consent = 'unknown' then n.consent else c.consent end`
  await sql`
    update contacts c set
      preferred_name = case when c.preferred_name = '' then n.preferred_name else c.preferred_name end,
      email = case when c.email = '' then n.email else c.email end,
      company = case when c.company = '' then n.company else c.company end,
      job_title = case when c.job_title = '' then n.job_title else c.job_title end,
      notes = case when c.notes = '' then n.notes else c.notes end,
      consent = ${consent}, consent_at = case when ${consent} = c.consent then c.consent_at else now() end,
      consent_how = case when ${consent} = c.consent then c.consent_how else 'Import' end,
      updated_at = now(), version = version + case when c.id = any (${[...asMade]}::uuid[]) then 0 else 1 end
    from json_to_recordset(${JSON.stringify(contacts)}) as n (id uuid, preferred_name text, email text, company text, job_title text, notes text, consent text)
    where c.organization_id = ${tenant.organization_id} and c.id = n.id and c.deleted_at is null`.execute(tenant.db)
}

/**
 * Reverts `fillMany`: empties the fields, and the consent, that are still as filled. Returns for each contact
 * whether a field was kept.
 */
export async function emptyMany(
  tenant: Tenant,
  contacts: {
    id: string
    values: Partial<Record<'preferred_name' | 'email' | 'company' | 'job_title' | 'notes' | 'consent', string>>
  }[],
): Promise<Map<string, boolean>> {
  const fields = ['preferred_name', 'email', 'company', 'job_title', 'notes'] as const
  const isGiven = sql`(n.values ->> 'consent' = 'opted_in' and c.consent = 'opted_in')`
  await sql`
    select from contacts where organization_id = ${tenant.organization_id} and id = any (${contacts.map(({ id }) => id)}::uuid[])
    order by id for no key update`.execute(tenant.db)
  const { rows } = await sql<{ id: string; is_changed: boolean }>`
    update contacts c set updated_at = now(), version = version + 1, ${sql.join(
      fields.map(
        (field) =>
          sql`${sql.ref(field)} = case when c.${sql.ref(field)} = n.values ->> ${field} then '' else c.${sql.ref(field)} end`,
      ),
    )},
      consent = case when ${isGiven} then 'unknown' else c.consent end,
      consent_at = case when ${isGiven} then null else c.consent_at end,
      consent_how = case when ${isGiven} then '' else c.consent_how end
    from (select g.id, g.values, exists (select from jsonb_each_text(g.values) f where to_jsonb(k) ->> f.key is distinct from f.value) as is_changed
      from json_to_recordset(${JSON.stringify(contacts)}) as g (id uuid, values jsonb)
      join contacts k on k.organization_id = ${tenant.organization_id} and k.id = g.id and k.deleted_at is null) n
    where c.organization_id = ${tenant.organization_id} and c.id = n.id
    returning c.id, n.is_changed`.execute(tenant.db)
  return new Map(rows.map(({ id, is_changed }) => [id, is_changed]))
}

/** Deletes the contacts that were not edited since; returns their ids. */
export async function removeUnchanged(
  tenant: Tenant,
  contacts: { id: string; version: number }[],
): Promise<Set<string>> {
  await sql`
    select from contacts where organization_id = ${tenant.organization_id} and id = any (${contacts.map(({ id }) => id)}::uuid[])
    order by id for no key update`.execute(tenant.db)
  await sql`
    update contacts c set deleted_at = now(), updated_at = now(), version = c.version + 1
    from json_to_recordset(${JSON.stringify(contacts)}) as n (id uuid, version integer)
    where c.organization_id = ${tenant.organization_id} and c.id = n.id and c.version = n.version and c.deleted_at is null
      and not exists (select from investor_contacts x join investors v on v.organization_id = x.organization_id and v.id = x.investor_id
        where x.organization_id = c.organization_id and x.contact_id = c.id and v.deleted_at is null)`.execute(
    tenant.db,
  )
  // Includes those deleted before.
  const { rows } = await sql<{ id: string }>`
    select n.id from unnest(${contacts.map(({ id }) => id)}::uuid[]) n (id) where not exists (select from contacts c
      where c.organization_id = ${tenant.organization_id} and c.id = n.id and c.deleted_at is null)`.execute(tenant.db)
  return new Set(rows.map(({ id }) => id))
}

/** Opts numbers out; a number that has opted out before keeps its first evidence. */
export async function addOptOuts(tenant: Tenant, phoneKeys: string[], evidence: string): Promise<void> {
  await sql`
    insert into opt_outs (organization_id, phone_key, evidence)
    select distinct ${tenant.organization_id}::uuid, k, ${evidence} from unnest(${phoneKeys}::text[]) k order by 2
    on conflict do nothing`.execute(tenant.db)
}
