// A stall that is over is no reason to send anybody away.
import { afterEach, expect, test, vi } from 'vitest'
import { buildApp } from '../app.ts'
import { testApp } from '../test/app.ts'

const { config, database } = await testApp()
afterEach(() => vi.useRealTimers())

test('after a sample in which the event loop did not turn, people are answered', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  const app = await buildApp({ config, database, webFolder: '/nowhere' })
  await app.ready()
  // Many samples within one turn of the loop: none but the first has a reading.
  vi.advanceTimersByTime(60_000)
  expect((await app.inject('/api/health/live')).statusCode).toBe(200)
  await app.close()
})
