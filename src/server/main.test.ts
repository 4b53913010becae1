// The process as a whole: which faults it survives.
import { expect, test } from 'vitest'
import { cloneTemplate } from './test/database.ts'
import { kabarProcess } from './test/process.ts'
import { until } from './test/until.ts'

/** On SIGWINCH a promise without a handler is rejected, somewhere below `folder`. */
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

test('an unhandled rejection inside Baileys is logged, and does not end the process', async () => {
  await baileys.start()
  baileys.signal('SIGWINCH')
  await until('the warning', () => baileys.printed().includes('unhandled Baileys rejection'))
  expect(await baileys.status('/health/live')).toBe(200)
  expect(baileys.exitCode()).toBeNull()
})

test('an unhandled rejection of our own ends the process, for a supervisor to restart it', async () => {
  await own.start()
  own.signal('SIGWINCH')
  expect(await until('the end', own.exitCode, (code) => code !== null)).toBe(1)
  expect(own.printed()).toContain('uncaught exception, stopping')
})
