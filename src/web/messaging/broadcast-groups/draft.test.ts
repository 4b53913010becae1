// The rules of a segment in the editor.
import { expect, test } from 'vitest'
import { safeParse } from 'zod/v4/core'
import {
  DraftCheck,
  type EditGroup,
  type EditRule,
  inputOf,
  newDraft,
  newGroup,
  newRule,
  replaced,
  withField,
  withOperator,
} from './draft.ts'

test('complete rules are sent without keys, and incomplete ones are rejected in place', () => {
  const name = { ...newRule('contact.name'), value: 'Budi' }
  const draft = { ...newDraft(), name: 'Bali', segment: newGroup(name, newGroup(newRule('contact.company'))) }
  const { error } = safeParse(DraftCheck, draft)
  expect(error?.issues.map(({ path }) => path.join('.'))).toEqual(['segment.rules.1.rules.0.value'])
  const whole = { ...draft, segment: replaced(draft.segment, [1], undefined) }
  expect(safeParse(DraftCheck, whole).success).toBe(true)
  expect(inputOf(whole).segment).toEqual({
    type: 'group',
    match: 'all',
    rules: [{ type: 'rule', field: 'contact.name', operator: 'contains', value: 'Budi' }],
  })
})

test('an operator without a value drops the value, and the next one starts empty', () => {
  const rule = { ...newRule('contact.messaged'), value: 12 }
  expect(withOperator(rule, 'not_within_days').value).toBe(12)
  const never = withOperator(rule, 'never')
  expect(never.value).toBeUndefined()
  expect(withOperator(never, 'within_days').value).toBe(30)
})

test('an investment field is wrapped in an investment group, unless it is in one', () => {
  const rule = newRule('contact.name')
  expect(withField(rule, { field: 'investment.offering' }, 'contact')).toMatchObject({
    type: 'investment',
    has: 'some',
    rules: [{ field: 'investment.offering', operator: 'any_of', value: [] }],
  })
  expect(withField(rule, { field: 'investment.offering' }, 'investment')).toMatchObject({
    type: 'rule',
    field: 'investment.offering',
  })
})

test('values are kept if they have the same meaning', () => {
  const country: EditRule = { ...newRule('contact.country'), value: ['ID'] }
  expect(withField(country, { field: 'investor.country' }, 'contact')).toMatchObject({ value: ['ID'] })
  expect(withField(country, { field: 'contact.tag' }, 'contact')).toMatchObject({ value: [] })
  const consent: EditRule = { ...newRule('contact.consent'), value: ['opted_in'] }
  expect(withField(consent, { field: 'investor.kind' }, 'contact')).toMatchObject({ value: [] })
  const tier: EditRule = { ...newRule('contact.custom_choice'), custom: 'tier', value: ['gold'] }
  const other = { field: 'contact.custom_choice', custom: 'grade' } as const
  expect(withField(tier, other, 'contact')).toMatchObject({ custom: 'grade', value: [] })
  expect(withField(tier, { field: 'contact.tag' }, 'contact')).not.toHaveProperty('custom')
})

test('removing the last rule removes the group', () => {
  const group: EditGroup = newGroup(newRule('contact.name'), newGroup(newRule('contact.company')))
  const less = replaced(group, [1, 0], undefined)!
  expect(less.rules).toHaveLength(1)
  expect(replaced(less, [0], undefined)).toBeNull()
})
