// A process short of memory rejects new requests, instead of crashing with those it has started.
import { afterEach, expect, test, vi } from 'vitest'
import { buildApp } from '../../app.ts'
import { testApp } from '../../test/app.ts'

const { config, database } = await testApp()
afterEach(() => vi.useRealTimers())

test.each([
  ['too little memory', 1, 503],
  ['enough memory', 1e12, 401],
])('with %s, requests get the status for it', async (_, maxHeapBytes, status) => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  const app = await buildApp({ config, database, webFolder: '/nowhere', maxHeapBytes })
  await app.ready()
  // Memory is checked once a second.
  vi.advanceTimersByTime(1_500)
  const answer = await app.inject('/api/v1/contacts')
  expect(answer.statusCode).toBe(status)
  if (status === 503) expect(answer.headers['retry-after']).toBe('2')
  expect((await app.inject('/api/health/live')).statusCode).toBe(200)
  await app.close()
})
