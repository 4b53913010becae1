// Form values: comparison, and merging after a save.

/** The values as saved; what the user typed during the save stays and remains unsaved. */
export function afterSave<V extends Record<string, unknown>>({ sent, kept, typed }: { sent: V; kept: V; typed: V }): V {
  return Object.fromEntries(
    Object.entries(typed).map(([name, value]) => [name, isSame(value, sent[name]) ? kept[name] : value]),
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
