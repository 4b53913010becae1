// The search parameters of a saved view, and the address that opens it. Pure.

/** Parameters that a view leaves out: the page of the list, the view itself, and a selection, which expires. */
const passing = ['page', 'per_page', 'saved', 'bulk_change_id']

export function parametersOf(params: URLSearchParams): Record<string, string> {
  return Object.fromEntries([...params].filter(([key, value]) => !passing.includes(key) && value !== ''))
}

/** The address repeats the parameters, so that a colleague without access to the view sees the same list. */
export function searchOf({ id, parameters }: { id: string; parameters: Record<string, string> }): string {
  return `?${new URLSearchParams({ ...parameters, saved: id })}`
}

export function isSame(a: Record<string, string>, b: Record<string, string>): boolean {
  return Object.keys({ ...a, ...b }).every((key) => a[key] === b[key])
}
