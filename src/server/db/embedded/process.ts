// What the operating system says of a process: does it live, and is it still the one that had this number before.
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'

/** A zombie counts as dead: it holds a number but can do nothing, and under a careless PID 1 it stays for ever. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) return false
  }
  const state = procStat(pid)?.[0]
  return state !== 'Z' && state !== 'X'
}

/** A server of ours runs as ourselves, or we are root; a number we may not signal is somebody else's by now. */
export function maySignal(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** When a process started, as an opaque text to compare; null where it cannot be known (Windows, hidden /proc). */
export function startOf(pid: number): string | null {
  if (process.platform === 'linux') return procStat(pid)?.[19] ?? null
  if (process.platform === 'win32') return null
  return ps(pid, 'lstart') || null
}

/** Is this process one of the servers of that folder? PostgreSQL changes into its data folder. Null: cannot be known. */
export function worksIn(pid: number, folder: string): boolean | null {
  if (process.platform === 'win32') return null
  try {
    if (process.platform === 'linux') return readlinkSync(`/proc/${pid}/cwd`) === folder
  } catch {
    // Even root may be refused this, by a security module; the name below is open to all.
  }
  const name = process.platform === 'linux' ? procFile(pid, 'comm') : ps(pid, 'comm')
  return name?.includes('postgres') ? null : false
}

/** Every process that works in the folder, zombies aside; null where it cannot be known. */
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

/** The fields of /proc/<pid>/stat from the state on; the name before it may hold spaces and brackets. */
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
