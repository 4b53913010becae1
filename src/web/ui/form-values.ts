// What stands in a form's fields: whether it was changed, and what is left of it once it was saved.

/** As it was kept; but what somebody typed while it was on its way stays, and is not saved. */
export function afterSave<V extends Record<string, unknown>>({ sent, kept, typed }: { sent: V; kept: V; typed: V }): V {
  return Object.fromEntries(
    Object.entries(typed).map(([name, value]) => [name, isSame(value, sent[name]) ? kept[name] : value]),
  ) as V
}

/** Of values as they go over the wire: lists and objects are the same where all that is in them is. */
export function isSame(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true
  if (typeof one !== 'object' || typeof other !== 'object' || !one || !other) return false
  if (Array.isArray(one) !== Array.isArray(other)) return false
  const names = new Set([...Object.keys(one), ...Object.keys(other)]) as Set<keyof typeof one>
  return [...names].every((name) => isSame(one[name], other[name]))
}
