// All SQL that erases a person from each table that `personal-data.test.ts` lists, and counts what it changed.
import { type RawBuilder, sql } from 'kysely'
import type { ErasedCounts, Erasure, ErasureQuery, KeptCounts } from '../../../contract/erasures.ts'
import type { Tenant } from '../../platform/db/index.ts'

/** A person: the ids of the contacts and investors that are this person, and their numbers and email addresses. */
export interface Person {
  name: string
  contacts: string[]
  investors: string[]
  /** Phone numbers and hidden ids of WhatsApp (LIDs) of the person that no other contact has. */
  keys: string[]
  emails: string[]
}

export type Target = { contact_id: string } | { investor_id: string }

/** Whether the investor has personal data: not erased yet, or edited since then, as a user may have entered a name again. */
const hasData = (investor: string) =>
  sql`(${sql.ref(`${investor}.erased_at`)} is null or ${sql.ref(`${investor}.updated_at`)} > ${sql.ref(`${investor}.erased_at`)})`

/** Undefined if there is no such person, or it was erased. A contact and an individual investor are one person by the role *self*. */
export async function find({ db, organization_id }: Tenant, target: Target): Promise<Person | undefined> {
  const own = sql`organization_id = ${organization_id}`
  const [contact_id, investor_id] =
    'contact_id' in target ? [target.contact_id, null] : [null, (target as { investor_id: string }).investor_id]
  const { rows } = await sql<Person & { name: string | null }>`
    with recursive same (kind, id) as (
      select 'contact', id from contacts where ${own} and id = ${contact_id}::uuid
      union
      select 'investor', id from investors
        where ${own} and id = ${investor_id}::uuid and kind = 'individual' and ${hasData('investors')}
      union
      select n.kind, n.id from same s cross join lateral (
        select case s.kind when 'contact' then 'investor' else 'contact' end as kind,
          case s.kind when 'contact' then x.investor_id else x.contact_id end as id
        from investor_contacts x
        join investors v on v.organization_id = x.organization_id and v.id = x.investor_id and v.kind = 'individual' and ${hasData('v')}
        where x.organization_id = ${organization_id} and x.role = 'self'
          and s.id = case s.kind when 'contact' then x.contact_id else x.investor_id end
        union all
        -- A merge joined records of one person: its losers and its winner.
        select s.kind, case m.winner_id when s.id then m.record_id else m.winner_id end
        from merged_records m where m.organization_id = ${organization_id} and s.id in (m.winner_id, m.record_id)) n),
    -- Deleted contacts with the same number are earlier records of the same person.
    people as (
      select c.* from contacts c where c.organization_id = ${organization_id} and (c.id in (select id from same where kind = 'contact')
        or c.deleted_at is not null and c.other_phone_keys || c.phone_key && array(
          select unnest(k.other_phone_keys || k.phone_key) from contacts k
          where k.organization_id = ${organization_id} and k.id in (select id from same where kind = 'contact')))),
    keys as (
      select key from people p cross join unnest(p.other_phone_keys || p.phone_key) key where key is not null
      union select former ->> 'key' from people p cross join jsonb_array_elements(p.former_phones) former
      union select wa_id from people where wa_id is not null
      -- Earlier numbers, to which messages were sent. A recipient without a number has an invented key.
      union select r.address_key from recipients r
        where r.organization_id = ${organization_id} and r.contact_id in (select id from people) and r.address <> ''
      union select m.address_key from wa_messages m where m.organization_id = ${organization_id} and m.contact_id in (select id from people)
      union select a.address_key from wa_answers a
        where a.organization_id = ${organization_id} and a.contact_id in (select id from people) and a.address_key is not null)
    select coalesce((select name from contacts where ${own} and id = ${contact_id}::uuid),
        (select name from investors where ${own} and id = ${investor_id}::uuid and ${hasData('investors')})) as name,
      array(select id::text from people order by id) as contacts,
      array(select id::text from same where kind = 'investor' order by id) as investors,
      array(select key from keys where key not in (
        select n.phone_key from contact_numbers n
        where n.organization_id = ${organization_id} and n.contact_id not in (select id from people)) order by key) as keys,
      array(select lower(email) from people where email <> ''
        union select lower(e) from people p cross join jsonb_array_elements_text(p.other_emails) e
        union select lower(v.email) from investors v
          where v.organization_id = ${organization_id} and v.email <> '' and v.id in (select id from same where kind = 'investor')) as emails`.execute(
    db,
  )
  const [person] = rows
  return person && person.name !== null && person.contacts.length + person.investors.length > 0 ? person : undefined
}

/** Locks in the order of docs/decisions/0007-order-of-locks.md: first recipients, which claims and receipts write. */
export async function lock({ db, organization_id }: Tenant, person: Person): Promise<void> {
  const own = sql`organization_id = ${organization_id}`
  await sql`select from recipients where ${own} and (${theirs(person)} or ${isAbout(person)}) order by wa_message_id collate "C", id for update`.execute(
    db,
  )
  await sql`select from investors where ${own} and id = any (${person.investors}::uuid[]) order by id for update`.execute(
    db,
  )
  await sql`
    select from investments where ${own} and investor_id = any (${person.investors}::uuid[]) order by id for no key update`.execute(
    db,
  )
  await sql`select from contacts where ${own} and id = any (${person.contacts}::uuid[]) order by id for update`.execute(
    db,
  )
}

/** A condition on rows with a contact and an address. */
const theirs = ({ contacts, keys }: Person) =>
  sql`(contact_id = any (${contacts}::uuid[]) or address_key = any (${keys}::text[]))`

/** A condition on recipients: the text has figures of the person, whoever receives it. */
const isAbout = ({ investors }: Person) => sql`investor_id = any (${investors}::uuid[])`

/** What becomes of a message: one that waits is not sent; one in flight may arrive, and is unconfirmed until a receipt proves more. */
const stopped = (reason: string) => sql`
  status = case when due_at is not null then 'skipped' when decide_at is not null then 'failed' else status end::recipient_status,
  reason = case when due_at is not null or drifted_text is not null then ${sql.lit(reason)} when decide_at is not null then 'unconfirmed' else reason end,
  retryable = case when decide_at is not null then false else retryable end, due_at = null, decide_at = null`

/** The person must be locked. */
export async function erase(
  { db, organization_id }: Tenant,
  person: Person,
): Promise<{ erased: ErasedCounts; kept: Omit<KeptCounts, 'consents'> }> {
  const { contacts, investors, keys, emails } = person
  const own = sql`organization_id = ${organization_id}`
  const run = async (statement: RawBuilder<unknown>) => Number((await statement.execute(db)).numAffectedRows ?? 0n)
  /** The table is a parameter because other features own most of these tables; erasure is the exception in ARCHITECTURE.md. */
  const [set, from] = [
    (table: string) => sql`update ${sql.table(table)} set`,
    (table: string) => sql`delete from ${sql.table(table)}`,
  ]
  const idsOf = async (query: RawBuilder<{ id: string }>) => (await query.execute(db)).rows.map(({ id }) => id)

  const investments = await idsOf(
    sql`select id from investments where ${own} and investor_id = any (${investors}::uuid[])`,
  )
  const transactions = await idsOf(
    sql`select id from transactions where ${own} and investment_id = any (${investments}::uuid[])`,
  )
  const messages = await idsOf(sql`select id from wa_messages where ${own} and ${theirs(person)}`)
  const isAnswer = sql`(${theirs(person)} or reply_id = any (${messages}::uuid[]))`
  const files = await idsOf(
    sql`select distinct media_id as id from wa_answers where ${own} and ${isAnswer} and media_id is not null`,
  )

  const recipients = await run(sql`
    ${set('recipients')} name = '', address = '', address_key = 'erased ' || id, text = null,
      approved_text = null, drifted_text = null, contact_id = null, ${stopped('contact_deleted')}
    where ${own} and ${theirs(person)}`)
  // Others may have received figures of the person, such as an assistant. They stay, and the text goes.
  const aboutThem = await run(sql`
    ${set('recipients')} text = null, approved_text = null, drifted_text = null, ${stopped('do_not_contact')}
    where ${own} and ${isAbout(person)} and (text is not null or approved_text is not null or due_at is not null)`)
  const answers = await idsOf(sql`${from('wa_answers')} where ${own} and ${isAnswer} returning id`)
  const replies = await run(sql`${from('wa_messages')} where ${own} and id = any (${messages}::uuid[])`)
  const removedFiles = await run(sql`
    ${from('media')} m where m.organization_id = ${organization_id} and m.id = any (${files}::uuid[])
      and not exists (select from templates t where t.organization_id = m.organization_id and t.media_id = m.id)
      and not exists (select from broadcasts b where b.organization_id = m.organization_id and b.media_id = m.id)
      and not exists (select from wa_answers a where a.organization_id = m.organization_id and a.media_id = m.id)`)
  const notes = await idsOf(sql`
    ${from('notes')} where ${own} and (contact_id = any (${contacts}::uuid[]) or investor_id = any (${investors}::uuid[])
      or investment_id = any (${investments}::uuid[]) or address_key = any (${keys}::text[]))
    returning id`)

  const tasks = await idsOf(sql`
    ${from('tasks')} where ${own} and (contact_id = any (${contacts}::uuid[]) or investor_id = any (${investors}::uuid[])
      or investment_id = any (${investments}::uuid[]))
    returning id`)

  const ids = [...contacts, ...investors, ...investments, ...transactions]
  const digits = keys.map((key) => key.replace(/\D/g, '').slice(-9)).filter((tail) => tail.length === 9)
  const removedRows = await sql<{ import_id: string }>`
    ${from('import_rows')} where ${own} and (record_id = any (${ids}::uuid[]) or transaction_id = any (${ids}::uuid[])
      or exists (select from unnest(${emails}::text[]) e (email) where strpos(lower(cells::text || data::text), e.email) > 0)
      or exists (select from unnest(${digits}::text[]) d (tail) where strpos(regexp_replace(cells::text || data::text, '[^0-9]', '', 'g'), d.tail) > 0)
      -- A row that became no record may have only the name.
      or record_id is null and import_id in (select i.id from imports i where i.organization_id = ${organization_id} and i.finished_at is not null)
        and exists (select from jsonb_array_elements_text(cells) c (cell) where lower(btrim(c.cell)) = ${person.name.toLowerCase()}))
    returning import_id`.execute(db)
  const import_rows = removedRows.rows.length
  const importIds = [...new Set(removedRows.rows.map(({ import_id }) => import_id))]
  // An import keeps sample values of its columns for the preview; some may be the person's.
  await run(sql`
    ${set('imports')} columns = (select coalesce(jsonb_agg(c || '{"samples": []}'), '[]') from jsonb_array_elements(columns) c)
    where ${own} and (finished_at is not null or id = any (${importIds}::uuid[]))`)

  const byKey = sql`${own} and address_key = any (${keys}::text[])`
  const traces = [
    // Views that search for the person lose the search.
    sql`${set('views')} parameters = parameters - 'q' where ${own} and exists (
      select from unnest(${[person.name.toLowerCase(), ...emails, ...digits]}::text[]) w (word)
      where strpos(lower(parameters ->> 'q'), w.word) > 0)`,
    sql`${set('merges')} moved = null where ${own} and moved is not null and (winner_id = any (${ids}::uuid[]) or exists (
      select from unnest(${ids}::text[]) i (id) where strpos(moved::text, i.id) > 0))`,
    sql`${from('bulk_change_rows')} where ${own} and record_id = any (${ids}::uuid[])`,
    sql`${from('wa_conversations')} where ${byKey}`,
    sql`${from('wa_chats')} where ${byKey}`,
    sql`${from('wa_group_members')} where ${own} and (phone_key = any (${keys}::text[]) or address = any (${keys}::text[]))`,
    sql`${set('wa_sends')} address_key = '' where ${byKey}`,
    sql`${set('group_receipts')} address_key = 'erased ' || gen_random_uuid() where ${byKey}`,
    sql`${from('idempotency_keys')} where ${own} and exists (
      select from unnest(${[...ids, ...messages, ...answers, ...notes, ...tasks, ...importIds]}::text[]) i (id) where strpos(response::text, i.id) > 0)`,
    // Nothing that was sent can be taken back. Events about recipients hold only ids, also of other people, so they stay.
    sql`${from('webhook_deliveries')} where ${own} and type <> 'broadcast.recipients_changed' and exists (
      select from unnest(${[...ids, ...messages, ...keys]}::text[]) i (id) where strpos(data::text, i.id) > 0)`,
    sql`${from('downloads')} where ${own} and exists (
      select from unnest(${ids}::text[]) i (id) where strpos(input::text, i.id) > 0)`,
  ]
  let traceCount = aboutThem
  for (const statement of traces) traceCount += await run(statement)

  const isInvestor = sql`v.organization_id = ${organization_id} and v.id = any (${investors}::uuid[])`
  for (const table of ['investor_tags', 'investor_stages', 'investor_contacts'])
    await run(sql`${from(table)} where ${own} and investor_id = any (${investors}::uuid[])`)
  await run(sql`
    ${set('investors')} name = code, email = '', city = '', website = '', preferred_currency = null, ticket_min = null,
      ticket_max = null, source = '', owner_user_id = null, next_follow_up_on = null, follow_up_note = '', do_not_contact = true, notes = '', custom = '{}',
      erased_at = now(), archived_at = coalesce(archived_at, now()), purged_at = case when deleted_at is not null then now() end,
      updated_at = now(), version = version + 1
    where ${own} and id = any (${investors}::uuid[])`)
  // The figures stay. Any title may have the name, so each becomes the automatic one; by now the person's name is the code.
  const title = (offering_id: string) => sql`left(concat_ws(' – ', v.name, (select o.name from offerings o
    where o.organization_id = v.organization_id and o.id = ${sql.ref(offering_id)})), 200)`
  const texts = await run(sql`
    update ${sql.table('investments')} i set title = ${title('i.offering_id')}, title_is_automatic = true, notes = '', lost_reason = '', custom = '{}',
      updated_at = now(), version = i.version + 1
    from investors v where ${isInvestor} and i.organization_id = v.organization_id and i.investor_id = v.id`)
  await run(sql`
    update ${sql.table('investment_history')} h set title = ${title('h.offering_id')}
    from investors v where v.organization_id = ${organization_id} and h.organization_id = v.organization_id and h.investor_id = v.id
      and (h.investor_id = any (${investors}::uuid[]) or h.investment_id = any (${investments}::uuid[]))`)
  await run(sql`${set('transactions')} reference = '', note = '', version = version + 1
    where ${own} and id = any (${transactions}::uuid[]) and (reference <> '' or note <> '')`)
  // An investor without investments, now or on an earlier day, is in no figure.
  await run(sql`
    ${from('investors')} v where ${isInvestor}
      and not exists (select from investments i where i.organization_id = v.organization_id and i.investor_id = v.id)
      and not exists (select from investment_history h where h.organization_id = v.organization_id and h.investor_id = v.id)`)
  await run(sql`${from('opt_outs')} where ${own} and phone_key = any (${keys}::text[])`)
  await run(sql`${from('contacts')} where ${own} and id = any (${contacts}::uuid[])`)
  await sql`select forget_audited_numbers(${keys}::text[])`.execute(db)
  // Last, because the trigger `record_edit` has just recorded the erased values as the values before each change.
  await sql`select forget_edits(${[...investors]}::uuid[])`.execute(db)
  const former = await idsOf(sql`
    select distinct investment_id as id from investment_history where ${own} and investor_id = any (${investors}::uuid[])
      and investment_id <> all (${investments}::uuid[])`)
  // An investment that another investor has by now was called after the person.
  await sql`select redact_edits(${former}::uuid[], array['title'])`.execute(db)
  await sql`
    select redact_edits(${[...investments, ...transactions]}::uuid[], ${['title', 'notes', 'lost_reason', 'reference', 'note']}::text[]
      || array(select distinct k.key from record_edits e cross join lateral jsonb_object_keys(e.changes) k (key)
        where e.organization_id = ${organization_id} and e.record_id = any (${investments}::uuid[]) and k.key like 'custom.%'))`.execute(
    db,
  )

  const counts = {
    contacts: contacts.length,
    investors: investors.length,
    investment_texts: texts,
    notes: notes.length,
    tasks: tasks.length,
    replies,
    answers: answers.length,
  }
  return {
    erased: { ...counts, recipients, files: removedFiles, import_rows, traces: traceCount },
    kept: { investments: investments.length, transactions: transactions.length, recipients },
  }
}

/** The consent of each number, before it is erased; an opt-out of the number wins. */
export async function consentsOf({ db, organization_id }: Tenant, { contacts, keys }: Person) {
  const { rows } = await sql<{ digest: string; consent: string; consent_at: string | null }>`
    select number_digest(${organization_id}, k.key) as digest,
      case when o.phone_key is not null then 'opted_out' else coalesce(c.consent, 'unknown') end as consent,
      coalesce(o.created_at, c.consent_at) as consent_at
    from unnest(${keys}::text[]) k (key)
    left join opt_outs o on o.organization_id = ${organization_id} and o.phone_key = k.key
    left join lateral (
      select c.consent, c.consent_at from contacts c
      where c.organization_id = ${organization_id} and k.key = any (c.other_phone_keys || c.phone_key) and c.id = any (${contacts}::uuid[])
      order by (c.consent = 'opted_out') desc, c.deleted_at desc nulls first limit 1) c on true
    order by k.key`.execute(db)
  return rows
}

export async function insert(
  { db, organization_id, user_id }: Tenant,
  { erased, kept }: { erased: ErasedCounts; kept: KeptCounts },
  consents: Awaited<ReturnType<typeof consentsOf>>,
): Promise<string> {
  const { id } = await db
    .insertInto('erasures')
    .values({
      ...{ organization_id, erased_by: user_id ?? null },
      ...{ erased: JSON.stringify(erased), kept: JSON.stringify(kept), digests: consents.map(({ digest }) => digest) },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  // A number may be erased a second time, after it was entered again: the newer consent replaces the older one.
  await sql`
    insert into erased_numbers (organization_id, digest, consent, consent_at)
    select ${organization_id}, n.digest, n.consent, n.consent_at
    from json_to_recordset(${JSON.stringify(consents)}) as n (digest text, consent text, consent_at timestamptz)
    on conflict (organization_id, digest) do update set consent = excluded.consent, consent_at = excluded.consent_at`.execute(
    db,
  )
  return id
}

const shown = (organization_id: string) => sql`
  -- Certificates older than the feature *tasks* have no count of them.
  select e.id, e.at, '{"tasks": 0}' || e.erased as erased, e.kept, e.digests,
    (select u.name from users u where u.organization_id = e.organization_id and u.id = e.erased_by) as erased_by
  from erasures e where e.organization_id = ${organization_id}`

export async function get({ db, organization_id }: Tenant, id: string): Promise<Erasure | undefined> {
  return (await sql<Erasure>`${shown(organization_id)} and e.id = ${id}`.execute(db)).rows[0]
}

export async function list(
  { db, organization_id }: Tenant,
  { page = 1, per_page = 20, sort }: ErasureQuery,
): Promise<{ data: Erasure[]; total: number }> {
  const direction = sort === 'at' ? sql`asc` : sql`desc`
  const { rows } = await sql<Erasure>`
    ${shown(organization_id)} order by e.at ${direction}, e.id ${direction} limit ${per_page} offset ${(page - 1) * per_page}`.execute(
    db,
  )
  const counted = await sql<{ total: number }>`
    select count(*) as total from erasures where organization_id = ${organization_id}`.execute(db)
  return { data: rows, total: counted.rows[0]!.total }
}

/** Runs `work` and undoes what it wrote. */
export async function rolledBack<T>({ db }: Tenant, work: () => Promise<T>): Promise<T> {
  await sql`savepoint preview`.execute(db)
  const result = await work()
  await sql`rollback to savepoint preview`.execute(db)
  return result
}

/** The name at the head of the certificate. */
export async function organizationName({ db, organization_id }: Tenant): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select name from organizations where organization_id = ${organization_id}`.execute(db)
  return rows[0]!.name
}
