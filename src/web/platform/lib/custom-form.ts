// Custom fields in a form, where their values are named `custom.tier`.

type Value = string | boolean | string[] | { amount: string; currency: string }
type Values = Record<string, Value>
type CustomName = `custom.${string}`
export type CustomFormValues = { [name in CustomName]?: Value | null }

/** The names of a form's values, except custom fields. */
export type OwnName<V> = Exclude<keyof V & string, CustomName>

export const customName = (key: string): CustomName => `custom.${key}`

/** The form values of a record's custom fields. Fields without a value have none. */
export const customFormValues = ({ custom }: { custom: Values }): CustomFormValues =>
  Object.fromEntries(Object.entries(custom).map(([key, value]) => [customName(key), value]))

/** Separates the form's other values from the change of custom fields, which holds what differs from `before`, if anything. */
export function splitCustom<V extends object>(
  values: V,
  before: { custom: Values } = { custom: {} },
): { others: Omit<V, CustomName>; custom: { custom?: Record<string, Value | null> } } {
  const isCustom = ([name]: [string, unknown]) => name.startsWith('custom.')
  const all = Object.entries(values) as [string, Value | null | undefined][]
  const change = all
    .filter(isCustom)
    .map(([name, value]) => [name.slice('custom.'.length), value ?? null] as const)
    .filter(([key, value]) => JSON.stringify(value) !== JSON.stringify(before.custom[key] ?? null))
  const others = Object.fromEntries(all.filter((entry) => !isCustom(entry))) as Omit<V, CustomName>
  return { others, custom: change.length > 0 ? { custom: Object.fromEntries(change) } : {} }
}
