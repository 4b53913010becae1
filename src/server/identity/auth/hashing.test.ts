import { expect, test } from 'vitest'
import { bounded, hashPassword, isOutdated, passwordMatches } from './hashing.ts'

test('a hash contains its parameters, and matches only its password', async () => {
  const hash = await hashPassword('correct horse battery')
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(await passwordMatches(hash, 'correct horse battery')).toBe(true)
  expect(await passwordMatches(hash, 'correct horse battery ')).toBe(false)
  expect(await passwordMatches(hash, 'Correct horse battery')).toBe(false)
  expect(await passwordMatches(undefined, 'correct horse battery')).toBe(false)
})

test('both Unicode forms of é match', async () => {
  const hash = await hashPassword('caf\u00e9 caf\u00e9 caf\u00e9')
  expect(await passwordMatches(hash, 'cafe\u0301 cafe\u0301 cafe\u0301')).toBe(true)
})

test.each([
  ['$argon2id$v=19$m=19456,t=2,p=1$c2FsdA$aGFzaA', false],
  ['$argon2id$v=19$m=47104,t=2,p=1$c2FsdA$aGFzaA', false],
  ['$argon2id$v=19$m=8192,t=2,p=1$c2FsdA$aGFzaA', true],
  ['$argon2id$v=19$m=19456,t=1,p=1$c2FsdA$aGFzaA', true],
  ['$argon2i$v=19$m=19456,t=2,p=1$c2FsdA$aGFzaA', true],
  ['$2b$10$abcdefghijklmnopqrstuv', true],
])('%s: outdated is %s', (hash, outdated) => {
  expect(isOutdated(hash)).toBe(outdated)
})

test('hashing beyond the concurrency limit is queued, and beyond the queue rejected with 503', async () => {
  const run = bounded(2, 3)
  const gates: (() => void)[] = []
  let most = 0
  let running = 0
  const work = async () => {
    running += 1
    most = Math.max(most, running)
    await new Promise<void>((open) => gates.push(open))
    running -= 1
  }
  const done = [1, 2, 3, 4, 5].map(() => run(work))
  await expect(run(work)).rejects.toMatchObject({ code: 'unavailable', retryAfterSeconds: 2 })
  while (gates.length > 0 || running > 0) {
    gates.shift()?.()
    await new Promise(setImmediate)
  }
  await Promise.all(done)
  expect(most).toBe(2)
  // A failure releases its slot.
  await expect(run(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
  await expect(run(async () => 'yes')).resolves.toBe('yes')
})
