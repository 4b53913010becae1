// What names a custom field, and so stops working when the field is deleted.
import { expect, test } from 'vitest'
import { broadcastGroups } from '../../../contract/broadcast-groups.ts'
import { broadcasts } from '../../../contract/broadcasts.ts'
import { type CustomFieldInput, customFields } from '../../../contract/custom-fields.ts'
import { templates } from '../../../contract/templates.ts'
import { type ViewInput, views } from '../../../contract/views.ts'
import { waSessions } from '../../../contract/wa-sessions.ts'
import { type Caller, testApp } from '../../test/app.ts'
import { made } from '../../test/records.ts'
import { addMember } from '../../test/team.ts'

const { signUp, call } = await testApp()

const add = async (caller: Caller, input: Pick<CustomFieldInput, 'record' | 'name'> & Partial<CustomFieldInput>) =>
  made(await caller.call(customFields.create, { body: { type: 'text', ...input } }))
const referencesOf = async (caller: Caller, { id }: { id: string }) =>
  made(await caller.call(customFields.references, { params: { id } })).data

const addTemplate = async (caller: Caller, name: string, body: string) =>
  made(await caller.call(templates.create, { body: { name, body } }))
const addView = async (caller: Caller, view: Partial<ViewInput> & { name: string }) => {
  const body = { list: 'contacts', is_shared: true, parameters: {}, columns: null, ...view } as const
  return made(await caller.call(views.create, { body }))
}

test('a template names a field by its whole variable, in any notation', async () => {
  const ayu = await signUp()
  const tier = await add(ayu, { record: 'contact', name: 'Tier' })
  const longer = await add(ayu, { record: 'contact', name: 'Tier two' })
  const theirs = await add(ayu, { record: 'investor', name: 'Tier' })
  const held = await add(ayu, { record: 'investment', name: 'Tier' })
  await addTemplate(ayu, 'Plain', 'You are {{ contact.custom_tier }}')
  await addTemplate(ayu, 'Brackets', '{% if contact["custom_tier"] %}yes{% endif %}')
  await addTemplate(ayu, 'Longer', '{{ contact.custom_tier_two | default: investor.custom_tier }}')
  await addTemplate(ayu, 'Loop', '{% for each in investments %}{{ each.custom_tier }}{% endfor %}')
  const gone = await addTemplate(ayu, 'Gone', '{{ contact.custom_tier }}')
  await ayu.call(templates.remove, { params: { id: gone.id } })

  const named = async (field: { id: string }) => (await referencesOf(ayu, field)).flatMap(({ names }) => names)
  expect(await named(tier)).toEqual(['Brackets', 'Plain'])
  expect(await named(longer)).toEqual(['Longer'])
  expect(await named(theirs)).toEqual(['Longer'])
  expect(await named(held)).toEqual(['Loop'])
})

test('rules, views and unfinished broadcasts are counted, and the first three named', async () => {
  const ayu = await signUp()
  const tier = await add(ayu, { record: 'contact', name: 'Tier' })
  await add(ayu, { record: 'investor', name: 'Tier' })
  const rule = (field: string) => ({ type: 'rule', field, custom: 'tier', operator: 'is_filled' }) as const
  const segmentOf = (...rules: object[]) => ({ type: 'group', match: 'any', rules }) as never
  for (const [name, segment] of Object.entries({
    Nested: segmentOf(segmentOf(rule('contact.custom_text'))),
    Investors: segmentOf(rule('investor.custom_text')),
  }))
    made(await ayu.call(broadcastGroups.create, { body: { name, segment } }))
  await addView(ayu, { name: 'A filter', parameters: { custom: 'name_2=x&tier.has=gold' } })
  await addView(ayu, { name: 'An order', parameters: { sort: '-custom.tier' } })
  await addView(ayu, { name: 'A column', columns: { 'custom.tier': true } })
  await addView(ayu, { name: 'Hidden', columns: { 'custom.tier': false } })
  await addView(ayu, { name: 'Another key', parameters: { custom: 'tier_2.has=gold' } })
  await addView(ayu, { name: 'Investors', list: 'investors', parameters: { sort: 'custom.tier' } })
  for (const name of ['Z', 'Y']) await addView(ayu, { name, parameters: { sort: 'custom.tier' } })
  const [session] = made(await ayu.call(waSessions.list)).data
  const draft = { session_id: session!.id, body: '{{ contact.custom_tier }}' }
  made(await ayu.call(broadcasts.create, { body: { name: 'Draft', ...draft, audience: { all_contacts: true } } }))
  expect(await referencesOf(ayu, tier)).toEqual([
    { kind: 'broadcast', count: 1, names: ['Draft'] },
    { kind: 'broadcast_group', count: 1, names: ['Nested'] },
    { kind: 'view', count: 5, names: ['A column', 'A filter', 'An order'] },
  ])
  expect((await (await signUp()).call(customFields.references, { params: { id: tier.id } })).status).toBe(404)
})

test('a view that only another member sees is counted but not named', async () => {
  const ayu = await signUp()
  const tier = await add(ayu, { record: 'contact', name: 'Tier' })
  const colleague = await addMember({ call }, ayu)
  await addView(colleague, { name: 'Secret', is_shared: false, parameters: { sort: 'custom.tier' } })
  expect(await referencesOf(ayu, tier)).toEqual([{ kind: 'view', count: 1, names: [] }])
  expect(await referencesOf(colleague, tier)).toEqual([{ kind: 'view', count: 1, names: ['Secret'] }])
})
