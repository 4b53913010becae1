// Watchdog: a one-line shell that stops PostgreSQL cleanly if Kabar dies first (kill -9, out of memory).
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Account, workFolder } from './account.ts'
import { codeOf, EmbeddedError } from './embedded-error.ts'
import { isAlive, startOf } from './process.ts'

export interface Watchdog {
  /** From now on stops this server. */
  guard(pid: number): void
  dismiss(): Promise<void>
}

// Its standard input is a pipe that only we hold: first line the server's pid, second line "done". If the pipe closes
// before that, we are dead. It signals only the pid that postmaster.pid still names, and exits after the server,
// so that the next start can wait for the watchdog instead of racing with it.
const SCRIPT =
  'read -r pid && { read -r done || { read -r now < "$1" && [ "$now" = "$pid" ] && kill -INT "$pid" && ' +
  'while kill -0 "$pid" && [ -e "$1" ]; do sleep 0.05; done; }; }'

/** Call before the server starts: then every running server has a recorded watchdog. None on Windows. */
export function startWatchdog(home: string, pidFile: string, account: Account): Watchdog | undefined {
  if (process.platform === 'win32') return undefined
  const shell = spawn('/bin/sh', ['-c', SCRIPT, 'kabar-watchdog', pidFile], {
    ...account.ids,
    ...workFolder,
    detached: true, // Ctrl-C in the terminal reaches the whole group
    stdio: ['pipe', 'ignore', 'ignore'],
    env: { PATH: '/usr/bin:/bin' },
  })
  shell.on('error', () => {})
  shell.stdin.on('error', () => {})
  const gone = once(shell, 'exit').catch(() => {})
  if (shell.pid) {
    rmSync(recordOf(home), { force: true }) // it may belong to root, from a start with sudo
    writeFileSync(recordOf(home), JSON.stringify({ shell: seen(shell.pid), parent: seen(process.pid) }), { flag: 'wx' })
  }
  return {
    guard: (pid) => void shell.stdin.write(`${pid}\n`),
    async dismiss() {
      shell.stdin.end('done\n')
      await gone
      rmSync(recordOf(home), { force: true })
    },
  }
}

/** Waits until the watchdog of a dead parent has finished. */
export async function watchdogGone(home: string): Promise<void> {
  const record = read(home)
  if (!record) return
  const deadline = Date.now() + 60_000
  while (isSame(record.shell)) {
    if (isSame(record.parent)) {
      throw new EmbeddedError(`The database in ${home} is already run by process ${record.parent.pid}. Stop it first.`)
    }
    if (Date.now() > deadline) {
      throw new EmbeddedError(`The database in ${home} has been shutting down for over a minute. Try again later.`)
    }
    await sleep(10)
  }
}

interface ServerIdentity {
  pid: number
  start: string | null
}

const recordOf = (home: string) => join(home, 'watchdog.json')
const seen = (pid: number): ServerIdentity => ({ pid, start: startOf(pid) })
const isSame = ({ pid, start }: ServerIdentity) => isAlive(pid) && startOf(pid) === start

function read(home: string): { shell: ServerIdentity; parent: ServerIdentity } | undefined {
  try {
    return JSON.parse(readFileSync(recordOf(home), 'utf8'))
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || error instanceof SyntaxError) return undefined
    throw error
  }
}
