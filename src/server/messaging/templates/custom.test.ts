// Custom fields in templates over HTTP: values in the contact's language, conditions, missing values, and deleted fields.
import { expect, test } from 'vitest'
import { contacts } from '../../../contract/contacts.ts'
import { type CustomFieldInput, customFields } from '../../../contract/custom-fields.ts'
import type { CustomInput } from '../../../contract/custom-values.ts'
import { investments } from '../../../contract/investments.ts'
import { investors } from '../../../contract/investors.ts'
import { offerings } from '../../../contract/offerings.ts'
import { templates } from '../../../contract/templates.ts'
import { users } from '../../../contract/users.ts'
import { type Caller, testApp } from '../../test/app.ts'
import { addInvestment, addInvestor, made } from '../../test/records.ts'

const { signUp } = await testApp()

const add = async (caller: Caller, input: Partial<CustomFieldInput> & { name: string }) =>
  made(await caller.call(customFields.create, { body: { record: 'contact', type: 'text', ...input } }))
const tiers = [{ name: 'Gold' }, { name: 'Silver' }, { name: 'Bronze' }]

async function addContact(caller: Caller, custom: CustomInput, language = '') {
  const body = { name: 'Budi', phone: '+62811111111', language, custom }
  return made(await caller.call(contacts.create, { body }))
}
const shown = async (caller: Caller, body: string, contact_id?: string) =>
  made(await caller.call(templates.preview, { body: { body, ...(contact_id && { contact_id }) } }))

test('values are written in the language of the contact', async () => {
  const ayu = await signUp()
  const me = made(await ayu.call(users.profile))
  for (const type of ['text', 'number', 'money', 'date', 'yes_no', 'person', 'link'] as const)
    await add(ayu, { type, name: `My ${type}` })
  await add(ayu, { type: 'choice', name: 'My choice', choices: tiers })
  await add(ayu, { type: 'choices', name: 'My choices', choices: tiers })
  const custom = {
    my_text: 'Kopi',
    my_number: '-1234.5',
    my_money: { amount: '1500.5', currency: 'USD' },
    my_date: '2026-12-05',
    my_yes_no: false,
    my_person: me.id,
    my_link: 'https://x.io',
    my_choice: 'silver',
    my_choices: ['bronze', 'gold'],
  }
  const { id } = await addContact(ayu, custom, 'id')
  const body = [
    ...['text', 'number', 'money', 'date', 'yes_no', 'person', 'link', 'choice', 'choices'].map(
      (type) => `{{ contact.custom_my_${type} }}`,
    ),
    '{% if contact.custom_my_yes_no %}yes{% else %}no{% endif %}',
    '{% if contact.custom_my_number < 0 %}below{% endif %}',
    '{{ contact.custom_my_yes_no | upcase | default: "?" }}',
    '{{ contact.custom_my_date | date: "%-d %B" }}',
  ].join('\n')
  const expected = ['Kopi', '-1.234,5', 'USD 1.500,50', '5 Desember 2026', 'Tidak', me.name, 'https://x.io', 'Silver']
  expect(await shown(ayu, body, id)).toMatchObject({
    text: [...expected, 'Gold dan Bronze', 'no', 'below', 'TIDAK', '5 Desember'].join('\n'),
    missing: [],
  })
  // The sample contact has values of custom fields as well.
  expect((await shown(ayu, '{{ contact.custom_my_choices }}, {{ contact.custom_my_yes_no }}')).text).toBe(
    'Gold and Silver, Yes',
  )
})

test('investors, investments and offerings have custom fields as well, even in loops', async () => {
  const ayu = await signUp()
  for (const record of ['investor', 'investment', 'offering'] as const) await add(ayu, { record, name: 'Note' })
  const { id } = await addContact(ayu, {})
  const investor = await addInvestor(ayu, { name: 'Ani', custom: { note: 'of the investor' } })
  made(await ayu.call(investors.setContact, { params: { id: investor.id, contact_id: id }, body: { role: 'self' } }))
  const offering = { name: 'Villa', kind: 'fund', currency: 'IDR', custom: { note: 'of the offering' } } as const
  const { id: offering_id } = made(await ayu.call(offerings.create, { body: offering }))
  const first = await addInvestment(ayu, { investor_id: investor.id, offering_id })
  const change = { version: first.version, custom: { note: 'of the investment' } }
  made(await ayu.call(investments.update, { params: { id: first.id }, body: change }))
  const body = ['investor', 'investment', 'offering'].map((of) => `{{ ${of}.custom_note }}`).join(', ')
  const loop = '{% for investment in investments %}- {{ investment.custom_note }}{% endfor %}'
  expect(await shown(ayu, `${body}\n${loop}`, id)).toMatchObject({
    text: 'of the investor, of the investment, of the offering\n- of the investment',
  })
})

test('a missing value holds the message back, unless there is a fallback', async () => {
  const ayu = await signUp()
  await add(ayu, { name: 'Tier', type: 'choice', choices: tiers })
  const { id } = await addContact(ayu, {})
  expect(await shown(ayu, 'You are {{ contact.custom_tier }}', id)).toMatchObject({
    text: null,
    missing: ['contact.custom_tier'],
  })
  expect((await shown(ayu, 'You are {{ contact.custom_tier | default: "a friend" }}', id)).text).toBe(
    'You are a friend',
  )
  expect((await shown(ayu, '{% if contact.custom_tier %}x{% else %}y{% endif %}', id)).text).toBe('y')
  const check = made(await ayu.call(templates.check, { body: { body: '{{ contact.custom_tier }}' } }))
  expect(check).toMatchObject({ ready: 0, missing: [{ path: 'contact.custom_tier', count: 1 }] })
})

test('an unknown field, an unsuitable filter and a deleted field are named when a template is saved', async () => {
  const [ayu, other] = [await signUp(), await signUp()]
  const tier = await add(ayu, { name: 'Client tier', type: 'choice', choices: tiers })
  const create = (caller: Caller, body: string) => caller.call(templates.create, { body: { name: 'Hello', body } })
  const said = async (caller: Caller, body: string) => {
    const { problem } = await create(caller, body)
    expect(problem).toMatchObject({ code: 'template_invalid' })
    return problem!.errors![0]!.message
  }
  expect(await said(ayu, 'Hi {{ contact.custom_client_ter }}')).toContain('contact.custom_client_tier')
  expect(await said(ayu, 'Hi {{ contact.custom_client_tier | money }}')).toContain('money')
  expect(await said(other, 'Hi {{ contact.custom_client_tier }}')).toContain('contact.custom_client_tier')
  const body = 'Hi {{ contact.custom_client_tier }}'
  const template = made(await create(ayu, body))
  expect(template.preview).toBe('Hi Gold')
  made(await ayu.call(customFields.remove, { params: { id: tier.id } }))
  expect((await shown(ayu, body)).error?.message.text).toBe(
    'The custom field “Client tier” was deleted. Restore it, or remove it from the text.',
  )
  expect(made(await ayu.call(templates.list)).data[0]!.preview).toBe('Hi …')
  made(await ayu.call(customFields.restore, { params: { id: tier.id } }))
  expect(made(await ayu.call(templates.get, { params: { id: template.id } })).preview).toBe('Hi Gold')
})
