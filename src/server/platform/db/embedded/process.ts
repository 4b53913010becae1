// Process checks of the operating system: whether a pid is alive, and still belongs to the same process.
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'

/** A zombie counts as dead: it occupies a pid but can do nothing, and under a careless PID 1 it is never reaped. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) return false
  }
  const state = procStat(pid)?.[0]
  return state !== 'Z' && state !== 'X'
}

/** Our server runs as ourselves, or we are root; a pid we may not signal belongs to another user by now. */
export function maySignal(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** When a process started, as an opaque text to compare; null if unknown (Windows, hidden /proc). */
export function startOf(pid: number): string | null {
  if (process.platform === 'linux') return procStat(pid)?.[19] ?? null
  if (process.platform === 'win32') return null
  return ps(pid, 'lstart') || null
}

/** Whether this process is a server of that folder: PostgreSQL changes into its data folder. Null if unknown. */
export function worksIn(pid: number, folder: string): boolean | null {
  if (process.platform === 'win32') return null
  try {
    if (process.platform === 'linux') return readlinkSync(`/proc/${pid}/cwd`) === folder
  } catch {
    // Even root may be denied this by a security module; the name below is readable by all.
  }
  const name = process.platform === 'linux' ? procFile(pid, 'comm') : ps(pid, 'comm')
  return name?.includes('postgres') ? null : false
}

/** Every process that works in the folder, except zombies; null if unknown. */
export function allWorkingIn(folder: string): number[] | null {
  if (process.platform !== 'linux') return null
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return pids.map(Number).filter((pid) => worksIn(pid, folder) !== false && maySignal(pid) && isAlive(pid))
}

function ps(pid: number, column: string): string {
  try {
    return execFileSync('/bin/ps', ['-o', `${column}=`, '-p', String(pid)], { encoding: 'utf8' }).trim()
  } catch {
    return ''
  }
}

/** The fields of /proc/<pid>/stat from the state on; the name before it may contain spaces and brackets. */
function procStat(pid: number): string[] | undefined {
  const text = procFile(pid, 'stat')
  return text?.slice(text.lastIndexOf(')') + 2).split(' ')
}

function procFile(pid: number, name: string): string | undefined {
  try {
    return process.platform === 'linux' ? readFileSync(`/proc/${pid}/${name}`, 'utf8') : undefined
  } catch {
    return undefined
  }
}
