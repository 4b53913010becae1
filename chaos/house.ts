// Several Kabar processes on one PostgreSQL, each with its own data folder, and a separate connection that checks what they wrote.
import { mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { startEmbedded } from '../src/server/platform/db/embedded/embedded.ts'
import { type Database, inTenant, openDatabase, type Tenant } from '../src/server/platform/db/index.ts'
import { migrate } from '../src/server/platform/db/migrate.ts'
import { type KabarProcess, kabarIn } from '../src/server/test/kabar.ts'

export interface House {
  readonly processes: readonly KabarProcess[]
  /** Folder of the simulator's logs, shared by the processes. */
  readonly simulatorLogs: string
  /** The separate connection, across organizations. */
  readonly database: Database
  /** PostgreSQL's data folder. */
  readonly databaseDir: string
  /** Current owner of the session's lease, and its fence; undefined if there is none. */
  owner(sessionId: string): Promise<{ place: number; fence: number } | undefined>
  read<T>(work: (tenant: Tenant) => Promise<T>): Promise<T>
  close(): Promise<void>
}

/** Starts all processes, used by the same user. `environment` extends their common environment variables. */
export async function openHouse(environment: Record<string, string>, count = 2): Promise<House> {
  const folder = mkdtempSync(join(tmpdir(), 'kabar-chaos-'))
  const databaseDir = mkdtempSync(join(tmpdir(), 'kabar-chaos-database-'))
  const server = await startEmbedded({ dataDir: databaseDir })
  const database = openDatabase(await migrate(server.connectionString, 'src/server/platform/db/migrations'), {
    poolSize: 2,
  })
  const simulatorLogs = join(folder, 'simulator')
  mkdirSync(simulatorLogs)
  const said = openSync(join(folder, 'said.log'), 'a')
  const shared = {
    ...{ DATABASE_URL: server.connectionString, APP_SECRET: 'one secret for all who share a database' },
    ...environment,
  }
  const processes = Array.from({ length: count }, (_, index) => {
    const dataDir = join(folder, `kabar-${index + 1}`)
    mkdirSync(dataDir)
    symlinkSync(simulatorLogs, join(dataDir, 'simulator'))
    return kabarIn(dataDir, 'dist/server/main.js', shared, said)
  })
  for (const [index, kabar] of processes.entries()) {
    await kabar.start()
    await (index === 0 ? kabar.register() : kabar.signIn())
  }
  const organization_id = await organizationOf(database)
  return {
    processes,
    simulatorLogs,
    database,
    databaseDir,
    owner: async (sessionId) => {
      const { rows } = await sql<{ owner_id: string; fence: number }>`
        select owner_id, fence from wa_leases where session_id = ${sessionId} and lease_until > clock_timestamp()`.execute(
        database.system,
      )
      const place = processes.findIndex(
        ({ dataDir }) => readFileSync(join(dataDir, 'instance'), 'utf8').trim() === rows[0]?.owner_id,
      )
      return place < 0 ? undefined : { place, fence: rows[0]!.fence }
    },
    read: (work) => inTenant(database, { organization_id }, work),
    close: async () => {
      for (const kabar of processes) {
        kabar.thaw()
        await kabar.stop()
      }
      await database.close()
      await server.stop()
      for (const made of [folder, databaseDir]) rmSync(made, { recursive: true, force: true })
    },
  }
}

async function organizationOf(database: Database): Promise<string> {
  const { rows } = await sql<{ organization_id: string }>`select organization_id from organizations`.execute(
    database.system,
  )
  return rows[0]!.organization_id
}

export interface Row {
  id: string
  address: string
  status: string
  reason: string | null
  wa_message_id: string | null
  attempts: number
  participants: number | null
  delivered_count: number | null
  read_count: number | null
}

export const recipientsOf = (house: House, broadcastId: string): Promise<Row[]> =>
  house.read(async ({ db }) => {
    const { rows } = await sql<Row>`
      select id, address, status, reason, wa_message_id, attempts, participants, delivered_count, read_count
      from recipients where broadcast_id = ${broadcastId}`.execute(db)
    return rows
  })

export const statusOf = (house: House, broadcastId: string): Promise<string> =>
  house.read(async ({ db }) => {
    const { rows } = await sql<{ status: string }>`select status from broadcasts where id = ${broadcastId}`.execute(db)
    return rows[0]!.status
  })

/** A term's messages that are in flight or unconfirmed. */
export const openOf = (house: House, broadcastId: string, fence: number): Promise<string[]> =>
  house.read(async ({ db }) => {
    const { rows } = await sql<{ said: string }>`
      select concat_ws(' ', address, 'is', status, reason, 'after', attempts, 'attempts') as said from recipients
      where broadcast_id = ${broadcastId} and fence = ${fence} and status in ('sending', 'unknown')`.execute(db)
    return rows.map(({ said }) => said)
  })

/** Unused numbers, with the given last digits in turn. */
export async function addContacts(house: House, count: number, endings: readonly string[]): Promise<void> {
  await house.read(async ({ db, organization_id }) => {
    await sql`insert into contacts (organization_id, name, phone, phone_key)
      select ${organization_id}, p.phone, p.phone, p.phone from generate_series(1, ${count}::int) n, lateral (
        select '+6281' || (100000 + n)::text || (${endings}::text[])[1 + n % ${endings.length}::int] as phone) p`.execute(
      db,
    )
  })
}
