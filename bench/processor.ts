// CPU time and memory of processes, from /proc.
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'

/** CPU time of a process in milliseconds; 0 after its end, or without `/proc`. */
export function processorMs(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // After the name, which may contain spaces: state is the 3rd field, user and system time the 14th and 15th, in 1/100 s.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return (Number(fields[11]) + Number(fields[12])) * 10
  } catch {
    return 0
  }
}

/** Resident memory (`VmRSS`) or its peak (`VmHWM`) in megabytes; 0 after its end, or without `/proc`. */
export function memoryMb(pid: number, what: 'VmRSS' | 'VmHWM'): number {
  try {
    const [, kilobytes] = new RegExp(`${what}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    return Math.round(Number(kilobytes ?? 0) / 1024)
  } catch {
    return 0
  }
}

/** CPU time in milliseconds of the running processes in this data folder of PostgreSQL. Undefined without `/proc`. */
export function databaseProcessorMs(dataDir: string): number | undefined {
  try {
    return readdirSync('/proc')
      .filter((pid) => /^\d+$/.test(pid))
      .reduce((sum, pid) => sum + usedBy(pid, dataDir), 0)
  } catch {
    return undefined
  }
}

/** 0 for a process that has ended in the meantime. */
function usedBy(pid: string, dataDir: string): number {
  try {
    if (!readlinkSync(`/proc/${pid}/cwd`).startsWith(dataDir)) return 0
    return processorMs(Number(pid))
  } catch {
    return 0
  }
}
