// What the composer tells the user before a message is sent.
import { expect, test } from 'vitest'
import { waitText } from './wait-text.ts'

const phone = { id: '1', name: 'Phone', driver: 'linked_device', status: 'working' } as const
const until = '2026-11-25T02:00:00.000Z'

test.each([
  ['stopped', 'Phone is not connected. The message waits until you connect it.'],
  ['scan_qr', 'No phone is linked to Phone. The message waits until one is.'],
  ['failed', 'Phone is not connected. The message waits until you connect it.'],
  ['starting', 'Phone is connecting. The message waits until it is connected.'],
] as const)('a session that is %s', (status, text) => {
  const waiting = { reason: 'session', until: null }
  expect(waitText({ ...phone, status }, { waiting, is_new_chat: false })).toEqual({ text, isBlocked: true })
})

test.each([
  [null, false, /^Sends now\.$/],
  [null, true, /new chat/],
  [{ reason: 'hours', until }, false, /^Outside sending hours\. Will be sent .*2026/],
  [{ reason: 'new_chat_cap', until }, true, /limit of new chats/],
  [{ reason: 'warm_up', until }, true, /Sending limit/],
  [{ reason: 'hold', until }, true, /On hold by WhatsApp/],
  [{ reason: 'pace', until }, false, /sending speed/],
] as const)('%o', (waiting, is_new_chat, text) => {
  expect(waitText(phone, { waiting, is_new_chat })).toEqual({ text: expect.stringMatching(text), isBlocked: false })
})
