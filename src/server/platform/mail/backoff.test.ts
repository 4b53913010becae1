import { expect, test } from 'vitest'
import { isFinal, waitSeconds } from './backoff.ts'

test.each([
  [1, 30],
  [2, 120],
  [3, 480],
  [4, 1920],
  [5, 3600],
  [40, 3600],
])('after attempt %i an email waits %i s', (attempts, seconds) => {
  expect(waitSeconds(attempts)).toBe(seconds)
})

test.each([
  [{ code: 'EENVELOPE', responseCode: 550 }, true],
  [{ code: 'EMESSAGE', responseCode: 554 }, true],
  [{ code: 'EENVELOPE', responseCode: 450 }, false],
  [{ code: 'EAUTH', responseCode: 535 }, false],
  [{ code: 'ESOCKET' }, false],
  [new Error('anything else'), false],
])('%j is a permanent failure: %s', (error, final) => {
  expect(isFinal(error)).toBe(final)
})
