// What was being typed in forms when the session ended: kept in this tab, and only for the person who typed it.
type Values = Record<string, unknown>
interface SavedDraft {
  owner: string
  /** By the place of the form. */
  forms: Record<string, Values>
}

const key = 'typing'
const open = new Map<string, () => Values>()

/** `name` tells it from other forms of the page; `read` answers what differs from what is saved. Answers how to take it off. */
export function storableValues(name: string, read: () => Values) {
  const place = placeOf(name)
  open.set(place, read)
  return () => {
    if (open.get(place) === read) open.delete(place)
  }
}

/** To be called while the forms are still there. */
export function saveFormDraft(owner: string) {
  const forms = [...open].map(([place, read]) => [place, read()] as const).filter(([, values]) => isSome(values))
  if (forms.length > 0) write({ owner, forms: { ...read()?.forms, ...Object.fromEntries(forms) } })
}

/** What was typed in this form before; reading it does not take it away. */
export function savedFormDraft(name: string): Values | undefined {
  return read()?.forms[placeOf(name)]
}

/** It stands in the form again. */
export function markDraftRestored(name: string) {
  const kept = read()
  if (!kept) return
  delete kept.forms[placeOf(name)]
  write(isSome(kept.forms) ? kept : undefined)
}

/** Of everybody but `owner`. */
export function deleteFormDrafts(owner?: string) {
  if (read()?.owner !== owner) write(undefined)
}

const placeOf = (name: string) => `${location.pathname} ${name}`
const isSome = (values: object) => Object.keys(values).length > 0

function read(): SavedDraft | undefined {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

function write(kept: SavedDraft | undefined) {
  try {
    if (kept) sessionStorage.setItem(key, JSON.stringify(kept))
    else sessionStorage.removeItem(key)
  } catch {
    // Storage is full or forbidden: it is lost, as it was before.
  }
}
