// Logs lines from outside the app's logger, such as PostgreSQL's, in the logger's format.
import { hostname } from 'node:os'

export function logLine(line: string, write: (json: string) => void = console.error) {
  write(JSON.stringify({ level: levelOf(line), time: Date.now(), pid: process.pid, hostname: hostname(), msg: line }))
}

/** Pino's levels: 60 fatal, 50 error, 40 warn. */
function levelOf(line: string): number {
  if (/^postgres: (FATAL|PANIC):/.test(line)) return 60
  return /^postgres: ERROR:/.test(line) ? 50 : 40
}
