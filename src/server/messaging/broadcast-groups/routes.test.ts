// Broadcast groups over HTTP: created, changed, counted, deleted, and deletion of referenced records.
import { describe, expect, test } from 'vitest'
import { broadcastGroups } from '../../../contract/broadcast-groups.ts'
import { broadcasts } from '../../../contract/broadcasts.ts'
import { contacts } from '../../../contract/contacts.ts'
import { customFields } from '../../../contract/custom-fields.ts'
import { investments } from '../../../contract/investments.ts'
import { offerings } from '../../../contract/offerings.ts'
import type { Rule, RuleGroup, Segment, SegmentNode } from '../../../contract/segments.ts'
import { tags } from '../../../contract/tags.ts'
import { waSessions } from '../../../contract/wa-sessions.ts'
import { type Caller, testApp } from '../../test/app.ts'
import { addContacts } from '../../test/engine.ts'
import { addInvestment, addInvestor, addTransaction, made, statusOf } from '../../test/records.ts'

const { signUp } = await testApp()

const all = (...rules: SegmentNode[]): RuleGroup => ({ type: 'group', match: 'all', rules })
const rule = (field: Rule['field'], operator: Rule['operator'], value?: Rule['value']): Rule =>
  value === undefined ? { type: 'rule', field, operator } : { type: 'rule', field, operator, value }

async function addTag(person: Caller, name = 'VIP') {
  return made(await person.call(tags.create, { body: { name } })).id
}

describe('a broadcast group', () => {
  test('stores its contacts and rules, and is listed with them', async () => {
    const person = await signUp()
    const [budi, siti] = await addContacts(person, ['+6281255501001', '+6281255501002'])
    const segment = all(rule('contact.name', 'contains', 'contact'))
    const body = { name: 'Bali', contact_ids: [budi!], exclude_contact_ids: [siti!], segment }
    const group = made(await person.call(broadcastGroups.create, { body }))
    expect(group).toMatchObject({
      name: 'Bali',
      contact_count: 1,
      exclude_count: 1,
      wa_group_count: 0,
      segment,
      broken_rules: [],
      used_by: [],
      contacts: [{ id: budi, name: 'Contact 1', phone_text: '+62 812 5550 1001' }],
      excluded: [{ id: siti }],
    })
    const { contacts: _, excluded: __, wa_groups: ___, ...row } = group
    expect(made(await person.call(broadcastGroups.list)).data).toEqual([row])
    expect(made(await person.call(broadcastGroups.list, { query: { q: 'jakarta' } })).data).toEqual([])
  })

  test('is changed part by part, with its current version', async () => {
    const person = await signUp()
    const [budi, siti] = await addContacts(person, ['+6281255501001', '+6281255501002'])
    const { id } = made(
      await person.call(broadcastGroups.create, { body: { name: 'Bali', contact_ids: [budi!, siti!] } }),
    )
    const params = { id }
    const changed = made(
      await person.call(broadcastGroups.update, { params, body: { version: 1, exclude_contact_ids: [siti!] } }),
    )
    expect(changed).toMatchObject({ version: 2, contacts: [{ id: budi }], excluded: [{ id: siti }] })
    const back = { version: 2, contact_ids: [siti!], exclude_contact_ids: [] }
    expect(made(await person.call(broadcastGroups.update, { params, body: back }))).toMatchObject({
      contacts: [{ id: siti }],
      excluded: [],
    })
    const late = await person.call(broadcastGroups.update, { params, body: { version: 2, name: 'Late' } })
    expect(late).toMatchObject({ status: 409, problem: { code: 'version_conflict', current: { version: 3 } } })
    await person.call(broadcastGroups.create, { body: { name: 'Jakarta' } })
    const taken = await person.call(broadcastGroups.update, { params, body: { version: 3, name: 'JAKARTA' } })
    expect(taken).toMatchObject({ status: 409, problem: { code: 'name_taken', errors: [{ path: 'name' }] } })
  })

  test('with an unknown id is rejected', async () => {
    const person = await signUp()
    const stranger = await signUp()
    const [theirs] = await addContacts(stranger, ['+6281255501009'])
    const tag = await addTag(stranger)
    const tries = [
      [{ contact_ids: [theirs!] }, 'contact_ids'],
      [{ exclude_contact_ids: [theirs!] }, 'exclude_contact_ids'],
      [{ wa_group_ids: [theirs!] }, 'wa_group_ids'],
      [{ segment: all(rule('contact.tag', 'any_of', [tag])) }, 'segment.rules.0.value'],
    ] as const
    for (const [choice, path] of tries) {
      const answer = await person.call(broadcastGroups.create, { body: { name: 'Bali', ...choice } as never })
      expect(answer).toMatchObject({ status: 404, problem: { errors: [{ path }] } })
    }
    expect(made(await person.call(broadcastGroups.list)).data).toEqual([])
  })

  test('loses a deleted contact, and gets it back with Undo', async () => {
    const person = await signUp()
    const [budi] = await addContacts(person, ['+6281255501001'])
    const { id } = made(await person.call(broadcastGroups.create, { body: { name: 'Bali', contact_ids: [budi!] } }))
    const count = async () => made(await person.call(broadcastGroups.countOf, { params: { id } })).count
    await person.call(contacts.remove, { params: { id: budi! } })
    expect([await count(), made(await person.call(broadcastGroups.get, { params: { id } })).contact_count]).toEqual([
      0, 0,
    ])
    await person.call(contacts.restore, { params: { id: budi! } })
    expect(await count()).toBe(1)
  })

  test('is deleted and restored, but not while a scheduled broadcast uses it', async () => {
    const person = await signUp()
    const [budi] = await addContacts(person, ['+6281255501001'])
    const { id } = made(await person.call(broadcastGroups.create, { body: { name: 'Bali', contact_ids: [budi!] } }))
    const params = { id }
    const [session] = made(await person.call(waSessions.list)).data
    const draft = { name: 'News', session_id: session!.id, body: 'Halo', audience: { broadcast_group_ids: [id] } }
    const broadcast = made(await person.call(broadcasts.create, { body: draft }))
    expect(broadcast.audience.broadcast_groups).toEqual([{ id, name: 'Bali', is_deleted: false }])
    expect(made(await person.call(broadcastGroups.get, { params })).used_by).toEqual([
      { id: broadcast.id, name: 'News', status: 'draft' },
    ])
    expect((await person.call(broadcastGroups.remove, { params })).status).toBe(204)
    const refused = await person.call(broadcasts.send, { params: { id: broadcast.id } })
    expect(refused).toMatchObject({ status: 400, problem: { errors: [{ path: 'audience', message: /was deleted/ }] } })
    expect((await person.call(broadcastGroups.restore, { params })).status).toBe(200)
    expect((await person.call(broadcasts.send, { params: { id: broadcast.id } })).status).toBe(200)
    expect(await person.call(broadcastGroups.remove, { params })).toMatchObject({
      status: 409,
      problem: { code: 'in_use', detail: expect.stringContaining('News') },
    })
  })
})

describe('a rule about a deleted record', () => {
  test('makes the segment empty, is reported, and prevents a broadcast from starting', async () => {
    const person = await signUp()
    await addContacts(person, ['+6281255501001'])
    const tag = await addTag(person)
    const segment = all({
      type: 'group',
      match: 'any',
      rules: [rule('contact.tag', 'none_of', [tag]), rule('contact.has_number', 'is', true)],
    })
    const { id } = made(await person.call(broadcastGroups.create, { body: { name: 'Bali', segment } }))
    const count = async () => made(await person.call(broadcastGroups.countOf, { params: { id } }))
    expect(await count()).toMatchObject({ count: 1, broken_rules: [] })
    const referencing = async (references: string) =>
      made(await person.call(broadcastGroups.list, { query: { references } })).data.map((group) => group.id)
    expect(await referencing(tag)).toEqual([id])
    expect(await referencing(await addTag(person, 'Other'))).toEqual([])
    await person.call(tags.remove, { params: { id: tag } })
    expect(await referencing(tag)).toEqual([id])
    const broken = [{ path: 'rules.0.rules.0', field: 'contact.tag', missing: [tag] }]
    expect(await count()).toMatchObject({ count: 0, broken_rules: broken })
    expect(made(await person.call(broadcastGroups.list)).data[0]!.broken_rules).toEqual(broken)
    const [session] = made(await person.call(waSessions.list)).data
    const draft = { name: 'News', session_id: session!.id, body: 'Halo', audience: { broadcast_group_ids: [id] } }
    const broadcast = made(await person.call(broadcasts.create, { body: draft }))
    expect(await person.call(broadcasts.send, { params: { id: broadcast.id } })).toMatchObject({
      status: 400,
      problem: { errors: [{ path: 'audience', message: expect.stringContaining('Bali') }] },
    })
  })
})

describe('the count', () => {
  test('uses the same committed amount for an investment and for an investor', async () => {
    const person = await signUp()
    const investor = await addInvestor(person, { name: 'Ratna', contact: { phone: '+6281255501003' } })
    const declined = {
      status_id: await statusOf(person, 'lost'),
      lost_reason: 'Declined',
      committed_amount: '1000',
    }
    const { id, version } = await addInvestment(person, { investor_id: investor.id, ...declined })
    const threshold = { amount: '500', currency: 'USD' }
    const ofInvestor = all(rule('investor.committed', 'more_than', threshold))
    const ofInvestment = all({
      type: 'investment',
      has: 'some',
      match: 'all',
      rules: [rule('investment.committed', 'more_than', threshold)],
    })
    const counts = async () =>
      await Promise.all(
        [ofInvestor, ofInvestment].map(
          async (segment) => made(await person.call(broadcastGroups.count, { body: { segment } })).count,
        ),
      )
    expect(await counts()).toEqual([0, 0])
    const status_id = await statusOf(person, 'exited')
    made(await person.call(investments.update, { params: { id }, body: { version, status_id } }))
    expect(await counts()).toEqual([1, 1])
  })

  test('lists the first contacts, the skipped ones with their reason, and the matching investor', async () => {
    const person = await signUp()
    await addContacts(person, ['+6281255501001'])
    const gone = made(
      await person.call(contacts.create, { body: { name: 'Adi', phone: '+6281255501002', consent: 'opted_out' } }),
    )
    const villa = made(await person.call(offerings.create, { body: { name: 'Villa Canggu', currency: 'IDR' } }))
    const investor = await addInvestor(person, { name: 'Ratna', contact: { phone: '+6281255501003' } })
    const investment = await addInvestment(person, {
      investor_id: investor.id,
      offering_id: villa.id,
      currency: 'IDR',
    })
    await addTransaction(person, investment.id, { amount: '600000000' })
    const threshold = { amount: '500000000', currency: 'IDR' }
    const segment = all({
      type: 'investment',
      has: 'some',
      match: 'all',
      rules: [rule('investment.offering', 'any_of', [villa.id]), rule('investment.funded', 'more_than', threshold)],
    })
    const answer = made(await person.call(broadcastGroups.count, { body: { segment, contact_ids: [gone.id] } }))
    expect(answer).toMatchObject({
      count: 2,
      reachable: 1,
      excluded: [{ reason: 'opted_out', count: 1 }],
      undecided: 0,
      sample: [
        { name: 'Ratna', phone_text: '+62 812 5550 1003', reason: null, investor: { id: investor.id, name: 'Ratna' } },
        { name: 'Adi', reason: 'opted_out', investor: null },
      ],
    })
    const ask = async (sample: object) =>
      made(await person.call(broadcastGroups.count, { body: { segment, contact_ids: [gone.id], sample } }))
    expect(await ask({ limit: 1 })).toMatchObject({ count: 2, sample: [{ name: 'Ratna' }] })
    expect(await ask({ reason: 'opted_out' })).toMatchObject({ count: 2, sample: [{ name: 'Adi' }] })
    expect((await ask({ reason: 'no_number' })).sample).toEqual([])
    expect(await person.call(broadcastGroups.count, { body: { segment, sample: { limit: 1_000 } } })).toMatchObject({
      status: 400,
      problem: { errors: [{ path: 'sample.limit' }] },
    })
    const dollars = all(rule('investor.funded', 'more_than', { amount: '1', currency: 'USD' }))
    expect(made(await person.call(broadcastGroups.count, { body: { segment: dollars } }))).toMatchObject({
      count: 0,
      undecided: 1,
    })
  })

  test('finds contacts of pasted lines by number or name', async () => {
    const person = await signUp()
    await addContacts(person, ['+6281255501001'])
    for (const phone of ['+6281255501002', '+6281255501003'])
      made(await person.call(contacts.create, { body: { name: 'Budi Santoso', phone } }))
    const lines = ['0812-5550-1001', 'contact 1', '', 'Budi Santoso', 'Nobody', '+62 812 9999 9999']
    const answer = made(await person.call(broadcastGroups.findContacts, { body: { lines } }))
    expect(answer.found.map(({ name }) => name)).toEqual(['Contact 1'])
    expect(answer.ambiguous).toMatchObject([{ line: 'Budi Santoso', contacts: [{}, {}] }])
    expect(answer.not_found).toEqual(['Nobody', '+62 812 9999 9999'])
  })
})

test('a WhatsApp group that does not exist is not counted', async () => {
  const person = await signUp()
  const wa_group_ids = ['01990000-0000-7000-8000-000000000001']
  const { status, body } = await person.call(broadcastGroups.count, { body: { wa_group_ids } })
  expect([status, body.wa_groups]).toEqual([200, 0])
})

test('a rule names a custom field by its key, and is refused if no field of its type has this key', async () => {
  const ayu = await signUp()
  const choices = [{ name: 'Gold' }, { name: 'Silver' }]
  const field = { record: 'contact', type: 'choice', name: 'Tier', choices } as const
  const tier = made(await ayu.call(customFields.create, { body: field }))
  made(await ayu.call(contacts.create, { body: { name: 'Budi', phone: '+62811111111', custom: { tier: 'gold' } } }))
  const segmentOf = (custom: string, value: string[], kind: 'choice' | 'person' = 'choice'): Segment => ({
    type: 'group',
    match: 'all',
    rules: [{ type: 'rule', field: `contact.custom_${kind}`, custom, operator: 'any_of', value }],
  })
  const create = async (segment: Segment) => await ayu.call(broadcastGroups.create, { body: { name: 'Gold', segment } })
  const anybody = '0193a1b2-7c00-7000-8000-000000000001'
  for (const segment of [
    segmentOf('grade', ['gold']),
    segmentOf('tier', ['bronze']),
    segmentOf('tier', [anybody], 'person'),
  ])
    expect((await create(segment)).problem).toMatchObject({
      code: 'not_found',
      errors: [{ path: 'segment.rules.0.value', code: 'master_data.deleted' }],
    })
  const { id } = made(await create(segmentOf('tier', ['gold'])))
  const count = async () => made(await ayu.call(broadcastGroups.countOf, { params: { id } }))
  expect(await count()).toMatchObject({ count: 1, broken_rules: [] })
  made(await ayu.call(customFields.remove, { params: { id: tier.id } }))
  expect(await count()).toMatchObject({
    count: 0,
    broken_rules: [{ field: 'contact.custom_choice', missing: ['tier'] }],
  })
  made(await ayu.call(customFields.restore, { params: { id: tier.id } }))
  expect(await count()).toMatchObject({ count: 1 })
})
