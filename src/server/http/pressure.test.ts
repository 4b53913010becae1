// A process whose memory ends works for nobody new, and says so, instead of ending with all that it had begun.
import { afterEach, expect, test, vi } from 'vitest'
import { buildApp } from '../app.ts'
import { testApp } from '../test/app.ts'

const { config, database } = await testApp()
afterEach(() => vi.useRealTimers())

test.each([
  ['too little memory is left', 1, 503],
  ['there is enough', 1e12, 401],
])('where %s', async (_, maxHeapBytes, status) => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  const app = await buildApp({ config, database, webFolder: '/nowhere', maxHeapBytes })
  await app.ready()
  // It looks once a second.
  vi.advanceTimersByTime(1_500)
  const answer = await app.inject('/api/v1/contacts')
  expect(answer.statusCode).toBe(status)
  if (status === 503) expect(answer.headers['retry-after']).toBe('2')
  expect((await app.inject('/api/health/live')).statusCode).toBe(200)
  await app.close()
})
