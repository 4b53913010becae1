// Faults that an operator can remove end in one line that says what to do: files and folders, the disk, the database's login.
import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { testApp } from '../test/app.ts'
import { type Answer, commandLine } from '../test/command-line.ts'
import { ownedDatabase } from '../test/database.ts'
import { programOf } from '../test/process.ts'

const { database, signUp, config } = await testApp()
const kabar = await commandLine()
const folder = mkdtempSync(join(tmpdir(), 'kabar-faults-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const its = {
  DATABASE_URL: database.connection.connectionString,
  DATA_DIR: folder,
  APP_SECRET: config.secret.toString(),
}
const file = join(folder, 'a-file')
writeFileSync(file, '')
const email = 'ada@example.com'
await signUp({ email })
const root = process.getuid?.() === 0

/** One line, and no trace of the program. */
function expectSentence({ code, err }: Answer, sentence: RegExp) {
  expect([code, err]).toEqual([1, expect.stringMatching(sentence)])
  expect(err).not.toContain('\n')
}

test.each([
  [`backup --to ${file}/below/`, /^There is no folder for .*a-file\/below.* Make it, or choose another one\.$/],
  [`export-org ${email} --to ${folder}/missing/one.zip`, /^There is no folder for .*missing\/one\.zip/],
  [`restore ${folder}`, /is a folder/],
])('"%s" says what is wrong', async (line, sentence) => {
  expectSentence(await kabar(line, its), sentence)
})

test('a full disk is named', async () => {
  const to = join(folder, 'full.zip')
  symlinkSync('/dev/full', `${to}.partial`)
  expectSentence(await kabar(`export-org ${email} --to ${to}`, its), /^The disk is full: .*ENOSPC.* Free some space/)
})

test('a login that does not own the database is told so by a restore and by a first start', async () => {
  const [theirs, ours] = [await ownedDatabase(), await ownedDatabase()]
  const url = new URL(ours)
  url.pathname = new URL(theirs).pathname
  const wrong = { ...its, DATABASE_URL: url.href }
  const backup = join(folder, 'one.tar.gz')
  expect(await kabar(`backup --to ${backup}`, its)).toMatchObject({ code: 0 })
  expectSentence(
    await kabar(`restore ${backup}`, wrong),
    /^The login of DATABASE_URL must own the database .*deploy\.md/,
  )
  const program = await programOf('src/server/main.ts')
  const started = await new Promise<Answer>((resolve) => {
    const env = { ...process.env, ...wrong, PORT: '0' }
    execFile(process.execPath, [program], { env }, (error, out, err) =>
      resolve({ code: Number(error?.code ?? 0), out, err: err.trim() }),
    )
  })
  expectSentence(started, /^Kabar cannot start: The login of DATABASE_URL must own the database /)
})

// Linux lets nobody make a file in /sys, not even root.
test.runIf(process.platform === 'linux')('an export into a folder that is not writable asks for a file', async () => {
  const inSys = { cwd: '/sys' }
  expectSentence(await kabar(`export-org ${email}`, its, inSys), /^This folder cannot be written .* --to <file>\.$/)
})

test.runIf(root)('another user of the machine is told that they may not read the data folder', async ({ skip }) => {
  const data = mkdtempSync(join(folder, 'data-'))
  mkdirSync(join(data, 'postgres', 'cluster'), { recursive: true })
  const theirs = { ...its, DATABASE_URL: '', APP_SECRET: '', DATA_DIR: data }
  const nobody = { uid: 65534, gid: 65534 }
  // A checkout below /root, for example.
  if ((await kabar('--help', its, nobody)).code !== 0) skip('another user cannot reach the program')
  for (const line of ['backup', 'doctor', 'user list'])
    expectSentence(await kabar(line, theirs, nobody), /^This user may not use .*EACCES.* as the user that runs Kabar/)
  const backup = join(folder, 'closed.tar.gz')
  writeFileSync(backup, '', { mode: 0o600 })
  const readable = { ...its, DATA_DIR: '/nowhere' }
  expectSentence(await kabar(`restore ${backup}`, readable, nobody), /^This user may not use .*closed\.tar\.gz/)
})
