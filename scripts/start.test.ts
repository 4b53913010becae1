// `npm start` in a folder of its own, in which nothing is installed or built.
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'kabar-start-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
for (const name of ['start.mjs', 'kabar.mjs', 'running.mjs', 'prepare.mjs'])
  cpSync(join(import.meta.dirname, name), join(folder, 'scripts', name), { recursive: true })
writeFileSync(join(folder, '.env'), 'DATA_DIR=elsewhere\n')

/** The newest lock of the data folder, touched now. */
function lock(dataDir: string, holder: string) {
  mkdirSync(join(folder, dataDir, 'lock'), { recursive: true })
  writeFileSync(join(folder, dataDir, 'lock', '9'), 'released')
  writeFileSync(join(folder, dataDir, 'lock', '10'), holder)
}

function start(own: Record<string, string>, name = 'start.mjs') {
  const { DATA_DIR: _, ...environment } = process.env
  const program = join(folder, 'scripts', name)
  const { stderr } = spawnSync(process.execPath, [program], { env: { ...environment, ...own }, encoding: 'utf8' })
  return stderr.trim()
}

test('while Kabar runs, nothing is installed or built', () => {
  const refusal = new RegExp(`^The data folder \\S+ is in use by Kabar process ${process.pid}\\. Stop it first`)
  lock('elsewhere', JSON.stringify({ pid: process.pid }))
  expect(start({})).toMatch(refusal)
  lock('given', JSON.stringify({ pid: process.pid }))
  expect(start({ DATA_DIR: 'given' })).toMatch(refusal)
  lock('given', 'released')
  expect(start({ DATA_DIR: 'given' })).toMatch(/^Installing dependencies…/)
  lock('given', JSON.stringify({ pid: spawnSync(process.execPath, ['-e', '']).pid }))
  expect(start({ DATA_DIR: 'given' })).toMatch(/^Installing dependencies…/)
})

test('the admin command neither installs nor builds beside a running Kabar', () => {
  mkdirSync(join(folder, 'dist/server'), { recursive: true })
  writeFileSync(join(folder, 'dist/server/kabar.js'), "console.error('the command')")
  lock('elsewhere', JSON.stringify({ pid: process.pid }))
  // A start that was killed has left a draft.
  writeFileSync(join(folder, 'elsewhere', 'lock', '11-draft'), '')
  expect(start({}, 'kabar.mjs')).toBe('the command')
  lock('elsewhere', 'released')
  expect(start({}, 'kabar.mjs')).toMatch(/^Installing dependencies…/)
})
