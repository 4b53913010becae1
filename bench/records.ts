// Benchmark of record pages through the API: a timeline of 10,000 entries, duplicates, and contacts with other numbers.
import { sql } from 'kysely'
import { type Database, inTenant, refreshStatistics } from '../src/server/platform/db/index.ts'
import type { Report } from './figure.ts'
import { at, load } from './load.ts'
import type { Sizes } from './seed.ts'
import { withSeeded } from './seeded-app.ts'

const entries = 10_000
/** Pairs of contacts that share an email address. */
const pairs = 500

export async function recordFigures(sizes: Sizes, report: Report): Promise<void> {
  await withSeeded(sizes, prepare, async ({ fetch }, investor_id) => {
    const pages = entries / 20
    const asked: Record<string, (nth: number) => Promise<unknown>> = {
      [`timeline of ${entries}, first page`]: () => fetch('activity', { investor_id }),
      [`timeline of ${entries}, any page`]: (nth) => fetch('activity', { investor_id, page: 1 + (nth % pages) }),
      [`timeline of ${entries}, notes only`]: () => fetch('activity', { investor_id, kind: 'note' }),
      [`duplicates among ${sizes.contacts} contacts`]: () => fetch('duplicates', { kind: 'contact' }),
      [`${sizes.contacts} contacts with three numbers, first page`]: () => fetch('contacts', {}),
      [`${sizes.contacts} contacts with three numbers, by a number`]: (nth) =>
        fetch('contacts', { q: `+6221${10_000_000 + (nth % sizes.contacts!)}` }),
    }
    for (const [name, ask] of Object.entries(asked)) {
      const { sorted } = await load(1, ask, 5)
      report({ name: `${name}, p50`, value: at(sorted, 0.5), unit: 'ms' })
      report({ name: `${name}, p95`, value: at(sorted, 0.95), unit: 'ms' })
    }
  })
}

/** Returns the id of the investor with the timeline. */
async function prepare(database: Database, organization_id: string): Promise<string> {
  const investor = await inTenant(database, { organization_id }, async ({ db }) => {
    const own = sql`organization_id = ${organization_id}`
    await sql`set local statement_timeout = 0`.execute(db)
    const { rows } = await sql<{ id: string }>`select id from investors where ${own} order by id limit 1`.execute(db)
    const { id } = rows[0]!
    const numbers = sql`generate_series(1, ${entries / 2}::int) n`
    const moment = sql`now() - n * interval '1 hour'`
    await sql`
      insert into notes (organization_id, investor_id, body, created_at, updated_at)
      select ${organization_id}, ${id}, 'Called, will answer after the meeting no. ' || n, ${moment}, ${moment} from ${numbers}`.execute(
      db,
    )
    await sql`
      insert into record_edits (organization_id, record, record_id, at, changes)
      select ${organization_id}, 'investor', ${id}, ${moment}, jsonb_build_object('city', jsonb_build_array('Jakarta ' || n, 'Bandung ' || n))
      from ${numbers}`.execute(db)
    await sql`
      update contacts c set other_phone_keys = array['+6221' || (10000000 + n.nth), '+6231' || (10000000 + n.nth)],
        other_phones = jsonb_build_array(jsonb_build_object('label', 'work', 'phone', '+6221' || (10000000 + n.nth)),
          jsonb_build_object('label', 'home', 'phone', '+6231' || (10000000 + n.nth)))
      from (select id, row_number() over (order by id) as nth from contacts where ${own} and phone is not null) n
      where c.organization_id = ${organization_id} and c.id = n.id`.execute(db)
    await sql`
      update contacts c set email = 'pair' || (n.nth / 2) || '@example.com'
      from (select id, row_number() over (order by id) - 1 as nth from contacts where ${own} limit ${pairs * 2}) n
      where c.organization_id = ${organization_id} and c.id = n.id`.execute(db)
    return id
  })
  await refreshStatistics(database, ['contacts', 'contact_numbers', 'notes', 'record_edits'])
  return investor
}
