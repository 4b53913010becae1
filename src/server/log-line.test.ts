import { expect, test } from 'vitest'
import { logLine } from './log-line.ts'

test.each([
  ['postgres: PANIC:  could not write to file', 60],
  ['postgres: FATAL:  out of memory', 60],
  ['postgres: ERROR:  canceling statement due to "statement timeout"', 50],
  ['postgres: WARNING:  there is no transaction in progress', 40],
  ['PostgreSQL ended unexpectedly (exit code 2), starting it again', 40],
])('%s is one line of JSON of level %i', (line, level) => {
  const lines: string[] = []
  logLine(line, (json) => lines.push(json))
  expect(lines).toHaveLength(1)
  expect(lines[0]).not.toContain('\n')
  expect(JSON.parse(lines[0]!)).toMatchObject({ level, msg: line, pid: process.pid, time: expect.any(Number) })
})
