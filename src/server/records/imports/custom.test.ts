// Custom fields in imports: columns by name or key, cells by type, faults, what is filled, undo, and Kabar's own exports.
import { expect, test } from 'vitest'
import { contacts } from '../../../contract/contacts.ts'
import { type CustomFieldInput, customFields } from '../../../contract/custom-fields.ts'
import type { CustomValues } from '../../../contract/custom-values.ts'
import { downloads } from '../../../contract/downloads.ts'
import { type Import, type ImportKind, imports } from '../../../contract/imports.ts'
import { investments } from '../../../contract/investments.ts'
import { investors } from '../../../contract/investors.ts'
import { users } from '../../../contract/users.ts'
import type { Caller } from '../../test/app.ts'
import { testImports } from '../../test/imports.ts'
import { addInvestment, addInvestor, made } from '../../test/records.ts'

const { app, signUp, paste, rowsOf, said, run, revert } = await testImports()

const add = async (caller: Caller, input: Partial<CustomFieldInput> & { name: string }) =>
  made(await caller.call(customFields.create, { body: { record: 'contact', type: 'text', ...input } }))
const tiers = [{ name: 'Gold' }, { name: 'Silver, old' }]
const fieldsOf = ({ columns }: Import) => columns.map(({ field }) => field)

/** Adds one field of each type, named after its type. */
async function addAll(caller: Caller, record: CustomFieldInput['record']) {
  for (const type of ['text', 'number', 'money', 'date', 'yes_no', 'person', 'link'] as const)
    await add(caller, { record, type, name: `My ${type}` })
  await add(caller, { record, type: 'choice', name: 'My choice', choices: tiers })
  await add(caller, { record, type: 'choices', name: 'My choices', choices: tiers })
}

const header = 'My text|My number|My money|My date|My yes_no|My person|My link|My choice|My choices'

test('a file of another program fills custom fields whose names its columns have', async () => {
  const ayu = await signUp()
  const me = made(await ayu.call(users.profile))
  await addAll(ayu, 'contact')
  const cells = `Any  text|-1.500,50|Rp 1,5 juta|31/12/2026|ya|${me.name.toUpperCase()}|https://x.io/a|gold|"Silver, old", Gold`
  const preview = await paste(ayu, 'contacts', `Nama|No HP|${header}`, `Budi|0811111111|${cells}`)
  expect(fieldsOf(preview)).toEqual([
    ...['name', 'phone', 'custom.my_text', 'custom.my_number', 'custom.my_money', 'custom.my_date', 'custom.my_yes_no'],
    ...['custom.my_person', 'custom.my_link', 'custom.my_choice', 'custom.my_choices'],
  ])
  expect(preview.options).toMatchObject({ number_style: 'comma', date_style: 'dmy' })
  const [row] = await rowsOf(ayu, preview)
  expect(row!.read.map(({ kind, text }) => [kind, text])).toEqual([
    ['phone', '+62 811 111 111'],
    ['amount', '-1500.5'],
    ['amount', '1500000'],
    ['day', '2026-12-31'],
    ['name', 'Gold'],
    ['name', 'Gold, Silver, old'],
  ])
  expect((await run(ayu, preview)).counts).toMatchObject({ create: 1 })
  const [budi] = made(await ayu.call(contacts.list)).data
  expect(budi!.custom).toEqual({
    my_text: 'Any text',
    my_number: '-1500.5',
    my_money: { amount: '1500000', currency: 'IDR' },
    my_date: '2026-12-31',
    my_yes_no: true,
    my_person: me.id,
    my_link: 'https://x.io/a',
    my_choice: 'gold',
    my_choices: ['silver_old', 'gold'],
  })
})

test('each cell that cannot be read is reported, and the format is asked for if it is ambiguous', async () => {
  const ayu = await signUp()
  await addAll(ayu, 'contact')
  const cells = 'x|many|EUR 5|soon|maybe|Nobody|example.com|Bronze|Gold, Bronze'
  const preview = await paste(
    ayu,
    'contacts',
    `Nama|No HP|${header}|My money: currency`,
    `Budi|0811111111|${cells}|USD`,
  )
  const fields = fieldsOf(preview)
  fields[fields.length - 1] = 'custom.my_money.currency'
  made(await ayu.call(imports.change, { params: { id: preview.id }, body: { fields } }))
  expect(said(await rowsOf(ayu, preview))).toEqual([
    [
      2,
      'error',
      [
        'My number: is not a number such as 1500.25.',
        'My money: “EUR 5” is in another currency than USD.',
        'My date: “soon” is not a date such as 2026-11-20.',
        'My yes_no: “maybe” is neither yes nor no. Write yes or no, or leave it empty.',
        'My person: This person is not a member of the organization.',
        'My link: must be a web address that begins with https:// or http://.',
        'My choice: “Bronze” is not one of the choices. Add it to the custom field, or write another here.',
        'My choices: “Bronze” is not one of the choices. Add it to the custom field, or write another here.',
      ].join('\n'),
    ],
  ])
  const asked = await paste(ayu, 'contacts', 'Nama|No HP|My number|My date', 'Budi|0811111111|1.500|01/02/2026')
  expect(asked.needed_choices).toEqual(['number_style', 'date_style'])
})

test('an existing contact or investor gets only missing values, and the undo removes them again', async () => {
  const ayu = await signUp()
  for (const record of ['contact', 'investor'] as const) {
    await add(ayu, { record, name: 'Tier', type: 'choice', choices: tiers })
    await add(ayu, { record, name: 'Source of wealth' })
  }
  const had = { tier: 'gold' }
  made(await ayu.call(contacts.create, { body: { name: 'Budi', phone: '+62811111111', custom: had } }))
  await addInvestor(ayu, { name: 'Ani', custom: had })
  const customOf = async () =>
    [made(await ayu.call(contacts.list)), made(await ayu.call(investors.list))].map(({ data }) => data[0]!.custom)
  for (const [kind, columns, cells] of [
    ['contacts', 'Nama|No HP', 'Budi|0811111111'],
    ['investors', 'Nama|Tipe', 'Ani|'],
  ] as const) {
    const preview = await paste(ayu, kind, `${columns}|Tier|source of wealth`, `${cells}|Silver, old|Family`)
    const name = kind === 'contacts' ? 'Budi' : 'Ani'
    expect(said(await rowsOf(ayu, preview))).toEqual([[2, 'update', `Adds Source of wealth to ${name}.`]])
    await run(ayu, preview)
    const index = kind === 'contacts' ? 0 : 1
    expect((await customOf())[index]).toEqual({ tier: 'gold', source_of_wealth: 'Family' })
    expect(await revert(ayu, preview)).toMatchObject({ reverted: 1, not_reverted: 0 })
    expect((await customOf())[index]).toEqual(had)
  }
})

test('the undo keeps what somebody changed since the import', async () => {
  const ayu = await signUp()
  await add(ayu, { name: 'Source' })
  const { id } = made(await ayu.call(contacts.create, { body: { name: 'Budi', phone: '+62811111111' } }))
  const preview = await paste(ayu, 'contacts', 'Nama|No HP|Source', 'Budi|0811111111|Family')
  await run(ayu, preview)
  made(await ayu.call(contacts.update, { params: { id }, body: { version: 2, custom: { source: 'Friend' } } }))
  expect(await revert(ayu, preview)).toMatchObject({ not_reverted: 1 })
  expect(made(await ayu.call(contacts.get, { params: { id } })).custom).toEqual({ source: 'Friend' })
})

test('a choice that is deleted between preview and import is an error of its rows', async () => {
  const ayu = await signUp()
  const tier = await add(ayu, { record: 'investor', name: 'Tier', type: 'choice', choices: tiers })
  const preview = await paste(ayu, 'investors', 'Nama|Tipe|Tier', 'Ani||Gold', 'Budi||"Silver, old"')
  const body = { version: tier.version, choices: [tier.choices[1]!] as never }
  made(await ayu.call(customFields.update, { params: { id: tier.id }, body }))
  await run(ayu, preview)
  expect(said(await rowsOf(ayu, preview))).toEqual([
    [2, 'error', 'Tier: is not one of the choices.'],
    [3, 'create', null],
  ])
})

const lists = { contacts: contacts.list, investors: investors.list, investments: investments.list }

async function exported(caller: Caller, kind: keyof typeof lists, format: 'csv' | 'xlsx'): Promise<Buffer> {
  const { url } = made(await caller.call(downloads.create, { body: { kind, input: { format, query: {} } } }))
  return (await app.inject({ url })).rawPayload
}

async function upload(caller: Caller, kind: ImportKind, file: Buffer): Promise<Import> {
  const head = '--edge\r\nContent-Disposition: form-data; name="file"; filename="kabar.file"\r\n\r\n'
  const answer = await app.inject({
    method: 'POST',
    url: `/api/v1/imports?kind=${kind}`,
    headers: { authorization: `Bearer ${caller.access_token}`, 'content-type': 'multipart/form-data; boundary=edge' },
    payload: Buffer.concat([Buffer.from(head), file, Buffer.from('\r\n--edge--\r\n')]),
  })
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json<Import>()
}

test.each(['csv', 'xlsx'] as const)('an export reads back, here and in another organization, as %s', async (format) => {
  const [from, to] = [await signUp(), await signUp()]
  const me = made(await from.call(users.profile))
  const there = made(await to.call(users.profile)).id
  made(await to.call(users.updateProfile, { body: { name: me.name } }))
  for (const caller of [from, to])
    for (const record of ['contact', 'investor', 'investment'] as const) await addAll(caller, record)
  const custom: CustomValues = {
    my_text: '=1+1',
    my_number: '-0.25',
    my_money: { amount: '12.5', currency: 'USD' },
    my_date: '2026-02-01',
    my_yes_no: false,
    my_person: me.id,
    my_link: 'https://x.io',
    my_choice: 'silver_old',
    my_choices: ['gold', 'silver_old'],
  }
  made(await from.call(contacts.create, { body: { name: 'Budi', phone: '+62811111111', custom } }))
  const { id: investor_id } = await addInvestor(from, { name: 'Ani', custom })
  await addInvestment(from, { investor_id, custom } as never)
  for (const kind of ['contacts', 'investors', 'investments'] as const) {
    const file = await exported(from, kind, format)
    const here = await upload(from, kind, file)
    expect((await rowsOf(from, here)).map(({ action }) => action)).toEqual(['skip'])
    const preview = await upload(to, kind, file)
    expect(preview.needed_choices).toEqual([])
    expect((await run(to, preview)).counts).toMatchObject({ create: 1 })
    const [row] = made(await to.call(lists[kind])).data
    expect(row!.custom).toEqual({ ...custom, my_person: there })
  }
})

test('an edited export changes and empties values, and the undo restores the previous ones', async () => {
  const ayu = await signUp()
  await add(ayu, { name: 'Tier', type: 'choice', choices: tiers })
  await add(ayu, { name: 'Fee', type: 'money' })
  await add(ayu, { name: 'Note' })
  const custom = { tier: 'gold', fee: { amount: '5', currency: 'USD' } }
  const { id } = made(await ayu.call(contacts.create, { body: { name: 'Budi', phone: '+62811111111', custom } }))
  const file = (await exported(ayu, 'contacts', 'csv')).toString()
  const edited = file.replace(/Gold,5,USD,/, ',6,USD,New')
  expect(edited).not.toBe(file)
  const preview = await upload(ayu, 'contacts', Buffer.from(edited))
  expect(said(await rowsOf(ayu, preview))).toEqual([[2, 'update', 'Changes Tier, Fee and Note of Budi.']])
  await run(ayu, preview)
  const now = async () => made(await ayu.call(contacts.get, { params: { id } })).custom
  expect(await now()).toEqual({ fee: { amount: '6', currency: 'USD' }, note: 'New' })
  expect(await revert(ayu, preview)).toMatchObject({ reverted: 1, not_reverted: 0 })
  expect(await now()).toEqual(custom)
})
