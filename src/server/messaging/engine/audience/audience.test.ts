// A broadcast to broadcast groups, from the request to the messages that arrive.
import { expect, test } from 'vitest'
import { type BroadcastGroupInput, broadcastGroups } from '../../../../contract/broadcast-groups.ts'
import { broadcasts } from '../../../../contract/broadcasts.ts'
import { contacts } from '../../../../contract/contacts.ts'
import { investors } from '../../../../contract/investors.ts'
import { investorTypes } from '../../../../contract/master-data.ts'
import type { Rule, Segment } from '../../../../contract/segments.ts'
import { tags } from '../../../../contract/tags.ts'
import type { Caller } from '../../../test/app.ts'
import { addContacts, connectPhone, draft, sent, testEngine } from '../../../test/engine.ts'
import { addInvestor, made } from '../../../test/records.ts'

const { signUp, start, witness } = await testEngine()

const all = (...rules: Rule[]): Segment => ({ type: 'group', match: 'all', rules })
const addGroup = async (person: Caller, input: BroadcastGroupInput) =>
  made(await person.call(broadcastGroups.create, { body: input })).id

test('sends once to each contact in any of its groups, with the investor that the rules found', async () => {
  const person = await signUp()
  const [budi, siti, ratna] = await addContacts(person, ['+6281255501001', '+6281255501002', '+6281255501003'])
  const types = made(await person.call(investorTypes.list)).data
  const angel = types.find(({ name }) => name === 'Angel')!.id
  const other = types.find(({ name }) => name === 'Individual')!.id
  await addInvestor(person, { name: 'Primary', investor_type_id: other, contact: { id: budi! } })
  const matched = await addInvestor(person, { name: 'Angels United', investor_type_id: angel, contact: { id: siti! } })
  await person.call(investors.setContact, { params: { id: matched.id, contact_id: budi! }, body: { role: 'other' } })
  const segment = all({ type: 'rule', field: 'investor.type', operator: 'any_of', value: [angel] })
  const angels = await addGroup(person, { name: 'Angels', segment, exclude_contact_ids: [siti!] })
  const board = await addGroup(person, { name: 'Board', contact_ids: [budi!, siti!] })
  const running = start()
  const session = await connectPhone(person)
  const audience = { broadcast_group_ids: [angels, board], exclude_contact_ids: [siti!], contact_ids: [ratna!] }
  const { id } = await draft(person, session, audience, 'For {{ investor.name | default: "you" }}')
  await person.call(broadcasts.send, { params: { id } })
  expect(await sent(person, id)).toMatchObject({ status: 'completed' })
  const texts = [...(await witness(session))].map(([to, messages]) => [to, ...messages.map(({ text }) => text)])
  expect(texts.sort()).toEqual([
    ['+6281255501001', 'For Angels United'],
    ['+6281255501003', 'For you'],
  ])
  await running.stop()
})

test('a follow-up shows the same investor as the first message', async () => {
  const person = await signUp()
  const unread = '+6281255540003'
  const [budi] = await addContacts(person, [unread])
  const types = made(await person.call(investorTypes.list)).data
  const angel = types.find(({ name }) => name === 'Angel')!.id
  const other = types.find(({ name }) => name === 'Individual')!.id
  await addInvestor(person, { name: 'Primary', investor_type_id: other, contact: { id: budi! } })
  const matched = await addInvestor(person, { name: 'Angels United', investor_type_id: angel })
  await person.call(investors.setContact, { params: { id: matched.id, contact_id: budi! }, body: { role: 'other' } })
  const segment = all({ type: 'rule', field: 'investor.type', operator: 'any_of', value: [angel] })
  const angels = await addGroup(person, { name: 'Angels', segment })
  const running = start()
  const session = await connectPhone(person)
  const { id } = await draft(person, session, { broadcast_group_ids: [angels] }, 'For {{ investor.name }}')
  await person.call(broadcasts.send, { params: { id } })
  await sent(person, id)
  const next = made(await person.call(broadcasts.retry, { params: { id }, body: { part: 'not_read' } }))
  const { data } = made(await person.call(broadcasts.renderedMessages, { params: { id: next.id } }))
  expect(data).toMatchObject([{ text: 'For Angels United' }])
  await person.call(broadcasts.send, { params: { id: next.id } })
  await sent(person, next.id)
  expect((await witness(session)).get(unread)!.map(({ text }) => text)).toEqual(Array(2).fill('For Angels United'))
  await running.stop()
})

test('is frozen at its start: later group members are not included', async () => {
  const person = await signUp()
  await addContacts(person, ['+6281255501001'])
  const segment = all({ type: 'rule', field: 'contact.has_number', operator: 'is', value: true })
  const group = await addGroup(person, { name: 'Everybody', segment })
  const running = start()
  const session = await connectPhone(person)
  const { id } = await draft(person, session, { broadcast_group_ids: [group] }, 'Halo')
  await person.call(broadcasts.send, { params: { id } })
  await sent(person, id)
  await person.call(contacts.create, { body: { name: 'Late', phone: '+6281255501009' } })
  const { counts } = made(await person.call(broadcasts.get, { params: { id } }))
  expect(Object.values(counts).reduce((sum, count) => sum + count, 0)).toBe(1)
  await running.stop()
})

test('fails with the reason when a rule breaks after the send request', async () => {
  const person = await signUp()
  const running = start()
  await addContacts(person, ['+6281255501001'])
  const session = await connectPhone(person)
  await running.stop()
  const tag = made(await person.call(tags.create, { body: { name: 'VIP' } })).id
  const segment = all({ type: 'rule', field: 'contact.tag', operator: 'none_of', value: [tag] })
  const group = await addGroup(person, { name: 'Not VIP', segment })
  const { id } = await draft(person, session, { broadcast_group_ids: [group] }, 'Halo')
  expect((await person.call(broadcasts.send, { params: { id } })).status).toBe(200)
  await person.call(tags.remove, { params: { id: tag } })
  start()
  expect(await sent(person, id)).toMatchObject({
    status: 'failed',
    failure: {
      code: 'broadcast_group.rule_broken',
      params: { name: 'Not VIP' },
      text: 'A rule of the broadcast group “Not VIP” uses a deleted record. Fix the rule first.',
    },
  })
  expect([...(await witness(session))]).toEqual([])
})
