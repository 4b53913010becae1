// Values of custom fields: their form in a request, and the rules of each type.
import * as z from 'zod/mini'
import { Day, line } from './common.ts'
import { issue, messageOfIssue } from './messages/issue.ts'
import { type Message, message } from './messages/message.ts'
import { Amount, Currency, precisionFault } from './money.ts'

export const CustomType = z.enum(['text', 'number', 'money', 'date', 'choice', 'choices', 'yes_no', 'person', 'link'])
export type CustomType = z.output<typeof CustomType>

/** Key of a field or choice. Derived from its first name; never changes. */
export const CustomKey = z.string().check(z.regex(/^[a-z][a-z0-9_]{0,39}$/, { error: issue('field.unknown') }))

/** What the rules for a value depend on. */
export interface CustomDefinition {
  key: string
  type: CustomType
  choices: readonly { id: string }[]
  is_active: boolean
}

/**
 * By type: a decimal text for numbers, a day for dates, the id of a choice or user, a URL for links. Money is an amount with a
 * currency.
 */
export const CustomValue = z.union([
  z.string(),
  z.boolean(),
  z.array(z.string()),
  z.object({ amount: z.string(), currency: z.string() }),
])
export type CustomValue = z.output<typeof CustomValue>

/** Values by the key of the field; fields without a value are absent. */
export const CustomValues = z.record(z.string(), CustomValue)
export type CustomValues = z.output<typeof CustomValues>

const most = 100
/** Changes of values by the key of the field. Null empties a field; fields that are not named keep their values. */
export const CustomInput = z.record(CustomKey, z.nullable(CustomValue)).check(
  z.refine<object>((record) => Object.keys(record).length <= most, {
    error: issue('bounds.max_values', { count: most }),
  }),
)
export type CustomInput = z.output<typeof CustomInput>

export const CustomNumber = z
  .string()
  .check(z.trim(), z.regex(/^-?\d{1,15}(\.\d{1,6})?$/, { error: issue('field.not_decimal') }))
/** Only http and https: other schemes, such as `javascript:`, must not become links. */
const Link = line(500).check(
  z.refine<string>((text) => /^https?:\/\/[^\s/.?#]+(\.[^\s/.?#]+)*([/?#]\S*)?$/i.test(text), {
    error: issue('field.not_link'),
  }),
)

/** Checks a change against the fields. An empty text or list empties a field. */
export function readCustom(
  definitions: readonly CustomDefinition[],
  given: CustomInput,
): { values: CustomInput; faults: { path: string; message: Message }[] } {
  const values: CustomInput = {}
  const faults: { path: string; message: Message }[] = []
  for (const [key, value] of Object.entries(given)) {
    const read = readValue(
      definitions.find((definition) => definition.key === key),
      value,
    )
    if ('fault' in read) faults.push({ path: `custom.${key}`, message: read.fault })
    else values[key] = read.value
  }
  return { values, faults }
}

type Read = { value: CustomValue | null } | { fault: Message }

function readValue(definition: CustomDefinition | undefined, given: CustomValue | null): Read {
  if (!definition) return { fault: message('field.unknown') }
  if (isEmpty(given)) return { value: null }
  if (!definition.is_active) return { fault: message('custom_field.inactive') }
  const { data, error } = schemaOf(definition).safeParse(given)
  if (error) return { fault: messageOfIssue(error.issues[0]?.message ?? '') }
  const value = data as CustomValue
  if (definition.type === 'number') return { value: canonical(value as string) }
  if (typeof value === 'object' && 'amount' in value) {
    const fault = precisionFault(value.amount, value.currency)
    return fault ? { fault } : { value: { ...value, amount: canonical(value.amount) } }
  }
  return { value }
}

const isEmpty = (value: CustomValue | null): value is null | '' =>
  value === null ||
  (typeof value === 'string' && value.trim() === '') ||
  (Array.isArray(value) && value.length === 0) ||
  (typeof value === 'object' && 'amount' in value && value.amount.trim() === '')

function schemaOf({ type, choices }: CustomDefinition): z.ZodMiniType {
  const Choice = z
    .string()
    .check(z.refine((id) => choices.some((choice) => choice.id === id), { error: issue('field.not_choice') }))
  const wrong = { error: issue('field.invalid') }
  return {
    text: line(500),
    number: CustomNumber,
    money: z.object({ amount: Amount, currency: Currency }, wrong),
    date: Day,
    choice: Choice,
    choices: z.pipe(
      z.array(Choice, wrong),
      z.transform((ids: string[]) => [...new Set(ids)]),
    ),
    yes_no: z.boolean({ error: issue('field.not_boolean') }),
    person: z.uuid({ error: issue('field.not_id') }),
    link: Link,
  }[type]
}

/** Makes equal numbers equal texts: `007.50` becomes `7.5`. */
const canonical = (text: string) =>
  text
    .replace(/^(-?)0+(?=\d)/, '$1')
    .replace(/(\.\d*?)0+$/, '$1')
    .replace(/\.$/, '')
    .replace(/^-0$/, '0')
