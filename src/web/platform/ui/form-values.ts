// Form values (texts, empty if unset): from a record, to a request, comparison, and merging after a save.
import { type $ZodObject, type $ZodType, safeParse } from 'zod/v4/core'
import { idsIn } from './fact-edit.ts'

/** The fields of `empty` with the values of a record. */
export function valuesIn<V extends object>(empty: V, record: object): V {
  const given = record as Record<string, unknown>
  return Object.fromEntries(Object.keys(empty).map((name) => [name, given[name] ?? ''])) as V
}

/** Form values as a request: an empty text becomes null in a field that may be null. */
export function requestOf<S extends $ZodObject>(schema: S, values: object): Record<string, unknown> {
  const asked = (name: string, value: unknown) => (value === '' && accepts(schema, name, null) ? null : value)
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, asked(name, value)]))
}

/** Fields edited in place as a request, from their texts; ids are separated by commas. */
export function changeFrom<S extends $ZodObject>(schema: S, texts: Record<string, string>): Record<string, unknown> {
  const read = (name: string, text: string) => {
    if (accepts(schema, name, [])) return idsIn(text)
    return accepts(schema, name, true) ? text === 'true' : text
  }
  return requestOf(schema, Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, read(name, text)])))
}

function accepts({ _zod: { def } }: $ZodObject, name: string, value: unknown) {
  const field: $ZodType | undefined = def.shape[name]
  return field !== undefined && safeParse(field, value).success
}

/** The values as saved; what the user typed during the save stays and remains unsaved. */
export function afterSave<V extends Record<string, unknown>>({
  sent,
  saved,
  typed,
}: {
  sent: V
  saved: V
  typed: V
}): V {
  return Object.fromEntries(
    Object.entries(typed).map(([name, value]) => [name, isSame(value, sent[name]) ? saved[name] : value]),
  ) as V
}

/** Deep equality of JSON values. */
export function isSame(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true
  if (typeof one !== 'object' || typeof other !== 'object' || !one || !other) return false
  if (Array.isArray(one) !== Array.isArray(other)) return false
  const names = new Set([...Object.keys(one), ...Object.keys(other)]) as Set<keyof typeof one>
  return [...names].every((name) => isSame(one[name], other[name]))
}
