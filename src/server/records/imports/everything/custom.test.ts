// Values of custom fields in an archive that was edited by hand: each is checked by the type of its field.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { broadcastGroups } from '../../../../contract/broadcast-groups.ts'
import { contacts } from '../../../../contract/contacts.ts'
import { customFields } from '../../../../contract/custom-fields.ts'
import type { CustomType, CustomValue } from '../../../../contract/custom-values.ts'
import type { Segment } from '../../../../contract/segments.ts'
import { users } from '../../../../contract/users.ts'
import { type Caller, testApp } from '../../../test/app.ts'
import { exportOf, importInto, type Tables, zipOf } from '../../../test/archives.ts'
import { made } from '../../../test/records.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'kabar-custom-in-'))
afterAll(() => rmSync(dataDir, { recursive: true }))
const { app, signUp } = await testApp({ DATA_DIR: dataDir })

const choices = [{ name: 'Gold' }, { name: 'Silver' }]
/** By type; each field's key is its type. */
const values: Record<CustomType, CustomValue> = {
  text: '2026-99-99',
  number: '7.5',
  money: { amount: '1500.5', currency: 'IDR' },
  date: '2026-02-28',
  choice: 'gold',
  choices: ['silver', 'gold'],
  yes_no: true,
  person: '',
  link: 'https://example.com/a',
}
const types = Object.keys(values) as CustomType[]

/** Exports an organization whose only contact has a value of each type. */
async function archiveOf(caller: Caller): Promise<Tables> {
  const person = made(await caller.call(users.profile)).id
  for (const type of types) {
    const field = { record: 'contact', type, name: type, ...(type.startsWith('choice') && { choices }) } as const
    made(await caller.call(customFields.create, { body: field }))
  }
  made(await caller.call(contacts.create, { body: { name: 'Budi', custom: { ...values, person } } }))
  return (await exportOf(app, caller)).tables
}

const withValue = (tables: Tables, key: string, value: unknown): Tables => ({
  ...tables,
  contacts: tables.contacts!.map((row) => ({ ...row, custom: { ...(row.custom as object), [key]: value } })),
})

test('a value that its field does not accept is refused, with its line and the field', async () => {
  const tables = await archiveOf(await signUp())
  const to = await signUp()
  const wrong: [string, unknown, string][] = [
    ['text', 'x'.repeat(501), 'at most 500 characters'],
    ['number', 'banana', 'is not a number such as'],
    ['number', '1e400', 'is not a number such as'],
    ['number', 7.5, ''],
    ['number', 'NaN', 'is not a number such as'],
    ['money', { amount: 'much', currency: 'IDR' }, 'is not an amount'],
    ['money', { amount: '1', currency: 'ZZZ' }, 'is not a currency'],
    ['money', '1500', ''],
    ['date', 'banana', 'is not a date'],
    ['date', '2026-02-30', 'is not a date'],
    ['choice', 'bronze', 'choices'],
    ['choices', ['bronze'], 'choices'],
    ['choices', 'gold', ''],
    ['yes_no', 'perhaps', ''],
    ['link', 'javascript:alert(1)', ''],
    ['deleted_long_ago', 'x', ''],
    ['a"b', 'x', ''],
  ]
  for (const [key, value, reason] of wrong) {
    const { status, body } = await importInto(app, to, await zipOf(withValue(tables, key, value)))
    expect([status, key, value]).toEqual([400, key, value])
    expect(body.detail).toContain('json/contacts.jsonl, line 1: custom')
    expect(body.detail).toContain(reason)
  }
  expect(made(await to.call(contacts.list)).pagination.total).toBe(0)
})

test('good values are filtered and sorted by; a person who is not a member here is left out', async () => {
  const tables = await archiveOf(await signUp())
  const to = await signUp()
  expect(await importInto(app, to, await zipOf(withValue(tables, 'number', '007.50')))).toMatchObject({ status: 201 })
  const { person: _, ...others } = values
  const filters = 'text.has=99&number.from=7&money.from=1&date.to=2026-03-01&choice=gold&choices=silver&yes_no=true'
  for (const sort of types.map((type) => `custom.${type}` as const)) {
    const { data } = made(await to.call(contacts.list, { query: { custom: filters, sort } }))
    expect(data.map(({ custom }) => custom)).toEqual([others])
  }
})

test('a rule for another type than the field has matches nobody and causes no error', async () => {
  const from = await signUp()
  const segment: Segment = {
    type: 'group',
    match: 'any',
    rules: [{ type: 'rule', field: 'contact.name', operator: 'is_filled' }],
  }
  const tables = await archiveOf(from)
  made(await from.call(broadcastGroups.create, { body: { name: 'Foreign', segment } }))
  const [group] = (await exportOf(app, from)).tables.broadcast_groups!
  const rules = [
    ['custom_date', 'text', 'on_or_after', '2026-01-01'],
    ['custom_number', 'text', 'at_least', '1'],
    ['custom_money', 'number', 'at_least', { amount: '1', currency: 'IDR' }],
    ['custom_choice', 'money', 'any_of', ['gold']],
    ['custom_yes_no', 'date', 'is', true],
    ['custom_date', 'unknown', 'on_or_after', '2026-01-01'],
  ].map(([kind, custom, operator, value]) => ({ type: 'rule', field: `contact.${kind}`, custom, operator, value }))
  for (const rule of rules) {
    const to = await signUp()
    const broadcast_groups = [{ ...group, segment: { ...segment, rules: [rule] } }]
    expect(await importInto(app, to, await zipOf({ ...tables, broadcast_groups }))).toMatchObject({ status: 201 })
    const { id } = made(await to.call(broadcastGroups.list)).data[0]!
    const { status, body } = await to.call(broadcastGroups.countOf, { params: { id } })
    expect([status, body]).toMatchObject([
      200,
      { count: 0, broken_rules: [{ field: rule.field, missing: [rule.custom] }] },
    ])
  }
})
