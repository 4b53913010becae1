// Lock of the data folder: survives kill -9 of its holder, reused process ids and simultaneous starts.
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { hostname } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { closeDataDir, makeDataDir } from './data-dir.ts'
import { codeOf, EmbeddedError, InUseError } from './embedded-error.ts'
import { createExclusively } from './exclusive-file.ts'
import { isAlive, startOf } from './process.ts'

/**
 * Locks the data folder (created if missing), or throws an EmbeddedError that names the process holding it. `onLost` is
 * called if another process takes the lock, which a holder that was suspended for longer than six seconds cannot prevent.
 */
export async function lockDataDir(dataDir: string, onLost = () => {}): Promise<{ release(): Promise<void> }> {
  const folder = resolve(dataDir, 'lock')
  try {
    makeDataDir(dataDir)
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    closeDataDir(dataDir)
    return hold(await claim(resolve(dataDir), folder), onLost)
  } catch (error) {
    if (error instanceof EmbeddedError || !codeOf(error)) throw error
    const reason = `Kabar cannot write to the data folder ${resolve(dataDir)} (${codeOf(error)}).`
    throw new EmbeddedError(`${reason} Make it writable for this account, or set DATA_DIR to another folder.`)
  }
}

// The lock is the highest number in <dataDir>/lock. To take over from a dead holder, a process creates the next number, which
// the file system allows only once; no process deletes the file it judged stale, so none can delete a living successor's
// (the flaw of "unlink the stale lock, then create"). Released locks remain as files, so that numbers only grow.

interface Holder {
  pid: number
  start: string | null
  host: string
  boot: string
  space: string
  since: string
}

const BEAT_MS = 1000
const LOOK_MS = 100
/** Six seconds. Counts looks instead of measuring time, which also passes while this process is suspended or a clock is set forward. */
const SILENT_LOOKS = 60

async function claim(dataDir: string, folder: string): Promise<string> {
  for (;;) {
    const newest = numbers(folder)[0] ?? 0
    if (newest > 0 && !(await isFree(dataDir, join(folder, String(newest))))) continue
    const path = join(folder, String(newest + 1))
    if (!createExclusively(path, JSON.stringify(whoAmI()))) continue
    // A process that listed an empty folder long ago may create a low number late; a higher one then exists already.
    if (numbers(folder)[0] !== newest + 1) {
      rmSync(path, { force: true })
      continue
    }
    for (const old of numbers(folder).slice(2)) rmSync(join(folder, String(old)), { force: true })
    return path
  }
}

/** True: released, or its holder is dead. False: it changed during the check, check again. Throws: it is held. */
async function isFree(dataDir: string, path: string): Promise<boolean> {
  const text = read(path)
  if (text === undefined) return false
  const holder = parse(text)
  if (holder === 'released') return true
  const alive = holder ? holderLives(holder) : null
  if (alive === false) return true
  if (alive === null && !(await beats(path))) return read(path) === text
  if (read(path) !== text) return false
  const where = holder && holder.host !== hostname() ? ` on ${holder.host}` : ''
  const who = holder ? `process ${holder.pid}${where} (started ${holder.since})` : 'another process'
  throw new InUseError(
    `The data folder ${dataDir} is in use by Kabar ${who}. Stop it first, or set DATA_DIR to another folder.`,
  )
}

/** Null if its pid means nothing here: another host or container, or a system that does not report start times. */
function holderLives(holder: Holder): boolean | null {
  const here = whoAmI()
  if (holder.host !== here.host) return null
  if (holder.boot !== here.boot) return false
  if (holder.space !== here.space) return null
  if (!isAlive(holder.pid)) return false
  const start = startOf(holder.pid)
  return start && holder.start ? start === holder.start : null
}

/** A heartbeat: two containers on one volume cannot see each other's processes, so every holder touches its file once a second. */
async function beats(path: string): Promise<boolean> {
  const before = touched(path)
  for (let looks = 0; looks < SILENT_LOOKS; looks++) {
    await sleep(LOOK_MS)
    if (touched(path) !== before) return true
  }
  return false
}

function hold(path: string, onLost: () => void): { release(): Promise<void> } {
  // False also if the folder cannot be read: that says nothing about the holder.
  const isTaken = () => (numbers(dirname(path))[0] ?? 0) > Number(basename(path))
  const beat = setInterval(() => {
    touch(path)
    if (!isTaken()) return
    clearInterval(beat)
    onLost()
  }, BEAT_MS)
  beat.unref()
  return {
    async release() {
      clearInterval(beat)
      if (numbers(dirname(path))[0] === Number(basename(path))) writeFileSync(path, 'released')
    },
  }
}

function whoAmI(): Holder {
  return {
    pid: process.pid,
    start: startOf(process.pid),
    host: hostname(),
    boot: attempt(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()) ?? '',
    space: attempt(() => readlinkSync('/proc/self/ns/pid')) ?? '',
    since: `${new Date(Date.now() - process.uptime() * 1000).toISOString().slice(0, 19).replace('T', ' ')} UTC`,
  }
}

function numbers(folder: string): number[] {
  const names = (attempt(() => readdirSync(folder)) ?? []).filter((name) => /^\d+$/.test(name))
  return names.map(Number).sort((a, b) => b - a)
}

function parse(text: string): Holder | 'released' | undefined {
  return text === 'released' ? text : attempt(() => JSON.parse(text) as Holder)
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  }
}

const touched = (path: string) => attempt(() => statSync(path).mtimeMs)
const touch = (path: string) => attempt(() => utimesSync(path, new Date(), new Date()))

function attempt<T>(action: () => T): T | undefined {
  try {
    return action()
  } catch {
    return undefined
  }
}
