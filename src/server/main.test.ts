// The process as a whole: which faults it outlives.
import { expect, test } from 'vitest'
import { cloneTemplate } from './test/database.ts'
import { kabarProcess } from './test/process.ts'
import { until } from './test/until.ts'

/** At SIGWINCH a promise that nobody waits for is rejected, somewhere below `folder`. */
const failing = (folder: string) => {
  const code = `process.on('SIGWINCH', () => {
    const error = new Error('planted')
    error.stack = 'Error: planted\\n    at async handler (file://${folder}/index.js:1:1)'
    Promise.reject(error)
  })`
  return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(code)}`, LOG_LEVEL: 'warn' }
}

const connection = await cloneTemplate()
const database = { DATABASE_URL: connection.connectionString }
const baileys = await kabarProcess({ ...database, ...failing('/kabar/node_modules/baileys/lib/Socket') })
const own = await kabarProcess({ ...database, ...failing('/kabar/src/server/engine') })

test('what fails inside Baileys where nobody waits for it is told, and ends nothing', async () => {
  await baileys.start()
  baileys.signal('SIGWINCH')
  await until('the warning', () => baileys.printed().includes('something in Baileys failed'))
  expect(await baileys.status('/health/live')).toBe(200)
  expect(baileys.exitCode()).toBeNull()
})

test('what fails so in the house ends the process, for a supervisor to start it anew', async () => {
  await own.start()
  own.signal('SIGWINCH')
  expect(await until('the end', own.exitCode, (code) => code !== null)).toBe(1)
  expect(own.printed()).toContain('stopping after an error nobody caught')
})
