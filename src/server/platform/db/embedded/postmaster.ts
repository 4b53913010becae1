// Detects a server on the cluster: reads postmaster.pid, distinguishes a living server from a dead one, proves it is ours.
import { readFileSync, realpathSync, rmSync } from 'node:fs'
import { endianness } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { type Address, DATABASE, readPassword, USER } from './address.ts'
import { codeOf, EmbeddedError } from './embedded-error.ts'
import { allWorkingIn, isAlive, maySignal, worksIn } from './process.ts'

export interface Running {
  pid: number
  address: Address
  /** "18.4" */
  version: string
}

export const pidFileOf = (cluster: string) => join(cluster, 'postmaster.pid')

/** The server that runs on the cluster, proven ours; undefined if there is none and one may be started. */
export async function findRunning(cluster: string, log: (line: string) => void): Promise<Running | undefined> {
  const patience = Date.now() + 60_000
  for (let said = false; ; await sleep(10)) {
    const found = readPidFile(cluster)
    if (!found || !maySignal(found.pid) || !isAlive(found.pid)) {
      if (found) await clearLeftovers(cluster, found.pid)
      return undefined
    }
    // After a reboot the pid of a dead server may belong to any process; PostgreSQL would then refuse to start.
    if (worksIn(found.pid, cluster) === false) {
      await clearLeftovers(cluster, found.pid)
      return undefined
    }
    if (found.status === 'ready') {
      const version = await prove(cluster, found.address)
      if (version) return { pid: found.pid, address: found.address, version }
    }
    if (!said && found.status !== 'ready') log(`PostgreSQL process ${found.pid} is ${found.status}, waiting for it`)
    said = true
    // Crash recovery may take minutes and ends by itself; only a ready server that does not respond is an error.
    if (found.status !== 'starting' && Date.now() > patience) {
      throw new EmbeddedError(
        `PostgreSQL process ${found.pid} holds ${cluster} but is ${found.status} and does not respond. ` +
          `Stop it (kill -INT ${found.pid}) and start Kabar again.`,
      )
    }
  }
}

/** For a client that must neither clean up nor start anything: the address of the server that another process runs. */
export async function findAnswering(cluster: string): Promise<Address | undefined> {
  const found = readPidFile(cluster)
  if (found?.status !== 'ready' || !(await prove(cluster, found.address))) return undefined
  return found.address
}

/**
 * Waits until the server with that pid (any, if unknown) responds and is ours; false if it ends first. A file that
 * says "ready" is not enough: in a container a killed server and its successor often have the same pid.
 */
export async function untilReady(
  { cluster, address }: { cluster: string; address: Address },
  pid: number | undefined,
  over: () => boolean,
): Promise<boolean> {
  let patience = Number.POSITIVE_INFINITY // crash recovery may take minutes
  for (; !over() && Date.now() < patience; await sleep(5)) {
    const found = readPidFile(cluster)
    if (found?.status !== 'ready' || (pid !== undefined && found.pid !== pid)) continue
    if (await prove(cluster, address)) return true
    patience = Math.min(patience, Date.now() + 60_000)
  }
  return false
}

/** Verifies the server's identity: the same cluster by its identifier, and this very folder, not a copy of it. */
async function prove(cluster: string, address: Address): Promise<string | undefined> {
  const client = connect(address, 'postgres')
  try {
    await client.connect()
    const { rows } = await client.query(
      `SELECT system_identifier::text AS id, current_setting('data_directory') AS folder,
        current_setting('server_version') AS version, EXISTS (SELECT FROM pg_database WHERE datname = $1) AS made
      FROM pg_control_system()`,
      [DATABASE],
    )
    const [{ id, folder, version, made }] = rows as [{ id: string; folder: string; version: string; made: boolean }]
    if (id !== identifierOf(cluster) || realpathSync(folder) !== realpathSync(cluster)) {
      throw new EmbeddedError(
        `The PostgreSQL server that responds for ${cluster} uses the folder ${folder}. Stop it and start again.`,
      )
    }
    if (!made) await makeDatabase(client)
    return version
  } catch (error) {
    if (error instanceof EmbeddedError) throw error
    return undefined // stopping, or not listening any more: the caller looks again
  } finally {
    await client.end().catch(() => {})
  }
}

async function makeDatabase(client: pg.Client): Promise<void> {
  try {
    await client.query(`CREATE DATABASE ${DATABASE}`)
  } catch (error) {
    if (String(codeOf(error)).startsWith('57P')) throw error // the server is stopping
    throw new EmbeddedError(`PostgreSQL could not create the database ${DATABASE}: ${(error as Error).message}`)
  }
}

function connect({ host, port, password }: Address, database: string): pg.Client {
  const client = new pg.Client({
    host,
    port,
    user: USER,
    password,
    database,
    ssl: false,
    connectionTimeoutMillis: 5000,
  })
  client.on('error', () => {})
  return client
}

interface PidFile {
  pid: number
  address: Address
  status: string
}

/** Its lines: pid, data folder, start, port, socket folder, TCP address, shared memory, status. The server writes it in steps. */
function readPidFile(cluster: string): PidFile | undefined {
  try {
    const lines = readFileSync(pidFileOf(cluster), 'utf8').split('\n')
    const pid = Number(lines[0])
    if (!pid) return undefined
    const host = lines[4]?.trim() || lines[5]?.trim() || ''
    const password = readPassword(dirname(cluster))
    return { pid, address: { host, port: Number(lines[3]), ...password }, status: lines[7]?.trim() || 'starting' }
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw new EmbeddedError(`Kabar cannot read ${pidFileOf(cluster)} (${codeOf(error)}).`)
  }
}

/**
 * PostgreSQL itself handles a file whose process is gone. It fails if the pid belongs to a zombie or to another process
 * of the same account; only then do we remove the file, once no process works in the cluster (the file also identifies the
 * shared memory of orphaned workers, the last guard against two servers on one cluster).
 */
async function clearLeftovers(cluster: string, pid: number): Promise<void> {
  if (!maySignal(pid)) return
  for (const deadline = Date.now() + 30_000; ; await sleep(20)) {
    const left = allWorkingIn(cluster)
    if (left?.length === 0) return rmSync(pidFileOf(cluster), { force: true })
    if (left === null || Date.now() > deadline) {
      throw new EmbeddedError(
        `${pidFileOf(cluster)} names process ${pid}. If no PostgreSQL runs there, remove the file and start again.`,
      )
    }
  }
}

/** The first eight bytes of pg_control. */
function identifierOf(cluster: string): string {
  const bytes = readFileSync(join(cluster, 'global', 'pg_control'))
  return String(endianness() === 'LE' ? bytes.readBigUInt64LE(0) : bytes.readBigUInt64BE(0))
}
