import { randomBytes, randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { messageId } from './message-id.ts'

const key = randomBytes(32)

test('has the form that WhatsApp Web gives its own', () => {
  expect(messageId(key, randomUUID())).toMatch(/^3EB0[0-9A-F]{18}$/)
})

test('is the same for a recipient at every attempt, and unique to it', () => {
  const recipients = Array.from({ length: 10_000 }, () => randomUUID())
  expect(new Set(recipients.map((id) => messageId(key, id))).size).toBe(10_000)
  expect(messageId(key, recipients[0]!)).toBe(messageId(key, recipients[0]!))
})

test('cannot be guessed without the installation’s key', () => {
  const id = randomUUID()
  expect(messageId(randomBytes(32), id)).not.toBe(messageId(key, id))
})
