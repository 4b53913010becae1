import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { Id, wholeNumber } from '../common.ts'
import { english } from './english.ts'
import { issue, messageOfIssue } from './issue.ts'
import { issueText } from './issue-text.ts'
import { type MessageFormat, messageText } from './message.ts'

const textOf = (schema: z.ZodMiniType, input: unknown) => {
  const found = z.safeParse(schema, input, { error: issueText }).error!.issues[0]!
  return messageText(english, messageOfIssue(found.message), format)
}
const format: MessageFormat = {
  number: String,
  day: String,
  country: String,
  text: String,
  money: (amount, currency) => `${currency} ${amount}`,
  list: (items) => items.join(', '),
  isOne: (count) => count === 1,
}
const many = Array.from({ length: 30 }, (_, index) => `choice${index}`) as [string]
const cat = z.strictObject({ kind: z.literal('cat') })
const dog = z.strictObject({ kind: z.literal('dog') })

test.each([
  ['nothing', z.string(), undefined, 'is required'],
  ['null', z.number(), null, 'is required'],
  ['no value for a choice', z.enum(['a', 'b']), undefined, 'is required'],
  ['no value for a union', z.discriminatedUnion('kind', [cat, dog]), undefined, 'is required'],
  ['a number as text', z.string(), 5, 'must be text'],
  ['a text as number', z.number(), '5', 'must be a number'],
  ['a fraction', z.int(), 5.5, 'must be a whole number'],
  ['a whole number as text', z.int(), '5', 'must be a number'],
  ['a text as boolean', z.boolean(), 'yes', 'must be true or false'],
  ['a text as list', z.array(z.string()), 'a', 'must be a list'],
  ['a list as object', z.object({}), [], 'must be an object'],
  ['a text as record', z.record(z.string(), z.string()), 'a', 'must be an object'],
  ['an unknown choice', z.enum(['a', 'b']), 'c', 'must be one of: a, b'],
  ['an unknown choice of many', z.enum(many), 'c', 'is not one of the choices'],
  ['another constant', z.literal('a'), 'c', 'must be the value a'],
  ['an unknown shape', z.discriminatedUnion('kind', [cat, dog]), { kind: 'cow' }, 'must be one of: cat, dog'],
  ['a long text', z.string().check(z.maxLength(3)), 'abcd', 'at most 3 characters'],
  ['a short text', z.string().check(z.minLength(3)), 'ab', 'at least 3 characters'],
  ['an empty text', z.string().check(z.minLength(1)), '', 'is required'],
  ['a long list', z.array(z.string()).check(z.maxLength(1)), ['a', 'b'], 'at most 1 value'],
  ['a long list with a plural limit', z.array(z.string()).check(z.maxLength(2)), ['a', 'b', 'c'], 'at most 2 values'],
  ['a long text with a singular limit', z.string().check(z.maxLength(1)), 'ab', 'at most 1 character'],
  ['a short list', z.array(z.string()).check(z.minLength(2)), ['a'], 'at least 2 values'],
  ['an empty list', z.array(z.string()).check(z.minLength(1)), [], 'is required'],
  ['a large number', z.number().check(z.lte(9)), 10, 'at most 9'],
  ['a small number', z.number().check(z.gte(1)), 0, 'at least 1'],
  ['a number at its excluded bound', z.number().check(z.gt(0)), 0, 'must be more than 0'],
  ['a number at its other excluded bound', z.number().check(z.lt(9)), 9, 'must be less than 9'],
  ['a page', wholeNumber(1, 200), '201', 'at most 200'],
  ['a page in words', wholeNumber(1, 200), 'one', 'must be a whole number'],
  ['a number between steps', z.number().check(z.multipleOf(5)), 7, 'must be a multiple of 5'],
  ['an unknown key', z.strictObject({}), { a: 1 }, 'is not a known field'],
  ['an id', Id, 'x', 'is not a valid ID'],
  ['a time', z.iso.datetime(), 'noon', 'is not a valid date and time'],
  ['a pattern', z.string().check(z.regex(/^a$/)), 'b', 'has an invalid format'],
  ['neither of two shapes', z.union([z.number(), z.boolean()]), 'b', 'is not valid'],
])('%s', (_, schema, input, text) => {
  expect(textOf(schema as z.ZodMiniType, input)).toBe(text)
})

test('a schema’s own message takes precedence', () => {
  expect(textOf(z.string({ error: issue('file.required') }), 5)).toBe('Choose a file.')
})
