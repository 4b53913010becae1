// What stands in a form's fields once it was saved.

/** As it was kept; but what somebody typed while it was on its way stays, and is not saved. */
export function afterSave<V extends Record<string, unknown>>({ sent, kept, typed }: { sent: V; kept: V; typed: V }): V {
  return Object.fromEntries(
    Object.entries(typed).map(([name, value]) => [name, value === sent[name] ? kept[name] : value]),
  ) as V
}
