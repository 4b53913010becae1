import { expect, it } from 'vitest'
import { english } from '../../../contract/messages/english.ts'
import { message } from '../../../contract/messages/message.ts'
import { setCatalogue } from '../../platform/lib/messages.ts'
import { broadcastWaitOf } from './wait-text.ts'

setCatalogue(english)
const nobody = message('broadcast.no_recipients')

const counts = {
  pending: 0,
  sending: 0,
  accepted: 0,
  sent: 4,
  delivered: 0,
  read: 0,
  played: 0,
  failed: 0,
  skipped: 0,
  cancelled: 0,
  unknown: 0,
}
const sending = {
  status: 'sending',
  session_name: 'Main',
  waiting: null,
  pause_reason: null,
  failure: null,
  finished_at: null,
  counts: { ...counts, pending: 3 },
} as const
const now = Date.parse('2026-11-20T08:00:00Z')

it.each([
  ['nothing to wait for', sending, /Sending messages/],
  ['a draft', { ...sending, status: 'draft' }, undefined],
  ['a lost session', { ...sending, waiting: { reason: 'session', until: null } }, /“Main”, which is not connected/],
  ['a pause', { ...sending, waiting: { reason: 'pace', until: '2026-11-20T08:00:23Z' } }, /in about 23 seconds/],
  ['an elapsed pause', { ...sending, waiting: { reason: 'pace', until: '2026-11-20T07:59:59Z' } }, /1 second\./],
  [
    'the morning',
    { ...sending, waiting: { reason: 'hours', until: '2026-11-21T02:00:00Z' } },
    /Outside sending hours.* Continues at .*2026/,
  ],
  ['WhatsApp', { ...sending, waiting: { reason: 'hold', until: '2026-11-21T02:00:00Z' } }, /automatically at .*2026/],
  [
    'a lost session, with only unconfirmed messages left',
    {
      ...sending,
      counts: { ...counts, unknown: 1, accepted: 1 },
      waiting: { reason: 'session', until: '2026-12-20T08:00:00Z' },
    },
    /^2 messages are not confirmed\. Connect the WhatsApp session “Main” .* by .*2026/,
  ],
  [
    'missing evidence for messages sent before the cancel',
    {
      ...sending,
      status: 'cancelled',
      finished_at: '2026-11-20T08:00:00Z',
      counts: { ...counts, accepted: 1 },
      waiting: { reason: 'confirmation', until: null },
    },
    /^Cancelled on .* 1 message is not confirmed yet/,
  ],
  [
    'a lost session after the cancel',
    {
      ...sending,
      status: 'cancelled',
      finished_at: '2026-11-20T08:00:00Z',
      counts: { ...counts, unknown: 1 },
      waiting: { reason: 'session', until: '2026-12-20T08:00:00Z' },
    },
    /^Cancelled on .* 1 message is not confirmed\. Connect/,
  ],
  [
    'confirmation',
    { ...sending, counts: { ...counts, unknown: 1 }, waiting: { reason: 'confirmation', until: null } },
    /^All messages have been sent\. 1 message is not confirmed/,
  ],
  ['the last confirmations', { ...sending, counts: { ...counts, accepted: 2 } }, /confirmation of the last 2 messages/],
  ['an unlinked phone', { ...sending, status: 'paused', pause_reason: 'logged_out' }, /Scan its code again/],
  ['its end', { ...sending, status: 'completed', finished_at: '2026-11-20T08:00:00Z' }, /^Finished on .*2026/],
  ['a failure', { ...sending, status: 'failed', failure: nobody }, /^This broadcast has no recipients\.$/],
] as const)('%s', (_, broadcast, expected) => {
  const text = broadcastWaitOf(broadcast, now)?.text
  if (expected) expect(text).toMatch(expected)
  else expect(text).toBeUndefined()
})
