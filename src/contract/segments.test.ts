// Validation of segment rules in requests.
import { expect, test } from 'vitest'
import { type Rule, rulesIn, Segment } from './segments.ts'

const rule = (field: string, operator: string, value?: unknown) => ({
  type: 'rule',
  field,
  operator,
  ...(value === undefined ? {} : { value }),
})
const all = (...rules: unknown[]) => ({ type: 'group', match: 'all', rules })
const any = (...rules: unknown[]) => ({ type: 'group', match: 'any', rules })
const some = (...rules: unknown[]) => ({ type: 'investment', has: 'some', match: 'all', rules })
const id = '01990000-0000-7000-8000-000000000001'

test('the example of the specification is valid, and its texts are trimmed', () => {
  const read = Segment.parse(
    all(
      rule('investor.type', 'any_of', [id]),
      rule('contact.name', 'contains', ' Budi '),
      some(
        rule('investment.offering', 'any_of', [id]),
        rule('investment.funded', 'more_than', { amount: '500000000', currency: 'IDR' }),
      ),
      any(rule('contact.messaged', 'not_within_days', 30), any(rule('contact.messaged', 'never'))),
    ),
  )
  expect((read.rules[1] as Rule).value).toBe('Budi')
  expect(rulesIn(read).map(({ path }) => path)).toEqual([
    'rules.0',
    'rules.1',
    'rules.2.rules.0',
    'rules.2.rules.1',
    'rules.3.rules.0',
    'rules.3.rules.1.rules.0',
  ])
})

test.each([
  ['an unknown field', all(rule('contact.age', 'any_of', ['x'])), 'rules.0.field'],
  ['an operator of another kind', all(rule('contact.consent', 'contains', 'x')), 'rules.0.operator'],
  ['an unknown option', all(rule('investor.kind', 'any_of', ['robot'])), 'rules.0.value.0'],
  ['no value', all(rule('investor.kind', 'any_of')), 'rules.0.value'],
  ['an empty choice', all(rule('investor.kind', 'any_of', [])), 'rules.0.value'],
  ['a value for an operator without one', all(rule('contact.replied', 'never', 3)), 'rules.0'],
  ['zero days', all(rule('contact.replied', 'within_days', 0)), 'rules.0.value'],
  [
    'more decimals than the currency has',
    all(rule('investor.funded', 'more_than', { amount: '1.001', currency: 'IDR' })),
    'rules.0.value.amount',
  ],
  ['a rule about an investment outside its group', all(rule('investment.is_overdue', 'is', true)), 'rules.0.field'],
  [
    'a rule about an investor inside an investment group',
    all(some(rule('investor.kind', 'any_of', ['entity']))),
    'rules.0.rules.0.field',
  ],
  ['a custom field without its key', all(rule('contact.custom_text', 'is_empty')), 'rules.0.custom'],
  ['a key on a built-in field', all({ ...rule('contact.name', 'is_empty'), custom: 'tier' }), 'rules.0'],
  [
    'a choice that is no key',
    all({ ...rule('contact.custom_choice', 'any_of', ['A B']), custom: 'tier' }),
    'rules.0.value.0',
  ],
  ['no rules', all(), 'rules'],
  ['a fourth level', all(all(all(all(rule('contact.replied', 'never'))))), 'rules.0.rules.0.rules.0.type'],
  [
    'a fourth level in an investment group',
    all(some(any(any(rule('investment.is_overdue', 'is', true))))),
    'rules.0.rules.0.rules.0.type',
  ],
  ['too many rules', all(...Array.from({ length: 50 }, () => rule('contact.replied', 'never'))), ''],
])('%s is rejected with its path', (_, segment, path) => {
  const { success, error } = Segment.safeParse(segment)
  expect(success).toBe(false)
  expect(error!.issues.map((issue) => issue.path.join('.'))).toContain(path)
})
