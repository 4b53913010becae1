// Custom fields over HTTP: their definitions, and the values of every kind of record.
import { expect, test } from 'vitest'
import { activity } from '../../../contract/activity.ts'
import { contacts } from '../../../contract/contacts.ts'
import { exchangeRates } from '../../../contract/currencies.ts'
import { type CustomFieldInput, customFields } from '../../../contract/custom-fields.ts'
import type { CustomInput } from '../../../contract/custom-values.ts'
import { downloads } from '../../../contract/downloads.ts'
import { investments } from '../../../contract/investments.ts'
import { investors } from '../../../contract/investors.ts'
import { merges } from '../../../contract/merges.ts'
import { offerings } from '../../../contract/offerings.ts'
import { organization } from '../../../contract/organization.ts'
import { trash } from '../../../contract/trash.ts'
import { users } from '../../../contract/users.ts'
import { type Caller, testApp } from '../../test/app.ts'
import { addInvestment, addInvestor, made } from '../../test/records.ts'

const { signUp, app } = await testApp()

const add = async (caller: Caller, input: Partial<CustomFieldInput> & { name: string }) =>
  made(await caller.call(customFields.create, { body: { record: 'contact', type: 'text', ...input } }))
const fieldsOf = async (caller: Caller) => made(await caller.call(customFields.list, { query: {} })).data
const nobody = '0193a1b2-7c00-7000-8000-000000000001'
const tiers = [{ name: 'Gold', color: 'amber' as const }, { name: 'Silver' }]

test('a field has a key that never changes, choices with ids, an order, and a unique name', async () => {
  const [ayu, other] = [await signUp(), await signUp()]
  const tier = await add(ayu, { name: 'Client tier', type: 'choice', choices: tiers })
  expect(tier).toMatchObject({
    key: 'client_tier',
    position: 1,
    is_active: true,
    choices: [
      { id: 'gold', name: 'Gold', color: 'amber' },
      { id: 'silver', name: 'Silver', color: 'gray' },
    ],
  })
  const second = await add(ayu, { name: '顧客' })
  expect(second).toMatchObject({ key: 'field', position: 2 })
  const again = await ayu.call(customFields.create, { body: { record: 'contact', type: 'text', name: 'CLIENT TIER' } })
  expect(again.problem).toMatchObject({ code: 'name_taken', errors: [{ path: 'name' }] })
  expect(await add(ayu, { name: 'Client tier', record: 'investor' })).toMatchObject({ key: 'client_tier', position: 1 })

  const params = { id: tier.id }
  const body = { name: 'Tier', version: tier.version }
  const renamed = made(await ayu.call(customFields.update, { params, body }))
  expect(renamed).toMatchObject({ key: 'client_tier', name: 'Tier', choices: tier.choices })
  expect((await ayu.call(customFields.update, { params, body })).problem).toMatchObject({ code: 'version_conflict' })
  // The key of a deleted field stays taken, because records may have values under it.
  expect(await add(ayu, { name: 'Client tier' })).toMatchObject({ key: 'client_tier_2' })

  const ids = (await fieldsOf(ayu)).filter(({ record }) => record === 'contact').map(({ id }) => id)
  const order = { record: 'contact' as const, ids: [...ids].reverse(), previous_ids: ids }
  const sorted = made(await ayu.call(customFields.reorder, { body: order })).data
  expect(sorted.map(({ id }) => id)).toEqual([...ids].reverse())
  expect((await ayu.call(customFields.reorder, { body: order })).problem).toMatchObject({ code: 'version_conflict' })
  expect((await other.call(customFields.get, { params })).status).toBe(404)
  expect(await fieldsOf(other)).toEqual([])
})

test.each([
  [{ type: 'choice' as const }, 'custom_field.no_choices'],
  [{ type: 'text' as const, choices: tiers }, 'custom_field.choices_only'],
  [{ type: 'choices' as const, choices: [{ name: 'A' }, { name: 'a' }] }, 'custom_field.same_choice'],
])('choices are refused: %j', async (input, code) => {
  const ayu = await signUp()
  const { problem } = await ayu.call(customFields.create, { body: { record: 'contact', name: 'X', ...input } })
  expect(problem).toMatchObject({ code: 'invalid_request', errors: [{ path: 'choices', code }] })
})

test('each kind of record has values, which are checked, changed individually, and shown in its history', async () => {
  const ayu = await signUp()
  const me = made(await ayu.call(users.profile)).id
  await add(ayu, { name: 'Tier', type: 'choices', choices: tiers })
  await add(ayu, { name: 'Score', type: 'number' })
  await add(ayu, { name: 'Banker', type: 'person' })
  const custom = { tier: ['gold', 'silver'], score: '007.10', banker: me }
  const body = { name: 'Budi', custom }
  const created = made(await ayu.call(contacts.create, { body }))
  expect(created.custom).toEqual({ ...custom, score: '7.1' })
  const refused = await ayu.call(contacts.create, {
    body: { name: 'Sari', custom: { tier: ['bronze'], score: '1,5', banker: nobody, other: 'x' } },
  })
  expect(refused.problem.errors?.map(({ path, code }) => [path, code]).sort()).toEqual([
    ['custom.banker', 'owner.not_member'],
    ['custom.other', 'field.unknown'],
    ['custom.score', 'field.not_decimal'],
    ['custom.tier', 'field.not_choice'],
  ])
  const params = { id: created.id }
  const change = { custom: { tier: ['silver'], score: null }, version: created.version }
  const changed = made(await ayu.call(contacts.update, { params, body: change }))
  expect(changed.custom).toEqual({ tier: ['silver'], banker: me })
  expect(made(await ayu.call(contacts.list)).data[0]!.custom).toEqual(changed.custom)
  const [entry] = made(await ayu.call(activity.list, { query: { contact_id: created.id, kind: 'changed' } })).data
  expect(entry).toMatchObject({
    changes: [
      { field: 'custom.score', from: '7.1', to: null, custom: { name: 'Score', type: 'number' } },
      { field: 'custom.tier', from: 'Gold, Silver', to: 'Silver', custom: { name: 'Tier', type: 'choices' } },
    ],
  })

  for (const record of ['investor', 'investment', 'offering'] as const)
    await add(ayu, { record, name: 'Fee', type: 'money' })
  const fee = { fee: { amount: '2.5', currency: 'USD' } }
  const investor = await addInvestor(ayu, { custom: fee })
  const offering = made(await ayu.call(offerings.create, { body: { name: 'Fund', currency: 'USD', custom: fee } }))
  const investment = await addInvestment(ayu, { investor_id: investor.id, offering_id: offering.id, custom: fee })
  expect([investor.custom, offering.custom, investment.custom]).toEqual([fee, fee, fee])
  for (const [{ update }, { id, version }] of [
    [investors, investor],
    [offerings, offering],
    [investments, investment],
  ] as const) {
    const next = made(await ayu.call(update, { params: { id }, body: { custom: { fee: null }, version } }))
    expect(next).toMatchObject({ custom: {}, version: version + 1 })
  }
})

test('a choice in use is deleted only if the request says so; an unused one is deleted at once', async () => {
  const ayu = await signUp()
  const choices = [...tiers, { name: 'Bronze' }]
  const one = await add(ayu, { name: 'Tier', type: 'choice', choices })
  const several = await add(ayu, { name: 'Tiers', type: 'choices', choices })
  const both = { tier: 'gold', tiers: ['gold', 'silver'] }
  const budi = made(await ayu.call(contacts.create, { body: { name: 'Budi', custom: both } }))
  const sari = made(await ayu.call(contacts.create, { body: { name: 'Sari', custom: { tiers: ['gold'] } } }))
  expect(made(await ayu.call(customFields.uses, { query: { record: 'contact' } })).data).toEqual([
    { key: 'tier', count: 1 },
    { key: 'tiers', count: 2 },
  ])
  const without = async (field: typeof one, ids: string[], empties?: boolean) =>
    await ayu.call(customFields.update, {
      params: { id: field.id },
      body: {
        choices: field.choices.filter(({ id }) => !ids.includes(id)) as never,
        version: field.version,
        ...(empties && { empties }),
      },
    })
  const unused = made(await without(one, ['bronze']))
  const refused = await without(several, ['gold'])
  expect(refused.problem).toMatchObject({ code: 'in_use', current: { in_use: 2 } })
  made(await without(unused, ['gold', 'bronze'], true))
  const next = made(await without(several, ['gold'], true))
  expect(next.choices.map(({ id }) => id)).toEqual(['silver', 'bronze'])
  const custom = async (id: string) => made(await ayu.call(contacts.get, { params: { id } })).custom
  expect([await custom(budi.id), await custom(sari.id)]).toEqual([{ tiers: ['silver'] }, {}])
  // The history still names the deleted choice; a new choice of the same name is another one.
  const entries = made(await ayu.call(activity.list, { query: { contact_id: sari.id, kind: 'changed' } })).data
  expect(entries[0]).toMatchObject({ changes: [{ field: 'custom.tiers', from: 'Gold', to: null }] })
  const body = { choices: [...next.choices, { name: 'Gold' }] as never, version: next.version }
  const added = made(await ayu.call(customFields.update, { params: { id: several.id }, body }))
  expect(added.choices.at(-1)).toMatchObject({ id: 'gold_2', name: 'Gold' })
})

test('a deleted field hides its values until it is restored; deleting it for good deletes them', async () => {
  const ayu = await signUp()
  const tier = await add(ayu, { name: 'Tier', type: 'choice', choices: tiers })
  await add(ayu, { name: 'Note' })
  const custom = { tier: 'gold', note: 'x' }
  const { id, version } = made(await ayu.call(contacts.create, { body: { name: 'Budi', custom } }))
  const shown = async () => made(await ayu.call(contacts.get, { params: { id } })).custom
  const params = { id: tier.id }
  made(await ayu.call(customFields.remove, { params }))
  expect(await shown()).toEqual({ note: 'x' })
  const refused = await ayu.call(contacts.update, { params: { id }, body: { custom: { tier: 'silver' }, version } })
  expect(refused.problem.errors).toMatchObject([{ path: 'custom.tier', code: 'field.unknown' }])
  expect(made(await ayu.call(trash.list)).data).toMatchObject([{ kind: 'custom_field', name: 'Tier' }])
  made(await ayu.call(customFields.restore, { params }))
  expect(await shown()).toEqual(custom)
  made(await ayu.call(contacts.update, { params: { id }, body: { custom: { tier: 'silver' }, version } }))
  made(await ayu.call(customFields.remove, { params }))
  made(await ayu.call(trash.remove, { params: { kind: 'custom_field', id: tier.id } }))
  expect(await shown()).toEqual({ note: 'x' })
  expect(await add(ayu, { name: 'Tier' })).toMatchObject({ key: 'tier' })
  expect(await shown()).toEqual({ note: 'x' })
  expect(made(await ayu.call(activity.list, { query: { contact_id: id, kind: 'changed' } })).data).toEqual([])
})

test('an inactive field keeps its values but accepts no new ones', async () => {
  const ayu = await signUp()
  const note = await add(ayu, { name: 'Note' })
  const { id, version } = made(await ayu.call(contacts.create, { body: { name: 'Budi', custom: { note: 'x' } } }))
  const off = { is_active: false, version: note.version }
  made(await ayu.call(customFields.update, { params: { id: note.id }, body: off }))
  const refused = await ayu.call(contacts.update, { params: { id }, body: { custom: { note: 'y' }, version } })
  expect(refused.problem.errors).toMatchObject([{ path: 'custom.note', code: 'custom_field.inactive' }])
  expect(made(await ayu.call(contacts.get, { params: { id } })).custom).toEqual({ note: 'x' })
})

test('a merge takes each value from the chosen or the first record, and its undo restores the values', async () => {
  const ayu = await signUp()
  for (const name of ['One', 'Two', 'Three']) await add(ayu, { name })
  const make = async (custom: Record<string, string>) =>
    made(await ayu.call(contacts.create, { body: { name: 'Budi', custom } }))
  const winner = await make({ one: 'a', two: 'b' })
  const loser = await make({ two: 'c', three: 'd' })
  const query = { kind: 'contact' as const, ids: [winner.id, loser.id] }
  const records = made(await ayu.call(merges.records, { query })).data
  expect(records.map(({ custom }) => custom)).toEqual([winner.custom, loser.custom])
  const body = {
    kind: 'contact' as const,
    winner_id: winner.id,
    loser_ids: [loser.id],
    fields: { 'custom.two': loser.id },
  }
  const { id } = made(await ayu.call(merges.create, { body }))
  const shown = async (of: string) => made(await ayu.call(contacts.get, { params: { id: of } })).custom
  expect(await shown(winner.id)).toEqual({ one: 'a', two: 'c', three: 'd' })
  made(await ayu.call(merges.undo, { params: { id } }))
  expect([await shown(winner.id), await shown(loser.id)]).toEqual([winner.custom, loser.custom])
})

const all: (Partial<CustomFieldInput> & { name: string })[] = [
  { name: 'Tier', type: 'choice', choices: [{ name: 'Low' }, { name: 'High' }] },
  { name: 'Interests', type: 'choices', choices: [{ name: 'Property' }, { name: 'Art, old' }] },
  { name: 'Note' },
  { name: 'Score', type: 'number' },
  { name: 'Fee', type: 'money' },
  { name: 'Until', type: 'date' },
  { name: 'Known', type: 'yes_no' },
  { name: 'Banker', type: 'person' },
  { name: 'Site', type: 'link' },
]

test('lists are filtered and sorted by each type, with empty values last in both directions', async () => {
  const ayu = await signUp()
  const me = made(await ayu.call(users.profile)).id
  const { base_currency: base } = made(await ayu.call(organization.get))
  for (const field of all) await add(ayu, field)
  const rate = { from_currency: 'EUR', to_currency: base, day: '2026-01-01', rate: '2' }
  made(await ayu.call(exchangeRates.create, { body: rate }))
  const fee = (amount: string, currency: string) => ({ amount, currency })
  const custom: CustomInput[] = [
    { tier: 'low', note: 'Zürich', score: '9', fee: fee('3', base), until: '2026-02-01', known: false },
    {
      ...{ tier: 'high', interests: ['art_old'], note: 'bern', score: '10.5', fee: fee('2', 'EUR') },
      ...{ until: '2025-12-31', known: true, banker: me, site: 'https://a.example' },
    },
    { interests: ['property', 'art_old'], fee: fee('1', 'KES') },
    {},
  ]
  for (const [nth, values] of custom.entries())
    made(await ayu.call(contacts.create, { body: { name: `C${nth}`, custom: values } }))
  const found = async (query: object) => {
    const { data, pagination } = made(await ayu.call(contacts.list, { query }))
    expect(pagination.total).toBe(data.length)
    return data.map(({ name }) => name).join(' ')
  }
  const filters = {
    'tier=high': 'C1',
    'tier=low,high': 'C0 C1',
    'interests=art_old': 'C1 C2',
    'note.has=ZURICH': 'C0',
    'site.has=a.ex': 'C1',
    'score.from=9.5': 'C1',
    'score.from=9&score.to=10': 'C0',
    'fee.from=3.5': 'C1',
    // KES has no exchange rate, so the amount is in no range.
    'fee.to=1000000': 'C0 C1',
    'until.to=2025-12-31': 'C1',
    'known=false': 'C0',
    [`banker=${me}`]: 'C1',
    'tier.is=empty': 'C2 C3',
    'tier.is=set&known=true': 'C1',
  }
  for (const [filter, names] of Object.entries(filters))
    expect([filter, await found({ custom: filter })]).toEqual([filter, names])
  const sorts = {
    tier: ['C0 C1 C2 C3', 'C1 C0 C3 C2'],
    interests: ['C2 C1 C0 C3', 'C1 C2 C3 C0'],
    note: ['C1 C0 C2 C3', 'C0 C1 C3 C2'],
    score: ['C0 C1 C2 C3', 'C1 C0 C3 C2'],
    // Amounts without a rate come before records without an amount.
    fee: ['C0 C1 C2 C3', 'C1 C0 C2 C3'],
    until: ['C1 C0 C2 C3', 'C0 C1 C3 C2'],
    known: ['C0 C1 C2 C3', 'C1 C0 C3 C2'],
  }
  for (const [key, [up, down]] of Object.entries(sorts)) {
    expect([key, await found({ sort: `custom.${key}` })]).toEqual([key, up])
    expect([key, await found({ sort: `-custom.${key}` })]).toEqual([key, down])
  }
  const problem = async (query: object) => (await ayu.call(contacts.list, { query })).problem
  for (const query of [{ custom: 'gone=x' }, { custom: 'tier.maybe=x' }, { sort: 'custom.gone' }])
    expect((await problem(query)).code).toBe('not_found')
  for (const filter of [
    'score.from=x',
    'until.to=2026-02-30',
    'tier.has=x',
    'tier.is=x',
    'known=x',
    `tier=${Array(101).fill('gold')}`,
  ])
    expect(await problem({ custom: filter })).toMatchObject({ code: 'invalid_request', errors: [{ path: 'custom' }] })
})

test('other lists, their totals and the board have the same filters, and exports the chosen columns', async () => {
  const ayu = await signUp()
  const me = made(await ayu.call(users.profile))
  for (const record of ['investor', 'investment', 'offering'] as const)
    for (const field of all) await add(ayu, { ...field, record })
  const custom = {
    ...{ tier: 'high', interests: ['property', 'art_old'], fee: { amount: '2.5', currency: 'USD' } },
    ...{ known: true, banker: me.id },
  }
  const investor = await addInvestor(ayu, { name: 'Budi', custom })
  await addInvestor(ayu, { name: 'Sari' })
  const offering = made(await ayu.call(offerings.create, { body: { name: 'Fund', currency: 'USD', custom } }))
  await ayu.call(offerings.create, { body: { name: 'Other', currency: 'USD' } })
  const wanted = await addInvestment(ayu, { investor_id: investor.id, expected_amount: '5', custom })
  await addInvestment(ayu, { investor_id: investor.id, expected_amount: '7' })
  const query = { custom: 'tier=high', sort: '-custom.fee' } as const
  const ids = ({ data }: { data: { id: string }[] }) => data.map(({ id }) => id)
  expect(ids(made(await ayu.call(investors.list, { query })))).toEqual([investor.id])
  expect(ids(made(await ayu.call(investments.list, { query })))).toEqual([wanted.id])
  expect(ids(made(await ayu.call(offerings.list, { query })))).toEqual([offering.id])
  const filter = { custom: 'tier=high' }
  expect(made(await ayu.call(investments.totals, { query: filter })).count).toBe(1)
  expect(made(await ayu.call(investors.totals, { query: filter })).count).toBe(2)
  const { columns } = made(await ayu.call(investments.board, { query }))
  expect(columns.flatMap(({ cards }) => ids({ data: cards }))).toEqual([wanted.id])

  const file = async (input: object) => {
    const { url } = made(await ayu.call(downloads.create, { body: { kind: 'investors', input } as never }))
    return (await app.inject({ url })).payload.replace('\uFEFF', '').trim().split(/\r?\n/)
  }
  const chosen = ['name', 'custom.interests', 'custom.fee', 'custom.known', 'custom.banker']
  const [head, ...rows] = await file({ format: 'csv', query: filter, columns: chosen })
  expect(head).toBe('id,name,custom.interests,custom.fee,custom.fee.currency,custom.known,custom.banker')
  expect(rows).toEqual([`${investor.id},Budi,"Property, ""Art, old""",2.5,USD,true,${me.name}`])
  expect((await file({ format: 'csv', query: {} }))[0]).toContain(',custom.tier,custom.interests,')
})
