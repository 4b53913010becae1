// Benchmark of the queries behind the pages of broadcasts, compared with counting all recipients.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { reasons } from '../src/server/messaging/broadcasts/recipients/queries.ts'
import * as shown from '../src/server/messaging/broadcasts/rows/queries.ts'
import { funnel } from '../src/server/overview/dashboard/queries.ts'
import { startEmbedded } from '../src/server/platform/db/embedded/embedded.ts'
import {
  type Database,
  inReadOnlyTenant,
  inTenant,
  openDatabase,
  refreshStatistics,
  type Tenant,
} from '../src/server/platform/db/index.ts'
import { migrate } from '../src/server/platform/db/migrate.ts'
import type { Report } from './figure.ts'

export async function broadcastFigures(broadcasts: number, recipients: number, report: Report): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'kabar-bench-'))
  const server = await startEmbedded({ dataDir })
  const database = openDatabase(await migrate(server.connectionString, 'src/server/platform/db/migrations'))
  try {
    const { id, ...scope } = await seed(database, broadcasts, recipients)
    await refreshStatistics(database, ['recipients', 'contacts'])
    const reads: Record<string, (tenant: Tenant) => Promise<unknown>> = {
      list: (tenant) => shown.list(tenant, {}),
      'page of one': (tenant) => shown.get(tenant, id),
      'recipients of one, by state': (tenant) => shown.recipients(tenant, id, { status: 'read' }),
      reasons: (tenant) => reasons(tenant, id),
      funnel: (tenant) => funnel(tenant, 30),
    }
    const beside = { name: 'counting all recipients', value: await middle(database, scope, countAll) }
    for (const [name, ask] of Object.entries(reads))
      report({
        name: `${broadcasts} broadcasts to ${recipients}, ${name}`,
        value: await middle(database, scope, ask),
        unit: 'ms',
        beside,
      })
  } finally {
    await database.close()
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** Completed broadcasts whose recipients have all read them. */
async function seed(database: Database, broadcasts: number, recipients: number) {
  const { organization_id } = await database.system
    .insertInto('organizations')
    .values({ country: 'ID', time_zone: 'Asia/Jakarta', base_currency: 'IDR', name: 'Bench' })
    .returning('organization_id')
    .executeTakeFirstOrThrow()
  const id = await inTenant(database, { organization_id }, async ({ db }) => {
    await sql`select set_config('statement_timeout', '0', true)`.execute(db)
    await sql`insert into wa_sessions (organization_id, name, driver) values (${organization_id}, 'WhatsApp', 'simulator')`.execute(
      db,
    )
    await sql`insert into broadcasts (organization_id, session_id, name, body, all_contacts, status, started_at, finished_at)
      select organization_id, id, 'News', 'Halo', true, 'completed', now(), now()
      from wa_sessions, generate_series(1, ${broadcasts}::int)`.execute(db)
    await sql`insert into recipients (organization_id, broadcast_id, session_id, name, address, address_key, text, status, due_at,
        wa_message_id, sent_at, delivered_at, read_at)
      select b.organization_id, b.id, b.session_id, 'Contact ' || n, '+62812' || n, '+62812' || n, repeat('Halo kabar ', 40), 'read', null,
        gen_random_uuid(), now(), now(), now() from broadcasts b, generate_series(1, ${recipients}::int) n`.execute(db)
    return (await db.selectFrom('broadcasts').select('id').limit(1).executeTakeFirstOrThrow()).id
  })
  return { organization_id, id }
}

const countAll = ({ db, organization_id }: Tenant) =>
  sql`
  select broadcast_id, status, count(*), count(replied_at) from recipients
  where organization_id = ${organization_id} group by 1, 2`.execute(db)

async function middle(
  database: Database,
  scope: { organization_id: string },
  ask: (tenant: Tenant) => Promise<unknown>,
): Promise<number> {
  const times: number[] = []
  for (let nth = 0; nth < 15; nth++) {
    const startedAt = performance.now()
    await inReadOnlyTenant(database, scope, ask)
    times.push(performance.now() - startedAt)
  }
  return Number(times.sort((a, b) => a - b)[7]!.toFixed(1))
}
