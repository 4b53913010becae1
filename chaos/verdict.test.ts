import { expect, test } from 'vitest'
import { judge, type Said } from './verdict.ts'

const row = (status: string, more: Partial<Said> = {}): Said => ({
  ...{ address: 'a', status, reason: null, wa_message_id: 'm1' },
  ...more,
})
const once = [{ to: 'a', id: 'm1' }]
const good = { lost: [], twice: [], untrue: [], open: [] }

test.each<[string, Parameters<typeof judge>, object]>([
  ['read once, two frames with one id', [[row('read')], [...once, ...once], () => 'read'], good],
  ['nothing arrived', [[row('sent')], [], () => undefined], { lost: ['a'], untrue: ['a is sent'] }],
  [
    'a message with another id arrived',
    [[row('sent')], [{ to: 'a', id: 'm2' }], () => undefined],
    { untrue: ['a is sent'] },
  ],
  ['two messages arrived', [[row('sent')], [...once, { to: 'a', id: 'm2' }], () => undefined], { twice: ['a'] }],
  [
    'two messages arrived at an unknown number',
    [[], [...once, { to: 'a', id: 'm2' }], () => undefined],
    { twice: ['a'] },
  ],
  [
    'a failed message arrived',
    [[row('failed', { reason: 'refused' })], once, () => undefined],
    { untrue: ['a is failed'] },
  ],
  ['an unconfirmed message arrived', [[row('failed', { reason: 'unconfirmed' })], once, () => undefined], good],
  [
    'a message that was read is only delivered',
    [[row('delivered')], once, () => 'read'],
    { untrue: ['a is delivered'] },
  ],
  [
    'the message failed for another reason',
    [[row('failed', { reason: 'x' })], [], () => 'failed(y)'],
    { untrue: ['a is failed'] },
  ],
  ['a message is still in flight', [[row('unknown')], once, () => undefined], { open: ['a is unknown'] }],
])('%s', (_, given, expected) => {
  expect(judge(...given)).toEqual({ ...good, ...expected })
})
