import { expect, test } from 'vitest'
import { idempotencyKeys, randomKey } from './idempotency-keys.ts'

function setUp() {
  const clock = { now: 0 }
  let keys = 0
  return { clock, repeats: idempotencyKeys({ now: () => clock.now, newKey: () => `key ${++keys}` }) }
}

test('a retry after a lost response has the same key, another request another key', () => {
  const { repeats } = setUp()
  expect(repeats.keyFor('add Budi').key).toBe('key 1')
  expect(repeats.keyFor('add Budi').key).toBe('key 1')
  expect(repeats.keyFor('add Siti').key).toBe('key 2')
})

test('a response releases the key, a server error does not', () => {
  const { repeats } = setUp()
  const first = repeats.keyFor('add Budi')
  first.settled({ status: 503 })
  expect(repeats.keyFor('add Budi').key).toBe('key 1')
  first.settled({ status: 201 })
  expect(repeats.keyFor('add Budi').key).toBe('key 2')
  repeats.keyFor('add Budi').settled({ status: 409 })
  expect(repeats.keyFor('add Budi').key).toBe('key 3')
})

test('after ten minutes the same request gets a new key', () => {
  const { clock, repeats } = setUp()
  repeats.keyFor('add Budi')
  clock.now = 10 * 60_000
  expect(repeats.keyFor('add Budi').key).toBe('key 2')
})

test('a key is 128 bits', () => {
  expect(randomKey()).toMatch(/^[0-9a-f]{32}$/)
  expect(randomKey()).not.toBe(randomKey())
})
