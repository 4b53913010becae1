// Processor time and memory of processes: on a busy machine they say more than the clock.
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'

/** Milliseconds that a process has used; 0 once it has ended, and where the system keeps no `/proc`. */
export function processorMs(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // After the name, which may hold anything: state is the 3rd field, user and system time the 14th and 15th, in 1/100 s.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return (Number(fields[11]) + Number(fields[12])) * 10
  } catch {
    return 0
  }
}

/** Megabytes that it holds (`VmRSS`), or the most that it ever held (`VmHWM`); 0 likewise. */
export function memoryMb(pid: number, what: 'VmRSS' | 'VmHWM'): number {
  try {
    const [, kilobytes] = new RegExp(`${what}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    return Math.round(Number(kilobytes ?? 0) / 1024)
  } catch {
    return 0
  }
}

/**
 * Milliseconds that the embedded server's processes have used since each began: those that work in its data folder, as far
 * as they still live. Undefined where the system keeps no `/proc`.
 */
export function databaseProcessorMs(dataDir: string): number | undefined {
  try {
    return readdirSync('/proc')
      .filter((pid) => /^\d+$/.test(pid))
      .reduce((sum, pid) => sum + usedBy(pid, dataDir), 0)
  } catch {
    return undefined
  }
}

/** A process that ended meanwhile has used nothing. */
function usedBy(pid: string, dataDir: string): number {
  try {
    if (!readlinkSync(`/proc/${pid}/cwd`).startsWith(dataDir)) return 0
    return processorMs(Number(pid))
  } catch {
    return 0
  }
}
