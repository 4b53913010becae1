import { expect, test } from 'vitest'
import { absoluteEnd, decideRotation, idleEnd, type RotationDecision, type SessionState } from './rotation.ts'

const start = new Date('2026-11-20T08:00:00.000Z')
const after = (seconds: number) => new Date(start.getTime() + seconds * 1000)
const day = 86_400
// Token 5 is live; 4 was seen in use, 5 not yet.
const session: SessionState = {
  refresh_counter: 5,
  confirmed_counter: 4,
  rotated_at: start.toISOString(),
  idle_expires_at: idleEnd(start).toISOString(),
  absolute_expires_at: absoluteEnd(start).toISOString(),
  revoked_at: null,
  user_disabled: false,
}
const used = { confirmed_counter: 5 }

test.each<[string, Partial<SessionState>, number, number, RotationDecision]>([
  ['the live token', {}, 5, 60, 'rotate'],
  ['a token that was never issued', {}, 6, 60, 'invalid'],
  ['the parent immediately', used, 4, 0, 'repeat'],
  ['the parent after 10 s, its successor used', used, 4, 10, 'repeat'],
  ['the parent after 11 s, its successor used', used, 4, 11, 'reused'],
  ['the parent after an hour, its successor unused', {}, 4, 3600, 'repeat'],
  ['the grandparent', {}, 3, 0, 'reused'],
  ['the grandparent, much later', used, 3, 3600, 'reused'],
  ['the first token', used, 0, 60, 'reused'],
  ['the live token a second before the idle limit', {}, 5, 7 * day - 1, 'rotate'],
  ['the live token at the idle limit', {}, 5, 7 * day, 'expired'],
  [
    'the live token a second before the absolute limit',
    { idle_expires_at: after(40 * day).toISOString() },
    5,
    30 * day - 1,
    'rotate',
  ],
  ['the live token at the absolute limit', { idle_expires_at: after(40 * day).toISOString() }, 5, 30 * day, 'expired'],
  ['the live token of an ended session', { revoked_at: start.toISOString() }, 5, 0, 'invalid'],
  ['the grandparent of an ended session', { revoked_at: start.toISOString() }, 3, 0, 'invalid'],
  ['the live token of a disabled user', { user_disabled: true }, 5, 0, 'invalid'],
])('%s', (_, change, counter, seconds, verdict) => {
  expect(decideRotation({ ...session, ...change }, counter, after(seconds))).toBe(verdict)
})
