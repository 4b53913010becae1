// Benchmark of segments: counting their audience while a user edits the rules, and freezing it when a broadcast starts.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { Client } from 'pg'
import { Segment } from '../src/contract/segments.ts'
import { broadcastsForEngine } from '../src/server/messaging/broadcasts/engine-port.ts'
import { active } from '../src/server/messaging/broadcasts/turns/queries.ts'
import { countAudience } from '../src/server/messaging/engine/audience/people/queries.ts'
import { prepare } from '../src/server/messaging/engine/preparing.ts'
import { startEmbedded } from '../src/server/platform/db/embedded/embedded.ts'
import { type Database, inTenant, openDatabase } from '../src/server/platform/db/index.ts'
import { migrate } from '../src/server/platform/db/migrate.ts'
import { until } from '../src/server/test/until.ts'
import type { Report } from './figure.ts'
import { type Sizes, seed } from './seed.ts'

export async function audienceFigures(sizes: Sizes, report: Report): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'kabar-bench-'))
  const server = await startEmbedded({ dataDir })
  const database = openDatabase(await migrate(server.connectionString, 'src/server/platform/db/migrations'))
  try {
    const scope = { organization_id: await seed(database, sizes) }
    await settle(server.connectionString)
    for (const [name, rules] of Object.entries(await audiences(database, scope))) {
      const segment = Segment.parse({ type: 'group', ...rules })
      let found = 0
      const counted = await middle(5, async () => {
        const startedAt = performance.now()
        found = (await inTenant(database, scope, (tenant) => countAudience(tenant, { segment }))).count
        return performance.now() - startedAt
      })
      const seconds = await middle(3, () => frozen(database, scope, segment))
      const of = `${found} of ${sizes.contacts}, ${name}`
      report(
        { name: `counted: ${of}`, value: Math.round(counted), unit: 'ms' },
        {
          name: `frozen: ${of}`,
          value: Number(seconds.toFixed(2)),
          unit: 's',
          beside: {
            name: 'one plain INSERT … SELECT',
            value: Number((await plain(database, scope, found)).toFixed(2)),
          },
        },
      )
    }
  } finally {
    await database.close()
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** Median of an odd number of measurements. */
async function middle(times: number, measure: () => Promise<number>): Promise<number> {
  const all: number[] = []
  for (let nth = 0; nth < times; nth++) all.push(await measure())
  return all.sort((a, b) => a - b)[(times - 1) / 2]!
}

/** Does now what autovacuum and the checkpointer would otherwise do during the measurement. */
async function settle(administer: string) {
  const client = new Client({ connectionString: administer })
  await client.connect()
  for (const order of ['vacuum analyze', 'checkpoint']) await client.query(order)
  await client.end()
}

interface Scope {
  organization_id: string
}

async function audiences(database: Database, scope: Scope): Promise<Record<string, object>> {
  const [type, offering, tag] = await inTenant(database, scope, async ({ db }) => {
    const { rows } = await sql<{ id: string }>`
      (select id from investor_types order by position limit 1) union all
      (select id from offerings order by name limit 1) union all (select id from tags order by name limit 1)`.execute(
      db,
    )
    return rows.map(({ id }) => id)
  })
  const rule = (field: string, operator: string, value?: unknown) => ({
    ...{ type: 'rule', field, operator },
    ...(value === undefined ? {} : { value }),
  })
  const amount = (size: string, currency = 'IDR') => ({ amount: size, currency })
  const investment = (...rules: object[]) => ({ type: 'investment', has: 'some', match: 'all', rules })
  return {
    'nearly everybody': {
      match: 'any',
      rules: [rule('contact.has_number', 'is', true), rule('contact.tag', 'any_of', [tag])],
    },
    'of one tag, with consent': {
      match: 'all',
      rules: [rule('contact.tag', 'any_of', [tag]), rule('contact.consent', 'any_of', ['unknown', 'opted_in'])],
    },
    'angels who funded over 500 million in one offering and had nothing in 30 days': {
      match: 'all',
      rules: [
        rule('investor.type', 'any_of', [type]),
        investment(
          rule('investment.offering', 'any_of', [offering]),
          rule('investment.funded', 'more_than', amount('500000000')),
        ),
        rule('contact.messaged', 'not_within_days', 30),
      ],
    },
    'whose investors funded something or owe something, in dollars': {
      match: 'any',
      rules: [
        rule('investor.funded', 'more_than', amount('1', 'USD')),
        rule('investor.outstanding', 'more_than', amount('1000', 'USD')),
        investment(rule('investment.is_overdue', 'is', true)),
      ],
    },
  }
}

/** Seconds from *send* until the first message can be sent. */
async function frozen(database: Database, scope: Scope, segment: Segment): Promise<number> {
  const id = await inTenant(database, scope, async ({ db }) => {
    const ours = scope.organization_id
    const { rows } = await sql<{ id: string }>`
      with phone as (insert into wa_sessions (organization_id, name, driver) values (${ours}, uuid_v7(), 'simulator') returning id),
        chosen as (insert into broadcast_groups (organization_id, name, segment) values (${ours}, uuid_v7(), ${JSON.stringify(segment)}) returning id),
        news as (insert into broadcasts (organization_id, session_id, name, body, status)
          select ${ours}, id, 'News', 'Halo', 'preparing' from phone returning id),
        goes as (insert into broadcast_audience_groups (organization_id, broadcast_id, broadcast_group_id)
          select ${ours}, news.id, chosen.id from news, chosen)
      select id from news`.execute(db)
    return rows[0]!.id
  })
  const broadcast = (await active(database, new Date())).find((one) => one.id === id)!
  const startedAt = performance.now()
  const prepared = prepare({ database, broadcasts: broadcastsForEngine, log: console }, broadcast)
  const isFrozen = async () =>
    (await active(database, new Date())).some((one) => one.id === id && one.status === 'sending')
  await until('the frozen audience', isFrozen, Boolean, { withinMs: 300_000, everyMs: 5 })
  const seconds = (performance.now() - startedAt) / 1_000
  // Afterwards it analyzes the table, while the first messages are sent.
  await prepared
  return seconds
}

async function plain(database: Database, scope: Scope, count: number): Promise<number> {
  return await inTenant(database, scope, async ({ db }) => {
    await sql`create temporary table plain (id uuid primary key default uuid_v7(), name text, phone text unique) on commit drop`.execute(
      db,
    )
    const startedAt = performance.now()
    await sql`insert into plain (name, phone) select name, phone from contacts where organization_id = ${scope.organization_id} limit ${count}`.execute(
      db,
    )
    return (performance.now() - startedAt) / 1_000
  })
}
