// The lock of a data folder: with holders that run, exit, are killed, and start concurrently.
import { randomUUID } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { lockDataDir } from './lock.ts'
import { openStage, type Stage } from './test-process.ts'

let stage: Stage
beforeAll(() => {
  stage = openStage()
})
afterAll(() => stage.close())

const newest = (dataDir: string) => {
  const numbers = readdirSync(join(dataDir, 'lock')).map(Number)
  return join(dataDir, 'lock', String(Math.max(...numbers)))
}

async function holder(dataDir: string) {
  const child = stage.start('lock', dataDir)
  child.say('go')
  await child.line(/locked/)
  return child
}

const elsewhere = JSON.stringify({ pid: 1, start: '1', host: 'elsewhere', boot: 'b', space: 's', since: 'yesterday' })

/** A data folder that a process in another container has locked. */
function lockedElsewhere() {
  const dataDir = stage.dataDir()
  mkdirSync(join(dataDir, 'lock'), { recursive: true })
  writeFileSync(join(dataDir, 'lock', '7'), elsewhere)
  return dataDir
}

describe.concurrent('lockDataDir', () => {
  test('makes the data folder private, unless it contains other files', async () => {
    const mode = (path: string) => statSync(path).mode & 0o777
    for (const [other, kept] of [
      [undefined, 0o700],
      ['photos', 0o755],
      // Left by a start that was killed while it wrote the secret.
      [`secret-${randomUUID()}`, 0o700],
    ] as const) {
      const dataDir = stage.dataDir()
      const folders = ['simulator', 'outbox', ...(other ? [other] : [])].map((name) => join(dataDir, name))
      for (const folder of folders) mkdirSync(folder, { recursive: true })
      for (const folder of [dataDir, ...folders]) chmodSync(folder, 0o755)
      const lock = await lockDataDir(dataDir)
      expect(mode(dataDir)).toBe(kept)
      expect(folders.map(mode)).toEqual([0o700, 0o700, ...(other ? [0o755] : [])])
      await lock.release()
    }
  })

  test('fails while another process holds the lock, and names it', async () => {
    const dataDir = stage.dataDir()
    const child = await holder(dataDir)
    const second = stage.start('lock', dataDir)
    second.say('go')
    expect(await second.line(/failed/)).toMatch(
      new RegExp(
        `^failed: The data folder ${dataDir} is in use by Kabar process ${child.pid} ` +
          `\\(started \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d UTC\\)\\. Stop it first, or set DATA_DIR to another folder\\.$`,
      ),
    )
    expect(await second.ended).toBe(1)
  })

  test('is acquired immediately after a kill -9 of its holder', async () => {
    const dataDir = stage.dataDir()
    const child = await holder(dataDir)
    child.kill('SIGKILL')
    await child.ended
    const lock = lockDataDir(dataDir)
    // The dead holder's lock is taken at once, without the six seconds for one that might be alive.
    await new Promise(setImmediate)
    expect(JSON.parse(readFileSync(newest(dataDir), 'utf8'))).toMatchObject({ pid: process.pid })
    await (await lock).release()
  })

  test('is free after its release, and also held within one process', async () => {
    const dataDir = stage.dataDir()
    const lock = await lockDataDir(dataDir)
    await expect(lockDataDir(dataDir)).rejects.toThrow(`in use by Kabar process ${process.pid} `)
    await lock.release()
    const again = await lockDataDir(dataDir)
    await lock.release() // a second release does not free the new holder's lock
    await expect(lockDataDir(dataDir)).rejects.toThrow('in use')
    await again.release()
  })

  test('detects a reused process id, and a reboot', async () => {
    const dataDir = stage.dataDir()
    for (const change of [{ start: '1' }, { boot: 'another' }]) {
      await lockDataDir(dataDir) // ours, never released
      const record = JSON.parse(readFileSync(newest(dataDir), 'utf8'))
      writeFileSync(newest(dataDir), JSON.stringify({ ...record, ...change }))
      const lock = await lockDataDir(dataDir)
      await lock.release()
    }
  })

  test.each(['free', 'left by a killed holder'])('one of eight concurrent starts gets the lock (%s)', async (state) => {
    const dataDir = stage.dataDir()
    if (state !== 'free') {
      const dead = await holder(dataDir)
      dead.kill('SIGKILL')
      await dead.ended
    }
    const starters = Array.from({ length: 8 }, () => stage.start('lock', dataDir))
    await Promise.all(starters.map((starter) => starter.line(/waiting/)))
    for (const starter of starters) starter.say('go')
    const results = await Promise.all(starters.map((starter) => starter.line(/locked|failed/)))
    expect(results.filter((result) => result === 'locked')).toHaveLength(1)
    expect(results.filter((result) => result.includes('is in use by Kabar process'))).toHaveLength(7)
  })

  test('a holder in another container keeps the lock while it touches its file', async () => {
    const [living, silent] = [lockedElsewhere(), lockedElsewhere()]
    const beat = setInterval(() => utimesSync(join(living, 'lock', '7'), new Date(), new Date()), 500)
    const taken = lockDataDir(silent)
    await expect(lockDataDir(living)).rejects.toThrow('process 1 on elsewhere (started yesterday)')
    clearInterval(beat)
    const lock = await taken
    expect(existsSync(join(silent, 'lock', '8'))).toBe(true)
    await lock.release()
  })
})

test('a holder is told that another process has taken its lock', async () => {
  const dataDir = stage.dataDir()
  let lost = () => {}
  const told = new Promise<void>((resolve) => {
    lost = resolve
  })
  const lock = await lockDataDir(dataDir, lost)
  writeFileSync(join(dataDir, 'lock', '2'), elsewhere)
  await told
  await lock.release()
  expect(readFileSync(join(dataDir, 'lock', '2'), 'utf8')).toBe(elsewhere)
})

test('a holder in another container keeps the lock while the machine that wants it sleeps', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const dataDir = lockedElsewhere()
  const taken = expect(lockDataDir(dataDir)).rejects.toThrow('process 1 on elsewhere')
  vi.setSystemTime(Date.now() + 3_600_000)
  vi.advanceTimersByTime(3_600_000)
  setTimeout(() => utimesSync(join(dataDir, 'lock', '7'), 1, 1), 500)
  await taken
})
