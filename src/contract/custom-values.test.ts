// Values of custom fields: what each type accepts, and what is stored.
import { expect, test } from 'vitest'
import { type CustomDefinition, type CustomType, type CustomValue, readCustom } from './custom-values.ts'

const field = (type: CustomType, more: Partial<CustomDefinition> = {}): CustomDefinition => ({
  key: 'it',
  type,
  choices: [{ id: 'gold' }, { id: 'silver' }],
  is_active: true,
  ...more,
})
const id = '0193a1b2-7c00-7000-8000-000000000001'

test.each<[CustomType, CustomValue | null, CustomValue | null]>([
  ['text', '  Ayu ', 'Ayu'],
  ['text', '  ', null],
  ['number', '-007.50', '-7.5'],
  ['number', '123456789012345.000001', '123456789012345.000001'],
  ['number', '-0.0', '0'],
  ['money', { amount: '1500000.50', currency: 'IDR' }, { amount: '1500000.5', currency: 'IDR' }],
  ['money', { amount: '', currency: 'IDR' }, null],
  ['date', '2026-02-28', '2026-02-28'],
  ['choice', 'gold', 'gold'],
  ['choices', ['silver', 'gold', 'silver'], ['silver', 'gold']],
  ['choices', [], null],
  ['yes_no', false, false],
  ['person', id, id],
  ['link', 'https://example.com/a?b#c', 'https://example.com/a?b#c'],
  ['link', null, null],
])('%s %j is stored as %j', (type, given, stored) => {
  expect(readCustom([field(type)], { it: given })).toEqual({ values: { it: stored }, faults: [] })
})

test.each<[CustomType, CustomValue, string]>([
  ['text', true, 'field.invalid'],
  ['text', 'x'.repeat(501), 'bounds.max_characters'],
  ['text', 'one\ntwo', 'field.several_lines'],
  ['number', '1e5', 'field.not_decimal'],
  ['number', '1,5', 'field.not_decimal'],
  ['number', '1234567890123456', 'field.not_decimal'],
  ['money', '5', 'field.invalid'],
  ['money', { amount: '5.555', currency: 'USD' }, 'field.too_many_decimals'],
  ['money', { amount: '-5', currency: 'USD' }, 'field.not_amount'],
  ['money', { amount: '5', currency: 'XXX' }, 'field.not_currency'],
  ['date', '2026-02-29', 'field.not_date'],
  ['choice', 'bronze', 'field.not_choice'],
  ['choices', 'gold', 'field.invalid'],
  ['choices', ['bronze'], 'field.not_choice'],
  ['yes_no', 'true', 'field.not_boolean'],
  ['person', 'Ayu', 'field.not_id'],
  ['link', 'javascript:alert(1)', 'field.not_link'],
  ['link', 'example.com', 'field.not_link'],
])('%s %j is refused: %s', (type, given, code) => {
  const { values, faults } = readCustom([field(type)], { it: given })
  expect(values).toEqual({})
  expect(faults).toMatchObject([{ path: 'custom.it', message: { code } }])
})

test('an unknown field is refused; an inactive one can only be emptied', () => {
  expect(readCustom([], { it: null }).faults).toMatchObject([{ path: 'custom.it', message: { code: 'field.unknown' } }])
  const inactive = [field('text', { is_active: false })]
  expect(readCustom(inactive, { it: 'x' }).faults).toMatchObject([{ message: { code: 'custom_field.inactive' } }])
  expect(readCustom(inactive, { it: null }).values).toEqual({ it: null })
})
