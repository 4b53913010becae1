// All SQL of contacts, their consent records and opt-outs; deleting is a soft delete.
import { type RawBuilder, sql } from 'kysely'
import type { Consent, PhoneLabel } from '../../../contract/contacts.ts'
import type { CustomInput, CustomValues } from '../../../contract/custom-values.ts'
import { AppError } from '../../errors.ts'
import { prepared } from '../../platform/db/connection-pool.ts'
import { customChange, customOf } from '../../platform/db/custom-values.ts'
import type { Tenant } from '../../platform/db/index.ts'
import { setDeleted } from '../../platform/db/records.ts'
import type { ContactNumbers } from './numbers.ts'

/** Country whose rules apply to local numbers of this organization. */
export async function homeCountry(tenant: Tenant): Promise<string> {
  const { rows } = await sql<{ country: string }>`
    ${prepared} select country from organizations where organization_id = ${tenant.organization_id}`.execute(tenant.db)
  return orGone(rows[0]).country
}

/** Defaults for the time zone of a contact without its own. */
export async function homeOf(tenant: Tenant): Promise<{ country: string; time_zone: string }> {
  const { rows } = await sql<{ country: string; time_zone: string }>`
    select country, time_zone from organizations where organization_id = ${tenant.organization_id}`.execute(tenant.db)
  return orGone(rows[0])
}

/** Without a row, the organization was deleted after the request was authenticated. */
function orGone<T>(organization: T | undefined): T {
  if (organization === undefined) throw new AppError('unauthenticated')
  return organization
}

/** The contact that has this number, preferred or not. */
export async function holder(tenant: Tenant, phoneKey: string): Promise<Holder | undefined> {
  return (await holders(tenant, [phoneKey]))[0]
}

export interface Holder {
  phone_key: string
  id: string
  name: string
}

/** The contacts that have these numbers, except the contact `but`. */
export async function holders(tenant: Tenant, phoneKeys: readonly string[], but?: string): Promise<Holder[]> {
  const { rows } = await sql<Holder>`
    ${prepared} select n.phone_key, c.id, c.name from contact_numbers n
    join contacts c on c.organization_id = n.organization_id and c.id = n.contact_id
    where n.organization_id = ${tenant.organization_id} and n.phone_key = any (${phoneKeys}::text[])
      and n.contact_id is distinct from ${but ?? null}::uuid`.execute(tenant.db)
  return rows
}

/** The numbers of a contact, and its consent as shown. */
export async function numbersOf(
  tenant: Tenant,
  id: string,
): Promise<(ContactNumbers & { consent: Consent }) | undefined> {
  const { rows } = await sql<ContactNumbers & { consent: Consent }>`
    select phone, phone_key, phone_label, other_phones, other_phone_keys, former_phones,
      case when exists (select from opt_outs o where o.organization_id = c.organization_id and o.phone_key = c.phone_key)
        then 'opted_out' else c.consent end as consent
    from contacts c where c.organization_id = ${tenant.organization_id} and c.id = ${id} and c.deleted_at is null`.execute(
    tenant.db,
  )
  return rows[0]
}

export interface ContactFields extends ContactNumbers {
  name: string
  preferred_name: string
  email: string
  other_emails: string[]
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
  { custom, ...contact }: Partial<ContactFields> & { name: string; custom?: CustomInput | undefined },
): Promise<string | undefined> {
  const row = await unlessTaken(
    tenant,
    async () =>
      await tenant.db
        .insertInto('contacts')
        .values({
          ...stored(contact),
          ...customOf(custom),
          consent_at:
            contact.consent_at ?? (contact.consent && contact.consent !== 'unknown' ? sql<string>`now()` : null),
          organization_id: tenant.organization_id,
          created_by: tenant.user_id ?? null,
        })
        .onConflict((conflict) =>
          conflict.columns(['organization_id', 'phone_key']).where('deleted_at', 'is', null).doNothing(),
        )
        .returning('id')
        .executeTakeFirst(),
  )
  return row === 'phone_taken' ? undefined : row?.id
}

/** Converts lists to JSON, because the driver would write them as PostgreSQL arrays. */
function stored<T extends Partial<ContactFields>>({ other_phones, other_emails, former_phones, ...fields }: T) {
  const json = (list: unknown[] | undefined) => list && sql<string>`${JSON.stringify(list)}::jsonb`
  const lists = {
    other_phones: json(other_phones),
    other_emails: json(other_emails),
    former_phones: json(former_phones),
  }
  return { ...fields, ...Object.fromEntries(Object.entries(lists).filter(([, list]) => list !== undefined)) }
}

export type Changed = { phone_key: string | null; consent: Consent } | 'phone_taken' | undefined

/** Returns nothing if the version is stale. The opt-out of an old number also applies to the new one. */
export async function update(
  tenant: Tenant,
  id: string,
  version: number,
  { custom, ...change }: Partial<ContactFields> & { custom?: CustomInput },
): Promise<Changed> {
  return await unlessTaken(
    tenant,
    async () =>
      await tenant.db
        .updateTable('contacts as c')
        .set({
          ...stored(change),
          ...customChange(custom),
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

/** The contact that now has a number of this deleted contact. */
export async function successor(tenant: Tenant, id: string): Promise<Holder | undefined> {
  const { rows } = await sql<Holder>`
    select n.phone_key, c.id, c.name from contacts gone
    join contact_numbers n on n.organization_id = gone.organization_id and n.phone_key = any (gone.other_phone_keys || gone.phone_key)
    join contacts c on c.organization_id = n.organization_id and c.id = n.contact_id
    where gone.organization_id = ${tenant.organization_id} and gone.id = ${id} limit 1`.execute(tenant.db)
  return rows[0]
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
    if (!isTaken(error)) throw error
    await sql`rollback to savepoint contact`.execute(tenant.db)
    return 'phone_taken'
  }
}

/** Whether the error means that another contact has the number. */
const isTaken = (error: unknown) =>
  ['contacts_phone_key', 'contact_numbers_pkey'].includes(String((error as { constraint?: unknown }).constraint))

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

/** Removes the opt-out of the number, and of all other numbers of the contact that has it. */
export async function removeOptOut(tenant: Tenant, phoneKey: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from opt_outs where organization_id = ${tenant.organization_id}
      and phone_key in (${numbersWith(tenant, phoneKey)})`.execute(tenant.db)
  return (numAffectedRows ?? 0n) > 0n
}

/** SQL: the keys of all numbers of a contact. */
export const numbersOfContact = ({ organization_id }: Tenant, id: string) => sql`array(
  select unnest(c.other_phone_keys || c.phone_key) from contacts c where c.organization_id = ${organization_id} and c.id = ${id})`

/** SQL: the number, and the other numbers of the contact that has it. */
const numbersWith = ({ organization_id }: Tenant, phoneKey: string) => sql`
  select ${phoneKey}::text union select other.phone_key from contact_numbers n
  join contact_numbers other on other.organization_id = n.organization_id and other.contact_id = n.contact_id
  where n.organization_id = ${organization_id} and n.phone_key = ${phoneKey}`

/** SQL: the id of the contact that has the number. */
const holderId = ({ organization_id }: Tenant, phoneKey: string) => sql`
  (select contact_id from contact_numbers where organization_id = ${organization_id} and phone_key = ${phoneKey})`

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
        where organization_id = ${tenant.organization_id} and id = ${holderId(tenant, phoneKey)}
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
    where organization_id = ${tenant.organization_id} and id = ${holderId(tenant, phoneKey)} and consent <> ${consent}`.execute(
    tenant.db,
  )
  return numAffectedRows === 1n
}

/** Fields of a contact that an import compares with its rows. */
export interface Match {
  id: string
  name: string
  preferred_name: string
  phone_key: string | null
  /** All numbers, the preferred one first; likewise `email_keys`. */
  phone_keys: string[]
  email: string
  email_keys: string[]
  company: string
  job_title: string
  notes: string
  custom: CustomValues
  /** Includes the opt-out of the number. */
  consent: Consent
}

/**
 * Contacts with one of these numbers or email addresses, oldest first. Each is looked up by its key: during a large
 * import the planner does not know how many contacts there are, and would read all of them for every batch.
 */
export async function matches(tenant: Tenant, phoneKeys: string[], emailKeys: string[]): Promise<Match[]> {
  const { rows } = await sql<Match>`
    with found as (
      select contact_id from contact_numbers
        where organization_id = ${tenant.organization_id} and phone_key = any(${phoneKeys}::text[])
      union select c.id from unnest(${emailKeys}::text[]) k (email_key)
        cross join lateral (select id from contacts
          where organization_id = ${tenant.organization_id} and deleted_at is null and email_key <> '' and email_key = k.email_key offset 0) c
      union select contact_id from contact_emails
        where organization_id = ${tenant.organization_id} and email_key = any(${emailKeys}::text[]))
    select c.* from found cross join lateral (
      select id, name, preferred_name, phone_key, array_remove(phone_key || other_phone_keys, null) as phone_keys, email,
        array_remove(array_prepend(email_key, array(select lower(e) from jsonb_array_elements_text(other_emails) e)), '') as email_keys,
        company, job_title, notes, custom,
        case when exists (select from opt_outs o where o.organization_id = contacts.organization_id
          and o.phone_key = contacts.phone_key) then 'opted_out' else consent end as consent
      from contacts
      where organization_id = ${tenant.organization_id} and id = found.contact_id and deleted_at is null offset 0) c
    order by c.id`.execute(tenant.db)
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

export type NewContact = Pick<
  ContactFields,
  'name' | 'preferred_name' | 'phone' | 'phone_key' | 'email' | 'company' | 'job_title' | 'notes' | 'consent'
> &
  Partial<Pick<ContactFields, 'phone_label' | 'other_phones' | 'other_phone_keys' | 'other_emails'>> & {
    custom?: CustomValues
  }

export type MadeContact = { id: string; phone_key: string | null; email_key: string }

/**
 * Inserts contacts whose numbers are free and returns them; the others conflict with a contact created
 * concurrently. None is inserted if one of their numbers is taken at this very moment.
 */
export async function insertMany(tenant: Tenant, contacts: NewContact[]): Promise<MadeContact[]> {
  const keys = contacts.flatMap(({ phone_key, other_phone_keys = [] }) => [phone_key ?? [], other_phone_keys].flat())
  const taken = new Set((await holders(tenant, keys)).map(({ phone_key }) => phone_key))
  const free = contacts.filter(
    ({ phone_key, other_phone_keys = [] }) => ![phone_key ?? '', ...other_phone_keys].some((key) => taken.has(key)),
  )
  const made = await unlessTaken(tenant, async () => (await insertFree(tenant, free)).rows)
  return made === 'phone_taken' ? [] : made
}

const insertFree = (tenant: Tenant, contacts: NewContact[]) =>
  sql<MadeContact>`
    insert into contacts (organization_id, created_by, name, preferred_name, phone, phone_key, phone_label, other_phones, other_phone_keys, email,
      other_emails, company, job_title, notes, custom, consent, consent_at, consent_how)
    select ${tenant.organization_id}, ${tenant.user_id ?? null}::uuid, n.name, n.preferred_name, n.phone, n.phone_key, coalesce(n.phone_label, 'mobile'),
      coalesce(n.other_phones, '[]'), coalesce(n.other_phone_keys, '{}'), n.email, coalesce(n.other_emails, '[]'), n.company, n.job_title, n.notes, coalesce(n.custom, '{}'),
      n.consent, case when n.consent <> 'unknown' then now() end, case when n.consent <> 'unknown' then 'Import' else '' end
    from json_to_recordset(${JSON.stringify(contacts)}) as n (name text, preferred_name text, phone text, phone_key text, phone_label text,
      other_phones jsonb, other_phone_keys text[], email text, other_emails jsonb, company text, job_title text, notes text, custom jsonb, consent text)
    -- A fixed order: concurrent imports of the same numbers wait for each other instead of deadlocking.
    order by n.phone_key
    on conflict (organization_id, phone_key) where deleted_at is null do nothing
    returning id, phone_key, email_key`.execute(tenant.db)

/**
 * Fills empty fields only, so concurrent edits are not overwritten. Locks rows in a fixed order, as
 * `insertMany` does. `asMade`: contacts whose version does not change, so that they still count as unedited.
 */
export async function fillMany(
  tenant: Tenant,
  contacts: (Omit<Match, 'name' | 'phone_key' | 'phone_keys' | 'email_keys'> & {
    /** Other numbers to add, and below other addresses. */
    numbers: { label: PhoneLabel; phone: string; key: string }[]
    emails: string[]
  })[],
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
      other_phones = c.other_phones || array_to_json(array(select json_build_object('label', a.value -> 'label', 'phone', a.value -> 'phone')
        from json_array_elements(n.numbers) with ordinality a (value, place) order by a.place))::jsonb,
      other_phone_keys = c.other_phone_keys || array(select a.value ->> 'key' from json_array_elements(n.numbers) with ordinality a (value, place) order by a.place),
      other_emails = c.other_emails || n.emails,
      custom = n.custom || c.custom,
      consent = ${consent}, consent_at = case when ${consent} = c.consent then c.consent_at else now() end,
      consent_how = case when ${consent} = c.consent then c.consent_how else 'Import' end,
      updated_at = now(), version = version + case when c.id = any (${[...asMade]}::uuid[]) then 0 else 1 end
    from json_to_recordset(${JSON.stringify(contacts)}) as n (id uuid, preferred_name text, email text, company text, job_title text, notes text, custom jsonb, consent text, numbers json, emails jsonb)
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
    custom?: CustomValues
    /** Keys of the other numbers, and of the other addresses below, that were added. */
    numbers?: string[]
    emails?: string[]
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
      other_phones = (select coalesce(jsonb_agg(p.value order by p.place), '[]') from jsonb_array_elements(c.other_phones) with ordinality p (value, place)
        where c.other_phone_keys[p.place] <> all (n.numbers)),
      other_phone_keys = array(select p.key from unnest(c.other_phone_keys) with ordinality p (key, place) where p.key <> all (n.numbers) order by p.place),
      other_emails = (select coalesce(jsonb_agg(e.email order by e.place), '[]') from jsonb_array_elements_text(c.other_emails) with ordinality e (email, place)
        where lower(e.email) <> all (n.emails)),
      custom = c.custom - array(select f.key from jsonb_each(n.custom) f where c.custom -> f.key = f.value),
      consent = case when ${isGiven} then 'unknown' else c.consent end,
      consent_at = case when ${isGiven} then null else c.consent_at end,
      consent_how = case when ${isGiven} then '' else c.consent_how end
    from (select g.id, g.values, coalesce(g.numbers, '{}') as numbers, coalesce(g.emails, '{}') as emails, coalesce(g.custom, '{}') as custom,
        exists (select from jsonb_each_text(g.values) f where to_jsonb(k) ->> f.key is distinct from f.value)
        or exists (select from jsonb_each(g.custom) f where k.custom -> f.key is distinct from f.value) as is_changed
      from json_to_recordset(${JSON.stringify(contacts)}) as g (id uuid, values jsonb, custom jsonb, numbers text[], emails text[])
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
