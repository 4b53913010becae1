// Custom fields in a broadcast: each message has the values of its recipient, and contacts without one are skipped.
import { expect, test } from 'vitest'
import { broadcasts } from '../../../contract/broadcasts.ts'
import { contacts } from '../../../contract/contacts.ts'
import { customFields } from '../../../contract/custom-fields.ts'
import { connectPhone, sent, testEngine } from '../../test/engine.ts'
import { made } from '../../test/records.ts'

const { start, signUp } = await testEngine()
start()

test('values are read for each recipient; a contact without one is skipped', async () => {
  const ayu = await signUp()
  const session_id = await connectPhone(ayu)
  const field = { record: 'contact', type: 'date', name: 'Met on' } as const
  made(await ayu.call(customFields.create, { body: field }))
  for (const [index, met_on] of ['2026-12-05', null].entries()) {
    const body = { name: `Budi ${index}`, phone: `+6281255547${100 + index}`, custom: { met_on } }
    made(await ayu.call(contacts.create, { body }))
  }
  const body = 'We met on {{ contact.custom_met_on }}'
  const audience = { all_contacts: true }
  const { id } = made(await ayu.call(broadcasts.create, { body: { name: 'Hello', session_id, body, audience } }))
  made(await ayu.call(broadcasts.send, { params: { id } }))
  expect(await sent(ayu, id)).toMatchObject({ counts: { skipped: 1 } })
  const { data } = made(await ayu.call(broadcasts.recipients, { params: { id }, query: { sort: 'name' } }))
  expect(data.map(({ text, reason }) => [text, reason])).toEqual([
    ['We met on December 5, 2026', null],
    [null, 'missing_variable:contact.custom_met_on'],
  ])
})
