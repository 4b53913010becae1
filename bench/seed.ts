// Generates reproducible test data: `npm run bench:seed -- --contacts 100000`. It adds an organization with the user
// seeded@example.com to DATABASE_URL, or to the embedded database in DATA_DIR.
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { hash } from '@node-rs/argon2'
import { type RawBuilder, sql } from 'kysely'
import { startEmbedded } from '../src/server/platform/db/embedded/embedded.ts'
import {
  type Database,
  inTenant,
  openDatabase,
  refreshStatistics,
  type Tenant,
} from '../src/server/platform/db/index.ts'
import { migrate } from '../src/server/platform/db/migrate.ts'
import { seedMasterData } from '../src/server/records/master-data/service.ts'

export const seeded = { email: 'seeded@example.com', password: 'correct horse battery' }

/** In order of creation: records may refer to earlier kinds. */
const makers = { contacts, investors, investments, transactions, rates, tags, recipients }
export type Sizes = { [kind in keyof typeof makers]?: number }
export const kinds = Object.keys(makers) as (keyof typeof makers)[]

/** The same sizes give the same names, numbers and links. Returns the organization's id. */
export async function seed(database: Database, sizes: Sizes): Promise<string> {
  const { organization_id } = await database.system
    .insertInto('organizations')
    .values({ country: 'ID', time_zone: 'Asia/Jakarta', base_currency: 'IDR', name: 'Seeded' })
    .returning('organization_id')
    .executeTakeFirstOrThrow()
  await inTenant(database, { organization_id }, async (tenant) => {
    await sql`set local statement_timeout = 0`.execute(tenant.db)
    // Without statistics, the planner assumes that all tables are small.
    await sql`set local enable_nestloop = off`.execute(tenant.db)
    await sql`set local work_mem = '256MB'`.execute(tenant.db)
    await tenant.db
      .insertInto('users')
      .values({
        organization_id,
        name: 'Seeded',
        email: seeded.email,
        email_key: seeded.email,
        password_hash: await hash(seeded.password),
        locale: 'en',
        role: 'owner',
        time_zone: 'Asia/Jakarta',
      })
      .execute()
    await seedMasterData(tenant)
    for (const kind of kinds) if (sizes[kind]) await makers[kind](tenant, sizes[kind])
  })
  await refreshStatistics(database, [
    ...['contacts', 'opt_outs', 'investors', 'investor_contacts', 'investor_stages', 'offerings', 'investments'],
    ...[
      'investment_status_changes',
      'transactions',
      'exchange_rates',
      'tags',
      'contact_tags',
      'investor_tags',
      'investment_tags',
      'recipients',
      'record_counts',
    ],
  ] as Parameters<typeof refreshStatistics>[1])
  return organization_id
}

async function contacts(tenant: Tenant, count: number) {
  await sql`
    insert into contacts (organization_id, name, phone, phone_key, email, company, job_title, consent, language)
    select ${tenant.organization_id}, p.name, p.phone, p.phone,
      fold(replace(p.name, ' ', '.')) || '@' || ${pick(['example.com', 'example.org', 'example.net'], 5)},
      ${pick(['PT Maju Jaya', 'CV Sinar', 'Nusantara Capital', 'Archipelago Partners', '', ''], 6)} ||
        case when n % 6 < 4 then ' ' || n % 997 else '' end,
      ${pick(['Director', 'Partner', 'Finance', '', ''], 7)},
      case when n % 10 < 6 then 'unknown' when n % 10 < 9 then 'opted_in' else 'opted_out' end,
      ${pick(['id', 'en', ''], 8)}
    from generate_series(1, ${count}::int) n, lateral (select
      ${pick(firstNames, 1)} || ' ' || ${pick(lastNames, 2)} || ' ' || n as name,
      case when n % 20 > 0 then '+628' || (110000000 + n)::text end as phone) p`.execute(tenant.db)
  // A trigger looks up each number below; with statistics it uses the index.
  for (const table of ['contacts', 'contact_numbers'])
    await sql`select refresh_statistics(${table}::regclass)`.execute(tenant.db)
  await sql`set local enable_nestloop = on`.execute(tenant.db)
  await sql`
    insert into opt_outs (organization_id, phone_key, evidence)
    select organization_id, phone_key, 'Asked to stop' from contacts
    where organization_id = ${tenant.organization_id} and consent = 'opted_out' and phone_key is not null`.execute(
    tenant.db,
  )
  await sql`set local enable_nestloop = off`.execute(tenant.db)
}

/** Two of three are individuals. Each has a contact, if there are enough, and every fifth a second one. */
async function investors(tenant: Tenant, count: number) {
  const { db, organization_id } = tenant
  await sql`
    with types as (
      select id, kind, row_number() over (partition by kind order by position) as place, count(*) over (partition by kind) as places
      from investor_types where organization_id = ${organization_id})
    insert into investors (organization_id, code, name, kind, investor_type_id, email, country, city, owner_user_id, next_follow_up_on, archived_at)
    select ${organization_id}, 'IV-' || ${padded}, case when t.kind = 'entity' then ${pick(['PT ', 'CV ', 'Yayasan '], 11)} else '' end ||
        ${pick(firstNames, 12)} || ' ' || ${pick(lastNames, 13)} || ' ' || n, t.kind, t.id,
      'investor' || n || '@example.com', ${pick(['ID', 'ID', 'ID', 'SG', 'US', 'AE', 'BR'], 14)}, ${pick(['Jakarta', 'Surabaya', 'Bandung', 'Singapore', ''], 15)},
      case when n % 4 = 0 then (select id from users where organization_id = ${organization_id}) end,
      case when n % 5 = 0 then current_date + n % 60 - 20 end, case when n % 50 = 0 then now() end
    from generate_series(1, ${count}::int) n
    join types t on t.kind = case when n % 3 < 2 then 'individual' else 'entity' end and t.place = 1 + n / 3 % t.places`.execute(
    db,
  )
  await keepNumber(tenant, 'investors', count)
  await sql`
    insert into investor_contacts (organization_id, investor_id, contact_id, role, is_primary)
    select v.organization_id, v.id, c.id, case when v.kind = 'individual' then 'self' else 'primary' end, c.nth = v.nth
    from ${numbered(tenant, 'investors')} v
    cross join unnest(case when v.nth % 5 = 0 then array[v.nth, v.nth + 1] else array[v.nth] end) w (n)
    join ${numbered(tenant, 'contacts')} c on c.nth = w.n`.execute(db)
  await sql`
    insert into investor_stages (organization_id, investor_id, stage_id)
    select v.organization_id, v.id, s.id from ${numbered(tenant, 'investors')} v
    join investment_stages s on s.organization_id = v.organization_id and s.position = 1 + v.nth % 11`.execute(db)
}

/** In five currencies, all statuses and twenty offerings. One investor has 2,000 of them; the others share the rest. */
async function investments(tenant: Tenant, count: number) {
  const { db, organization_id } = tenant
  await sql`
    insert into offerings (organization_id, name, kind, currency) select ${organization_id}, 'Fund ' || n, 'fund', 'IDR' from generate_series(1, 20) n`.execute(
    db,
  )
  await sql`
    insert into investments (organization_id, reference, investor_id, offering_id, title, status_id, stage_id, instrument, currency,
      expected_amount, committed_amount, expected_close_on, committed_on, owner_user_id, lost_reason)
    select v.organization_id, 'INV-' || ${padded}, v.id, o.id, v.name || ' – ' || o.name, s.id,
      case when n % 3 > 0 then g.id end, ${pick(['equity', 'safe', 'convertible_note', 'loan', 'fund_interest'], 21)}, m.currency,
      m.size * (1 + n % 997), case when s.category in ('prospect', 'lost') then null else m.size * (1 + n % 991) end,
      current_date - 300 + n % 600, case when s.category in ('committed', 'funded', 'exited') then current_date - n % 900 end,
      case when n % 4 = 0 then (select id from users where organization_id = ${organization_id}) end,
      case when s.category = 'lost' then 'Too early' else '' end
    from generate_series(1, ${count}::int) n
    cross join lateral (select ${pick(['IDR', 'IDR', 'USD', 'EUR', 'SGD', 'AED'], 22)} as currency) k
    cross join lateral (select k.currency, case when k.currency = 'IDR' then 1000000.5 else 100.25 end as size) m
    join ${numbered(tenant, 'investors')} v on v.nth = case when n <= 2000 then 1 else 1 + n % (select count(*) from investors where organization_id = ${organization_id}) end
    join ${numbered(tenant, 'offerings')} o on o.nth = 1 + n / 7 % 20
    join investment_statuses s on s.organization_id = v.organization_id and s.position = 1 + n / 3 % 13
    join investment_stages g on g.organization_id = v.organization_id and g.position = 1 + n / 5 % 11`.execute(db)
  await sql`
    insert into investment_status_changes (organization_id, investment_id, to_status_id, at)
    select organization_id, id, status_id, coalesce(committed_on, current_date - 400)
    from investments where organization_id = ${organization_id}`.execute(db)
  await keepNumber(tenant, 'investments', count)
}

/** Spread over three years; every fifth is scheduled, and some of these are overdue. */
async function transactions(tenant: Tenant, count: number) {
  await sql`
    insert into transactions (organization_id, investment_id, kind, state, amount, due_on, settled_on)
    select i.organization_id, i.id, ${pick(['contribution', 'contribution', 'contribution', 'distribution', 'return_of_capital', 'fee', 'refund'], 31)},
      case when n % 5 = 0 then 'scheduled' else 'settled' end,
      coalesce(i.committed_amount, i.expected_amount) / 4, current_date + 90 - n % 1000, case when n % 5 > 0 then current_date - n % 1000 end
    from generate_series(1, ${count}::int) n
    join ${numbered(tenant, 'investments')} i
      on i.nth = 1 + n % (select count(*) from investments where organization_id = ${tenant.organization_id})`.execute(
    tenant.db,
  )
}

/** Rates of each currency for this many days up to today. */
async function rates(tenant: Tenant, days: number) {
  await sql`
    insert into exchange_rates (organization_id, from_currency, to_currency, day, rate, source)
    select ${tenant.organization_id}, k.currency, 'IDR', current_date - n, k.rate * (1 + (n % 97) / 1000.0), 'import'
    from generate_series(0, ${days}::int - 1) n, (values ('USD', 16400), ('EUR', 18900), ('SGD', 12600), ('AED', 4460)) k (currency, rate)`.execute(
    tenant.db,
  )
  await sql`
    insert into enabled_currencies (organization_id, code)
    select ${tenant.organization_id}, code from unnest(${['IDR', 'USD', 'EUR', 'SGD', 'AED']}::text[]) code on conflict do nothing`.execute(
    tenant.db,
  )
}

/** Each record has two tags; the first tags are used more often. */
async function tags(tenant: Tenant, count: number) {
  await sql`
    insert into tags (organization_id, name, color)
    select ${tenant.organization_id}, 'Tag ' || n, 'teal' from generate_series(1, ${count}::int) n`.execute(tenant.db)
  for (const kind of ['contact', 'investor', 'investment'])
    await sql`
      insert into ${sql.table(`${kind}_tags`)} (organization_id, ${sql.ref(`${kind}_id`)}, tag_id)
      select c.organization_id, c.id, t.id from ${numbered(tenant, `${kind}s`)} c
      join ${numbered(tenant, 'tags')} t on t.nth in (1 + c.nth % ${count}, 1 + (c.nth * c.nth) % ${count})
      on conflict do nothing`.execute(tenant.db)
}

/** In the format of automatic numbers. */
const padded = sql`lpad(n::text, greatest(4, length(n::text)), '0')`

/** Of finished broadcasts to every contact with a number, all read. */
export async function recipients({ db, organization_id }: Tenant, count: number) {
  const session = await db
    .insertInto('wa_sessions')
    .values({ organization_id, name: 'Seeded', driver: 'simulator' })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (let left = count; left > 0; ) {
    const broadcast = await db
      .insertInto('broadcasts')
      .values({ organization_id, name: `News ${left}`, session_id: session.id, body: 'Hello {{ contact.name }}' })
      .returning('id')
      .executeTakeFirstOrThrow()
    await sql`update broadcasts set status = 'completed', started_at = now(), finished_at = now(), driver = 'simulator'
      where organization_id = ${organization_id} and id = ${broadcast.id}`.execute(db)
    const { numAffectedRows } = await sql`
      insert into recipients (organization_id, broadcast_id, session_id, contact_id, name, address, address_key, status, due_at,
        wa_message_id, text, attempts, sent_at, delivered_at, read_at)
      select organization_id, ${broadcast.id}, ${session.id}, id, name, phone, phone_key, 'read', null,
        upper(replace(gen_random_uuid()::text, '-', '')), 'Hello ' || name, 1, now(), now(), now()
      from contacts where organization_id = ${organization_id} and phone_key is not null
      limit ${left}`.execute(db)
    if (!numAffectedRows) throw new Error('recipients need contacts with a number')
    left -= Number(numAffectedRows)
  }
}

/** A table's rows with their position `nth`. */
const numbered = (tenant: Tenant, table: string): RawBuilder<unknown> => sql`
  (select *, row_number() over (order by id) as nth from ${sql.table(table)} where organization_id = ${tenant.organization_id})`

/** Lets automatic numbers continue after these. */
async function keepNumber(tenant: Tenant, kind: string, last: number) {
  await sql`
    insert into record_numbers (organization_id, kind, last) values (${tenant.organization_id}, ${kind}, ${last})`.execute(
    tenant.db,
  )
}

/** One of the values for each n; `salt` makes columns independent of each other. */
function pick(values: readonly string[], salt: number): RawBuilder<unknown> {
  return sql`(${values}::text[])[1 + abs(hashint4((n * 31 + ${sql.lit(salt)})::int)) % ${sql.lit(values.length)}]`
}

export const firstNames =
  'Budi Siti Agus Dewi Andi Rina Joko Ayu Eko Sri Made Wayan Hendra Fitri Rizky Putri Yusuf Maya Bayu Lestari'.split(
    ' ',
  )
export const lastNames =
  'Santoso Wijaya Simatupang Nasution Hidayat Kusuma Pratama Siregar Lubis Halim Gunawan Saputra Tanoto Wibowo'.split(
    ' ',
  )

// Existing data is kept. Run it once on an empty DATA_DIR, while Kabar is stopped.
if (process.argv[1] === import.meta.filename) {
  const options = Object.fromEntries(kinds.map((kind) => [kind, { type: 'string' as const }]))
  const { values } = parseArgs({ options })
  const sizes = Object.fromEntries(Object.entries(values).map(([kind, size]) => [kind, Number(size)]))
  const { DATABASE_URL, DATA_DIR = './data' } = process.env
  const embedded = DATABASE_URL ? undefined : await startEmbedded({ dataDir: DATA_DIR })
  const database = openDatabase(
    await migrate(
      DATABASE_URL ?? embedded!.connectionString,
      join(import.meta.dirname, '../src/server/platform/db/migrations'),
    ),
  )
  await seed(database, sizes)
  await database.close()
  await embedded?.stop()
  console.log(`Sign in as ${seeded.email} with the password “${seeded.password}”.`)
}
