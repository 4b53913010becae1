// Test data from one generator, so that a figure can be had again: `npm run bench:seed -- --contacts 100000`.
// It writes into an organization of its own, signed in by seeded@example.com, in DATABASE_URL or the embedded database of DATA_DIR.
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { hash } from '@node-rs/argon2'
import { type RawBuilder, sql } from 'kysely'
import { startEmbedded } from '../src/server/db/embedded/embedded.ts'
import { type Database, inTenant, openDatabase, refreshStatistics, type Tenant } from '../src/server/db/index.ts'
import { migrate } from '../src/server/db/migrate.ts'
import { seedMasterData } from '../src/server/master-data/service.ts'

export const seeded = { email: 'seeded@example.com', password: 'correct horse battery' }

/** What there can be, in the order it is made; a later one may point to an earlier one. */
const makers = { contacts, tags }
export type Sizes = { [kind in keyof typeof makers]?: number }
export const kinds = Object.keys(makers) as (keyof typeof makers)[]

/** The same sizes make the same names, numbers and links. Answers the organization. */
export async function seed(database: Database, sizes: Sizes): Promise<string> {
  const { organization_id } = await database.system
    .insertInto('organizations')
    .values({ country: 'ID', time_zone: 'Asia/Jakarta', base_currency: 'IDR', name: 'Seeded' })
    .returning('organization_id')
    .executeTakeFirstOrThrow()
  await inTenant(database, { organization_id }, async (tenant) => {
    await tenant.db
      .insertInto('users')
      .values({
        organization_id,
        name: 'Seeded',
        email: seeded.email,
        email_key: seeded.email,
        password_hash: await hash(seeded.password),
        locale: 'en',
        time_zone: 'Asia/Jakarta',
      })
      .execute()
    await seedMasterData(tenant)
    for (const kind of kinds) if (sizes[kind]) await makers[kind](tenant, sizes[kind])
  })
  await refreshStatistics(database, ['contacts', 'contact_tags', 'tags', 'opt_outs', 'record_counts'])
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
  await sql`
    insert into opt_outs (organization_id, phone_key, evidence)
    select organization_id, phone_key, 'Asked to stop' from contacts
    where organization_id = ${tenant.organization_id} and consent = 'opted_out' and phone_key is not null`.execute(
    tenant.db,
  )
}

/** Each contact has two of them, the first ones more often. */
async function tags(tenant: Tenant, count: number) {
  await sql`
    insert into tags (organization_id, name, color)
    select ${tenant.organization_id}, 'Tag ' || n, 'teal' from generate_series(1, ${count}::int) n`.execute(tenant.db)
  await sql`
    insert into contact_tags (organization_id, contact_id, tag_id)
    select c.organization_id, c.id, t.id
    from (select *, row_number() over (order by id) as n from contacts where organization_id = ${tenant.organization_id}) c
    join (select id, row_number() over (order by id) as n from tags where organization_id = ${tenant.organization_id}) t
      on t.n in (1 + c.n % ${count}, 1 + (c.n * c.n) % ${count})
    on conflict do nothing`.execute(tenant.db)
}

/** One of these for each n; `salt` makes columns independent of each other. */
function pick(values: readonly string[], salt: number): RawBuilder<unknown> {
  return sql`(${values}::text[])[1 + abs(hashint4((n * 31 + ${sql.lit(salt)})::int)) % ${sql.lit(values.length)}]`
}

const firstNames =
  'Budi Siti Agus Dewi Andi Rina Joko Ayu Eko Sri Made Wayan Hendra Fitri Rizky Putri Yusuf Maya Bayu Lestari'.split(
    ' ',
  )
const lastNames =
  'Santoso Wijaya Simatupang Nasution Hidayat Kusuma Pratama Siregar Lubis Halim Gunawan Saputra Tanoto Wibowo'.split(
    ' ',
  )

// What is there is kept: run it once on a fresh DATA_DIR, with Kabar stopped.
if (process.argv[1] === import.meta.filename) {
  const options = Object.fromEntries(kinds.map((kind) => [kind, { type: 'string' as const }]))
  const { values } = parseArgs({ options })
  const sizes = Object.fromEntries(Object.entries(values).map(([kind, size]) => [kind, Number(size)]))
  const { DATABASE_URL, DATA_DIR = './data' } = process.env
  const embedded = DATABASE_URL ? undefined : await startEmbedded({ dataDir: DATA_DIR })
  const database = openDatabase(
    await migrate(DATABASE_URL ?? embedded!.connectionString, join(import.meta.dirname, '../src/server/db/migrations')),
  )
  await seed(database, sizes)
  await database.close()
  await embedded?.stop()
  console.log(`Sign in as ${seeded.email} with the password “${seeded.password}”.`)
}
