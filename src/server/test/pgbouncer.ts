// PgBouncer in transaction mode, in front of a test database.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { freePorts } from './free-ports.ts'
import { until } from './until.ts'

export const hasPgBouncer = spawnSync('pgbouncer', ['--version']).status === 0

/** `size`: connections to PostgreSQL. `url`: of the pooler. */
export async function startPgBouncer(connectionString: string, size: number) {
  const folder = mkdtempSync(join(tmpdir(), 'kabar-pooler-'))
  chmodSync(folder, 0o755)
  const [port] = await freePorts(1)
  const { host, port: serverPort, user, password, database } = new pg.Client(connectionString)
  const settings = join(folder, 'pgbouncer.ini')
  writeFileSync(
    settings,
    `[databases]
kabar = host=${host} port=${serverPort} dbname=${database} user=${user}${password ? ` password=${password}` : ''}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = ${size}
query_wait_timeout = 20
`,
  )
  // It refuses to run as root; the server's own account may use its socket.
  const { uid, gid } = statSync(host)
  const url = `postgres://kabar@127.0.0.1:${port}/kabar`
  let child: ChildProcess
  const answers = async () => {
    const client = new pg.Client(url)
    client.on('error', () => {})
    try {
      await client.connect()
      await client.query('select 1')
      return true
    } catch {
      return false
    } finally {
      await client.end().catch(() => {})
    }
  }
  const start = async () => {
    child = spawn('pgbouncer', ['-q', settings], { stdio: 'ignore', ...(process.getuid?.() === 0 && { uid, gid }) })
    await until('an answer of PgBouncer', answers)
  }
  const kill = async () => {
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGKILL')
    await ended
  }
  await start()
  return {
    ...{ url, start, kill },
    stop: async () => {
      await kill()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
