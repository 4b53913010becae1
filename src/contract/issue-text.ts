// The message for each kind of validation issue, unless the schema has its own.
import type * as z from 'zod/v4/core'

/** Messages that a user who fills in a form, or calls the API, can act upon. */
export function issueText(issue: z.$ZodRawIssue): string {
  if (issue.input === undefined || issue.input === null) return 'is required'
  switch (issue.code) {
    case 'invalid_type':
      return typeText(issue.expected)
    case 'invalid_value':
      return choiceText(issue.values.map(String))
    case 'too_big':
      return sizeText('at most', issue.maximum, issue)
    case 'too_small':
      // An empty text or list.
      if (Number(issue.minimum) === 1 && (issue.origin === 'string' || issue.origin === 'array')) return 'is required'
      return sizeText('at least', issue.minimum, issue)
    case 'invalid_format':
      return formats[issue.format] ?? 'is not written as it should be'
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`
    case 'unrecognized_keys':
      return 'is not known here'
    case 'invalid_union':
      return 'options' in issue && Array.isArray(issue.options) ? choiceText(issue.options.map(String)) : 'is not valid'
    default:
      return 'is not valid'
  }
}

const types: Record<string, string> = {
  string: 'must be text',
  number: 'must be a number',
  int: 'must be a whole number',
  boolean: 'must be true or false',
  array: 'must be a list',
  object: 'must be an object',
  record: 'must be an object',
  null: 'must be empty',
}
const typeText = (expected: string) => types[expected] ?? 'is not valid'

const formats: Record<string, string> = {
  uuid: 'is not an id',
  email: 'is not an email address',
  url: 'is not a web address',
  date: 'is not a day',
  datetime: 'is not a valid date and time',
}

/** With more choices than this, the message does not list them. */
const maxChoices = 20

function choiceText(choices: string[]) {
  if (choices.length > maxChoices || choices.length === 0) return 'is not one of the choices'
  const [only] = choices
  return choices.length === 1 ? `must be the value ${only}` : `must be one of: ${choices.join(', ')}`
}

function sizeText(
  which: 'at most' | 'at least',
  bound: number | bigint,
  { origin, inclusive }: { origin: string; inclusive?: boolean },
) {
  const isOne = Number(bound) === 1
  if (origin === 'string') {
    if (isOne) return which === 'at most' ? 'at most 1 character' : 'at least 1 character'
    return which === 'at most' ? `at most ${bound} characters` : `at least ${bound} characters`
  }
  if (origin === 'array' || origin === 'set') {
    if (isOne) return which === 'at most' ? 'at most 1 value' : 'at least 1 value'
    return which === 'at most' ? `at most ${bound} values` : `at least ${bound} values`
  }
  if (inclusive === false) return which === 'at most' ? `must be less than ${bound}` : `must be more than ${bound}`
  return which === 'at most' ? `at most ${bound}` : `at least ${bound}`
}
