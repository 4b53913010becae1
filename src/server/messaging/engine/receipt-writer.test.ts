import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ReceiptStatus } from '../drivers/driver.ts'
import { mergeReceipts } from './receipt-writer.ts'

const event = (status: ReceiptStatus, second: number) => ({
  type: 'receipt' as const,
  id: '3EB0',
  status,
  at: new Date(Date.UTC(2026, 10, 20, 8, 0, second)),
})
const ladder: ReceiptStatus[] = ['sent', 'delivered', 'read', 'played']
const gather = (events: ReturnType<typeof event>[]) =>
  events.reduce(mergeReceipts, undefined as ReturnType<typeof mergeReceipts> | undefined)

test('receipts of a message merge to the same result in any order and with duplicates', () => {
  const arbitrary = fc.array(fc.tuple(fc.constantFrom(...ladder), fc.nat(59)), { minLength: 1, maxLength: 12 })
  fc.assert(
    fc.property(arbitrary, fc.infiniteStream(fc.nat()), (receipts, random) => {
      const events = receipts.map(([status, second]) => event(status, second))
      const shuffled = [...events, ...events].sort(() => (random.next().value % 2 === 0 ? 1 : -1))
      expect(gather(shuffled)).toEqual(gather(events))
    }),
  )
})

test('a read receipt alone implies sent and delivered', () => {
  const { at } = event('read', 5)
  expect(mergeReceipts(undefined, event('read', 5))).toEqual({
    wa_message_id: '3EB0',
    status: 'read',
    sent_at: at,
    delivered_at: at,
    read_at: at,
  })
})

test('a late "sent" does not lower it', () => {
  expect(gather([event('read', 9), event('sent', 1)])?.status).toBe('read')
})
