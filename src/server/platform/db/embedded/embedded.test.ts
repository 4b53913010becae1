// The embedded PostgreSQL with real processes: started, killed in every way, adopted, and without data loss.
import { execFileSync, spawn } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { until } from '../../../test/until.ts'
import { openDatabase } from '../index.ts'
import { migrate } from '../migrate.ts'
import { type Embedded, type EmbeddedOptions, startEmbedded } from './embedded.ts'
import { isAlive } from './process.ts'
import { openStage, type Stage, type TestProcess } from './test-process.ts'

const root = process.getuid?.() === 0
let stage: Stage
const running: Embedded[] = []
beforeAll(() => {
  stage = openStage()
})
afterAll(async () => {
  await Promise.all(running.map((server) => server.stop()))
  await stage.close()
})

const start = async (dataDir: string, options: Omit<EmbeddedOptions, 'dataDir'> = {}) => {
  const server = await startEmbedded({ dataDir, ...options })
  running.push(server)
  return server
}

const ask = async <Row extends pg.QueryResultRow>({ connectionString }: { connectionString: string }, text: string) => {
  const client = new pg.Client(connectionString)
  client.on('error', () => {})
  try {
    await client.connect()
    return (await client.query<Row>(text)).rows
  } finally {
    await client.end().catch(() => {})
  }
}

const cluster = (dataDir: string) => join(dataDir, 'postgres', 'cluster')
const postmaster = (dataDir: string) =>
  Number(readFileSync(join(cluster(dataDir), 'postmaster.pid'), 'utf8').split('\n')[0])

const rowsOf = (child: TestProcess) => child.lines.filter((line) => line.startsWith('row '))

/** Timers, sockets and processes that were not open before. */
function leftSince(before: string[]) {
  const known = [...before]
  return process.getActiveResourcesInfo().filter((kind) => {
    const at = known.indexOf(kind)
    if (at >= 0) known.splice(at, 1)
    return at < 0
  })
}

// First and not concurrent, because it inspects the open resources of the process.
test('the server starts on an empty folder, restarts with its data, and leaves nothing open', async () => {
  const dataDir = stage.dataDir()
  const before = process.getActiveResourcesInfo()
  const first = await start(dataDir)
  await ask(first, "create table notes (text text); insert into notes values ('Łukasz')")
  const names = ['fsync', 'synchronous_commit', 'full_page_writes', 'autovacuum', 'listen_addresses', 'server_encoding']
  const settings = await ask<{ name: string; setting: string }>(
    first,
    `select name, setting from pg_settings where name in ('${names.join("','")}')`,
  )
  expect(Object.fromEntries(settings.map(({ name, setting }) => [name, setting]))).toEqual({
    fsync: 'on',
    synchronous_commit: 'on',
    full_page_writes: 'on',
    autovacuum: 'on',
    listen_addresses: '',
    server_encoding: 'UTF8',
  })
  expect(
    await ask(first, 'select datlocprovider, datlocale from pg_database where datname = current_database()'),
  ).toEqual([{ datlocprovider: 'b', datlocale: 'C.UTF-8' }])
  expect(statSync(first.host).mode & 0o777).toBe(0o700)
  const pid = postmaster(dataDir)
  await Promise.all([first.stop(), first.stop()])
  expect(isAlive(pid)).toBe(false)
  expect(readdirSync(join(dataDir, 'postgres')).sort()).toEqual(['cluster', 'socket'])
  const said: string[] = []
  const second = await start(dataDir, { log: (line) => said.push(line) })
  expect(second.connectionString).toBe(first.connectionString)
  expect(await ask(second, 'select text from notes')).toEqual([{ text: 'Łukasz' }])
  // Cancellations are not logged, because Kabar cancels queries when it stops; errors are.
  await expect(ask(second, 'select pg_cancel_backend(pg_backend_pid())')).rejects.toMatchObject({ code: '57014' })
  await expect(ask(second, 'select 1 / 0')).rejects.toMatchObject({ code: '22012' })
  await second.stop()
  expect(said).toEqual([expect.stringContaining('division by zero')])
  // Node closes the handle of an exited child a moment later.
  await until('the release of all resources', () => leftSince(before).length === 0)
})

test('an abandoned server ends at once, without a restart, and leaves the folder as another server has it', async () => {
  const dataDir = stage.dataDir()
  const said: string[] = []
  const server = await start(dataDir, { log: (line) => said.push(line) })
  const pid = postmaster(dataDir)
  // As if a server in another container had started: the number of its process means nothing here.
  const pidFile = join(cluster(dataDir), 'postmaster.pid')
  writeFileSync(pidFile, '1\n')
  server.abandon()
  await server.stop()
  expect(isAlive(pid)).toBe(false)
  expect(readFileSync(pidFile, 'utf8')).toBe('1\n')
  expect(said).toEqual([])
})

test.concurrent('a path too long for a socket gets a short private folder', async () => {
  const dataDir = stage.dataDir(`${'long'.repeat(30)}`)
  const server = await start(dataDir)
  expect(Buffer.byteLength(join(server.host, '.s.PGSQL.5432'))).toBeLessThanOrEqual(100)
  expect(statSync(server.host).mode & 0o777).toBe(0o700)
  expect(await ask(server, 'select 1 as one')).toEqual([{ one: 1 }])
  await server.stop()
  expect(existsSync(server.host)).toBe(false)
  symlinkSync(stage.dataDir(), server.host)
  try {
    await expect(start(dataDir)).rejects.toThrow(`${server.host} must belong to Kabar`)
  } finally {
    execFileSync('rm', [server.host])
  }
})

test.concurrent('a path may contain spaces, quotes, commas and non-ASCII letters', async () => {
  const dataDir = stage.dataDir(`Daten für "Ÿ", 50% & so`)
  const server = await start(dataDir)
  expect(server.host.startsWith(dataDir)).toBe(true)
  expect(await ask(server, 'select 1 as one')).toEqual([{ one: 1 }])
})

test.concurrent('after kill -9 of Kabar the watchdog stops the server, a concurrent start works, and no row is lost', async () => {
  const dataDir = stage.dataDir()
  for (let round = 1; round <= 3; round++) {
    const child = stage.start('write', dataDir)
    await until('rows', () => rowsOf(child).length >= 20)
    const pid = postmaster(dataDir)
    child.kill('SIGKILL')
    // Two rounds start while the watchdog is still working, the third after it has finished.
    if (round === 3) await until('the stop by the watchdog', () => !isAlive(pid))
    const server = await start(dataDir)
    await child.ended
    expect(postmaster(dataDir)).not.toBe(pid)
    const acknowledged = Number(rowsOf(child).at(-1)?.slice(4))
    const [{ rows, last } = { rows: 0, last: 0 }] = await ask<{ rows: number; last: number }>(
      server,
      'select count(*)::int as rows, max(n) as last from numbers',
    )
    expect(rows).toBe(last)
    expect(rows).toBeGreaterThanOrEqual(acknowledged)
    await server.stop()
  }
})

test.concurrent('a server without parent and watchdog is adopted, and stopped later', async () => {
  const dataDir = stage.dataDir()
  const child = stage.start('write', dataDir)
  await child.line(/row 10$/)
  const pid = postmaster(dataDir)
  const { shell } = JSON.parse(readFileSync(join(dataDir, 'postgres', 'watchdog.json'), 'utf8'))
  process.kill(shell.pid, 'SIGKILL')
  child.kill('SIGKILL')
  await child.ended
  const log: string[] = []
  const server = await start(dataDir, { log: (line) => log.push(line) })
  expect(log).toEqual([`PostgreSQL process ${pid} was left running, using it`])
  expect(postmaster(dataDir)).toBe(pid)
  expect((await ask<{ n: number }>(server, 'select count(*)::int as n from numbers'))[0]!.n).toBeGreaterThanOrEqual(10)
  await server.stop()
  expect(isAlive(pid)).toBe(false)
})

test.concurrent('a server that dies is restarted, and if that keeps failing, it is reported once', async () => {
  const dataDir = stage.dataDir()
  const reasons: string[] = []
  const server = await start(dataDir, { onExit: (reason) => reasons.push(reason) })
  const pid = postmaster(dataDir)
  process.kill(pid, 'SIGKILL')
  // The old one may respond until the kernel has ended it.
  await until('the kill', () => !isAlive(pid))
  await until('the restart', async () => (await ask(server, 'select 1').catch(() => [])).length === 1)
  expect(postmaster(dataDir)).not.toBe(pid)
  renameSync(join(cluster(dataDir), 'global', 'pg_control'), join(cluster(dataDir), 'global', 'lost'))
  process.kill(postmaster(dataDir), 'SIGKILL')
  await until('the report', () => reasons.length > 0)
  expect(reasons).toEqual([expect.stringMatching(/^PostgreSQL ended repeatedly, last: .*pg_control/)])
})

test.concurrent('a start works after initdb was killed at a random moment', async () => {
  const dataDir = stage.dataDir()
  const moments = [200, 400, 600].map((moment) => moment + Math.random() * 200)
  for (const moment of moments) {
    const child = stage.start('run', dataDir)
    await Promise.race([sleep(moment), child.ended])
    child.kill('SIGKILL')
    await child.ended
  }
  const server = await start(dataDir)
  expect(await ask(server, 'select current_database() as name'), `killed after ${moments}`).toEqual([{ name: 'kabar' }])
  await server.stop()
  await start(dataDir)
  expect(readdirSync(join(dataDir, 'postgres')).filter((name) => name.startsWith('staging'))).toEqual([])
})

test.concurrent('a pid file of a zombie or an unrelated process does not prevent the start', async () => {
  const dataDir = stage.dataDir()
  await (await start(dataDir)).stop()
  const { uid, gid } = statSync(cluster(dataDir))
  // The first line is a zombie, an exited child whose parent never waits for it; the second is the parent.
  const parent = spawn('/bin/sh', ['-c', 'true & echo $!; echo $$; exec sleep 60'], {
    uid,
    gid,
    cwd: '/',
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  try {
    const pids: number[] = []
    for await (const line of createInterface({ input: parent.stdout })) {
      if (pids.push(Number(line)) === 2) break
    }
    await until('the zombie', () => !isAlive(pids[0]!))
    for (const pid of [...pids, 1]) {
      writeFileSync(
        join(cluster(dataDir), 'postmaster.pid'),
        `${pid}\n${cluster(dataDir)}\n1\n5432\n/tmp\n\n 1 1\nready   \n`,
      )
      const server = await start(dataDir)
      expect(await ask(server, 'select 1 as one')).toEqual([{ one: 1 }])
      await server.stop()
    }
  } finally {
    parent.kill('SIGKILL')
  }
})

test.concurrent('a database of another major version and an invalid folder are reported', async () => {
  const dataDir = stage.dataDir()
  mkdirSync(cluster(dataDir), { recursive: true })
  await expect(start(dataDir)).rejects.toThrow('is not a PostgreSQL database')
  writeFileSync(join(cluster(dataDir), 'PG_VERSION'), '17\n')
  await expect(start(dataDir)).rejects.toThrow(
    'holds a PostgreSQL 17 database, but this release of Kabar includes PostgreSQL 18.',
  )
})

test.concurrent('an ordinary user without write access to node_modules can start the server', async ({
  onTestFinished,
}) => {
  const stage = openStage() // a new one: root could write anywhere, and did so for the other tests
  onTestFinished(() => stage.close())
  const dataDir = stage.dataDir()
  const child = stage.start('run', dataDir, root ? 65534 : undefined)
  await child.line(/running/)
  expect(readdirSync(join(dataDir, 'postgres', 'lib'))).toContain('libicui18n.so.60')
  expect(statSync(cluster(dataDir)).uid).toBe(root ? 65534 : process.getuid?.())
  child.say('stop')
  expect(await child.ended).toBe(0)
  // Root finds the owner's database and runs it as the owner; the owner can use it again afterwards.
  if (root) await (await start(dataDir)).stop()
  const again = stage.start('run', dataDir, root ? 65534 : undefined)
  await again.line(/running/)
  again.say('stop')
  expect(await again.ended).toBe(0)
})

test
  .runIf(root)
  .concurrent('as root, a folder that the server’s user cannot enter is reported, and nothing is created', async () => {
    const dataDir = join(stage.dataDir('closed'), 'kabar', 'data')
    const closed = dirname(dirname(dataDir))
    mkdirSync(closed, { mode: 0o700 })
    await expect(start(dataDir)).rejects.toThrow(
      `so it runs as uid 54330, which cannot reach ${closed}. Move the project`,
    )
    expect(readdirSync(closed)).toEqual([])
    chmodSync(closed, 0o755)
    await start(dataDir)
  })

test('the app signs in as a role that cannot become another one, also with an older data folder', async () => {
  const server = await start(stage.dataDir())
  const migrations = join(import.meta.dirname, '../migrations')
  // As in older versions: the superuser's login, acting as the role.
  expect(await migrate(server.connectionString, migrations)).toMatchObject({ role: 'kabar_app' })
  await ask(
    server,
    `insert into organizations (name, country, time_zone, base_currency) values ('A', 'ID', 'UTC', 'IDR')`,
  )

  const connection = await migrate(server.connectionString, migrations, { loginOf: server.loginOf })
  const roleQuery = `select session_user, rolsuper or rolbypassrls or rolcreaterole or rolcreatedb as may from pg_roles where rolname = session_user`
  expect(await ask(connection, roleQuery)).toEqual([{ session_user: 'kabar_app', may: false }])
  for (const back of ['reset role', 'set role none', 'reset session authorization'])
    await expect(
      ask(connection, `do $$ begin ${back}; assert (select count(*) = 0 from organizations); end $$`),
    ).resolves.toEqual([])
  for (const refused of [
    'set role kabar',
    'set session authorization kabar',
    'create table public.mine ()',
    'truncate contacts',
  ])
    await expect(ask(connection, refused), refused).rejects.toThrow(/permission denied/)

  const database = openDatabase(connection, { poolSize: 2 })
  const { rows } = await sql<{ name: string }>`select name from organizations`.execute(database.system)
  expect(rows).toEqual([{ name: 'A' }])
  await database.close()
})
