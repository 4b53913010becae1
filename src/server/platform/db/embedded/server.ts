// One PostgreSQL server process: started as our child under a watchdog, or adopted from a killed parent; and its shutdown.
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { dirname } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { type Account, workFolder } from './account.ts'
import { type Address, clearSocket } from './address.ts'
import { EmbeddedError } from './embedded-error.ts'
import type { Binaries } from './package.ts'
import { findRunning, pidFileOf, untilReady } from './postmaster.ts'
import { isAlive } from './process.ts'
import { startWatchdog, type Watchdog, watchdogGone } from './watchdog.ts'

export interface Server {
  pid: number
  address: Address
  /** Resolves with the reason once the process is gone. */
  exited: Promise<string>
  signal(name: 'SIGINT' | 'SIGQUIT' | 'SIGKILL'): void
}

/** All parameters of a start. */
export interface Setting {
  cluster: string
  account: Account
  binaries: Binaries
  version: string
  env: Record<string, string>
  address: Address
  log: (line: string) => void
}

/** Adopts the server that already runs on the cluster, or starts one; resolves when it accepts connections. */
export async function bringUp(setting: Setting): Promise<Server> {
  await watchdogGone(dirname(setting.cluster))
  const running = await findRunning(setting.cluster, setting.log)
  if (!running) return launch(setting)
  const server = adopt(setting, running.pid, running.address)
  if (running.version === setting.version) {
    setting.log(`PostgreSQL process ${running.pid} was left running, using it`)
    return server
  }
  setting.log(`PostgreSQL ${running.version} was left running, replacing it with ${setting.version}`)
  await shutDown(server, setting.log)
  return launch(setting)
}

/** Fast shutdown; immediate shutdown if that takes too long (for example on a dead disk); then SIGKILL. */
export async function shutDown(server: Server, log: (line: string) => void, patience = 30_000): Promise<void> {
  for (const name of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
    if (await within(server.exited, 0)) return
    if (name !== 'SIGINT') log(`PostgreSQL is still running, sending ${name}`)
    server.signal(name)
    if (await within(server.exited, name === 'SIGINT' ? patience : 10_000)) return
  }
}

/** Mandatory settings, which override postgresql.conf. */
function options({ address }: Setting): string[] {
  const onSocket = address.host.startsWith('/')
  const settings = {
    listen_addresses: onSocket ? '' : address.host,
    // A list, so a folder with a comma or space must be quoted.
    unix_socket_directories: onSocket ? `"${address.host.replaceAll('"', '""')}"` : '',
    unix_socket_permissions: '0700',
    port: String(address.port),
    fsync: 'on',
    synchronous_commit: 'on',
    full_page_writes: 'on',
    autovacuum: 'on',
    // Only what an administrator needs: statements and key values contain personal data.
    logging_collector: 'off',
    log_destination: 'stderr',
    log_line_prefix: '',
    log_error_verbosity: 'terse',
    log_min_error_statement: 'panic',
    log_checkpoints: 'off',
  }
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

/** Workers of a server killed with -9 keep its shared memory for some milliseconds, during which a new server fails to start. */
async function launch(setting: Setting): Promise<Server> {
  clearSocket(setting.address)
  for (const deadline = Date.now() + 10_000; ; await sleep(50)) {
    try {
      return process.platform === 'win32' ? await launchOnWindows(setting) : await launchChild(setting)
    } catch (error) {
      const passing = error instanceof EmbeddedError && error.message.includes('pre-existing shared memory block')
      if (!passing || Date.now() > deadline) throw error
    }
  }
}

async function launchChild(setting: Setting): Promise<Server> {
  const { cluster, account, binaries, env, address, log } = setting
  const watchdog = startWatchdog(dirname(cluster), pidFileOf(cluster), account)
  const child = spawn(binaries.postgres, ['-D', cluster, ...options(setting)], {
    ...account.ids,
    ...workFolder,
    env,
    detached: true, // Ctrl-C in the terminal is for Kabar, which stops the database last
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  if (child.pid) watchdog?.guard(child.pid)
  const said: string[] = []
  createInterface({ input: child.stderr }).on('line', (line) => {
    if (isNews(line)) log(`postgres: ${line}`)
    if (said.push(line) > 20) said.shift()
  })
  let over = false
  const exited = endOf(child, watchdog).finally(() => {
    over = true
  })
  const failed = await untilReady(setting, child.pid, () => over).then(
    (ready) => !ready,
    (error: Error) => error,
  )
  const server: Server = { pid: child.pid as number, address, exited, signal: (name) => void child.kill(name) }
  if (!failed) return server
  await shutDown(server, log)
  if (failed instanceof Error) throw failed
  const cause = said.findLast((line) => /FATAL:|PANIC:|ERROR:/.test(line)) ?? said.at(-1) ?? (await exited)
  throw new EmbeddedError(`PostgreSQL did not start in ${cluster}: ${cause}`)
}

/** Each start and stop logs nine lines of level LOG; only those about a crash or recovery are worth logging. */
function isNews(line: string): boolean {
  // Logged for each connection that a shutdown closes, and for each query that it cancels.
  if (/terminating connection due to administrator command|canceling statement due to user request/.test(line))
    return false
  return !line.startsWith('LOG:') || /recover|redo|interrupted|not properly|signal/.test(line)
}

async function endOf(child: ChildProcess, watchdog: Watchdog | undefined): Promise<string> {
  const reason = await new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message))
    // Not "exit": the last lines it wrote, with the cause, arrive until "close".
    child.once('close', (code, signal) => resolve(signal ? `killed by ${signal}` : `exit code ${code}`))
  })
  await watchdog?.dismiss()
  return reason
}

/** pg_ctl, because postgres.exe refuses to run as administrator and pg_ctl drops the rights. Written by the manual, never run. */
async function launchOnWindows(setting: Setting): Promise<Server> {
  const { cluster, binaries, env, address } = setting
  const quoted = options(setting).map((option) =>
    option.includes('=') ? `"${option.replaceAll('"', '\\"')}"` : option,
  )
  const report = `${dirname(cluster)}\\server.log`
  await promisify(execFile)(binaries.pgCtl, ['start', '-W', '-D', cluster, '-l', report, '-o', quoted.join(' ')], {
    env,
  })
  const deadline = Date.now() + 120_000
  if (await untilReady(setting, undefined, () => Date.now() > deadline)) {
    const running = await findRunning(cluster, setting.log)
    if (running) return adopt(setting, running.pid, address)
  }
  throw new EmbeddedError(`PostgreSQL did not start in ${cluster}; see ${report}.`)
}

/** Not our child, so its end is detected by polling. */
function adopt({ cluster, account, binaries, env }: Setting, pid: number, address: Address): Server {
  const watchdog = startWatchdog(dirname(cluster), pidFileOf(cluster), account)
  watchdog?.guard(pid)
  const watch = async () => {
    while (isAlive(pid)) await sleep(50, undefined, { ref: false })
    await watchdog?.dismiss()
    return 'the adopted process is gone'
  }
  return {
    pid,
    address,
    exited: watch(),
    signal(name) {
      // Windows has no signals; pg_ctl sends PostgreSQL's substitute for them.
      if (process.platform === 'win32')
        execFile(binaries.pgCtl, ['kill', name.slice(3), String(pid)], { env }, () => {})
      else if (isAlive(pid)) process.kill(pid, name)
    },
  }
}

/** True when the promise settled in time; leaves no timer behind. */
async function within(done: Promise<unknown>, milliseconds: number): Promise<boolean> {
  const stop = new AbortController()
  const late = sleep(milliseconds, false, { signal: stop.signal }).catch(() => false)
  const settled = await Promise.race([done.then(() => true), late])
  stop.abort()
  return settled
}
