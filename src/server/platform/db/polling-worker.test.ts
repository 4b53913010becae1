import { expect, test } from 'vitest'
import { testDatabase } from '../../test/database.ts'
import { DatabaseUnavailable } from './connection-pool.ts'
import { startPollingWorker } from './polling-worker.ts'

const database = await testDatabase()

const unavailable = (code: string) => new DatabaseUnavailable(Object.assign(new Error('connection lost'), { code }))
const rejected = (code: string, message: string) => Object.assign(new Error(message), { code })

/** The log of a worker whose ticks fail like this, one after another; null succeeds. */
async function logOf(failures: readonly (Error | null)[]): Promise<string[]> {
  const lines: string[] = []
  const left = [...failures]
  let done = () => {}
  const finished = new Promise<void>((resolve) => (done = resolve))
  const worker = startPollingWorker({
    database,
    log: { error: (_, message) => lines.push(message) },
    name: 'test worker',
    topics: [],
    pollMs: 1,
    tick: async () => {
      const failure = left.shift()
      if (failure === undefined) done()
      else if (failure) throw failure
      return false
    },
  })
  await finished
  await worker.stop()
  return lines
}

const paused = 'test worker paused, database unavailable, retrying within 0.001 s'
const failed = 'test worker failed, retrying within 0.001 s'

test('a streak of one kind of failure is one log line, and the next streak is another', async () => {
  const outage = [unavailable('ECONNREFUSED'), unavailable('ETIMEDOUT')]
  expect(await logOf(outage)).toEqual([paused])
  expect(await logOf([...outage, null, ...outage])).toEqual([paused, paused])
})

test('a failure of another kind in the same streak is logged too', async () => {
  const permission = rejected('42501', 'permission denied for table mails')
  expect(await logOf([unavailable('ECONNREFUSED'), permission, permission])).toEqual([paused, failed])
  expect(await logOf([permission, unavailable('ECONNREFUSED')])).toEqual([failed, paused])
  expect(await logOf([permission, new TypeError('row is undefined')])).toEqual([failed, failed])
})

test('a message that differs with each poll is not another kind', async () => {
  expect(await logOf([rejected('23505', 'row 1 exists'), rejected('23505', 'row 2 exists')])).toEqual([failed])
})
