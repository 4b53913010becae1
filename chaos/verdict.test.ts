import { expect, test } from 'vitest'
import { judge, type Said } from './verdict.ts'

const row = (status: string, more: Partial<Said> = {}): Said => ({
  ...{ address: 'a', status, reason: null, wa_message_id: 'm1' },
  ...more,
})
const once = [{ to: 'a', id: 'm1' }]
const good = { lost: [], twice: [], untrue: [], open: [] }

test.each<[string, Parameters<typeof judge>, object]>([
  ['all is well', [[row('read')], [...once, ...once], () => 'read'], good],
  ['nothing arrived', [[row('sent')], [], () => undefined], { lost: ['a'], untrue: ['a is sent'] }],
  ['another message arrived', [[row('sent')], [{ to: 'a', id: 'm2' }], () => undefined], { untrue: ['a is sent'] }],
  ['two arrived', [[row('sent')], [...once, { to: 'a', id: 'm2' }], () => undefined], { twice: ['a'] }],
  ['two arrived at nobody we know', [[], [...once, { to: 'a', id: 'm2' }], () => undefined], { twice: ['a'] }],
  [
    'it failed, and arrived',
    [[row('failed', { reason: 'refused' })], once, () => undefined],
    { untrue: ['a is failed'] },
  ],
  ['nobody confirmed it, and it arrived', [[row('failed', { reason: 'unconfirmed' })], once, () => undefined], good],
  ['it was read, and is delivered', [[row('delivered')], once, () => 'read'], { untrue: ['a is delivered'] }],
  [
    'it failed for another reason',
    [[row('failed', { reason: 'x' })], [], () => 'failed(y)'],
    { untrue: ['a is failed'] },
  ],
  ['it is still under way', [[row('unknown')], once, () => undefined], { open: ['a is unknown'] }],
])('%s', (_, given, expected) => {
  expect(judge(...given)).toEqual({ ...good, ...expected })
})
