// The message for each kind of validation issue, unless the schema has its own.
import type * as z from 'zod/v4/core'
import { issue } from './issue.ts'

/** The text of a Zod issue, which tells users how to correct a form or an API request; `messageOfIssue` decodes it. */
export function issueText(found: z.$ZodRawIssue): string {
  if (found.input === undefined || found.input === null) return issue('field.required')
  switch (found.code) {
    case 'invalid_type':
      return issue(types[found.expected] ?? 'field.invalid')
    case 'invalid_value':
      return choiceText(found.values.map(String))
    case 'too_big':
      return sizeText('max', found.maximum, found)
    case 'too_small':
      // An empty text or list.
      if (Number(found.minimum) === 1 && (found.origin === 'string' || found.origin === 'array'))
        return issue('field.required')
      return sizeText('min', found.minimum, found)
    case 'invalid_format':
      return issue(formats[found.format] ?? 'field.invalid_format')
    case 'not_multiple_of':
      return issue('field.not_multiple_of', { divisor: Number(found.divisor) })
    case 'unrecognized_keys':
      return issue('field.unknown')
    case 'invalid_union':
      return 'options' in found && Array.isArray(found.options)
        ? choiceText(found.options.map(String))
        : issue('field.invalid')
    default:
      return issue('field.invalid')
  }
}

const types: { [type: string]: PlainField } = {
  string: 'field.not_text',
  number: 'field.not_number',
  int: 'field.not_whole_number',
  boolean: 'field.not_boolean',
  array: 'field.not_list',
  object: 'field.not_object',
  record: 'field.not_object',
  null: 'field.not_empty',
}

const formats: { [format: string]: PlainField } = {
  uuid: 'field.not_id',
  email: 'field.not_email',
  url: 'field.not_web_address',
  date: 'field.not_date',
  datetime: 'field.not_moment',
}

type PlainField =
  | `field.not_${'text' | 'number' | 'whole_number' | 'boolean' | 'list' | 'object' | 'empty'}`
  | `field.not_${'id' | 'email' | 'web_address' | 'date' | 'moment'}`
  | 'field.invalid'
  | 'field.invalid_format'

/** With more choices than this, the message does not list them. */
const maxChoices = 20

function choiceText(choices: string[]) {
  if (choices.length > maxChoices || choices.length === 0) return issue('field.not_choice')
  const [only] = choices
  return choices.length === 1
    ? issue('field.not_value', { value: only! })
    : issue('field.not_one_of', { choices: choices.join(', ') })
}

function sizeText(
  which: 'min' | 'max',
  limit: number | bigint,
  { origin, inclusive }: { origin: string; inclusive?: boolean },
) {
  const bound = Number(limit)
  if (origin === 'string') return issue(`bounds.${which}_characters`, { count: bound })
  if (origin === 'array' || origin === 'set') return issue(`bounds.${which}_values`, { count: bound })
  if (inclusive === false) return issue(which === 'max' ? 'field.not_less_than' : 'field.not_more_than', { bound })
  return issue(`bounds.${which}`, { bound })
}
