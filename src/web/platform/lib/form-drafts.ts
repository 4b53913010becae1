// Drafts of forms at the moment the session expired: kept in this tab, and only for the same user.
type Values = Record<string, unknown>
interface SavedDraft {
  owner: string
  /** By form path. */
  forms: Record<string, Values>
}

const key = 'typing'
const open = new Map<string, () => Values>()

/**
 * `name` is the form's key on its page; `read` returns the unsaved values. Returns a function that unregisters the
 * form.
 */
export function storableValues(name: string, read: () => Values) {
  const place = placeOf(name)
  open.set(place, read)
  return () => {
    if (open.get(place) === read) open.delete(place)
  }
}

/** Call it while the forms are still mounted. */
export function saveFormDraft(owner: string) {
  const forms = [...open].map(([place, read]) => [place, read()] as const).filter(([, values]) => isSome(values))
  if (forms.length > 0) write({ owner, forms: { ...read()?.forms, ...Object.fromEntries(forms) } })
}

/** The draft of this form; reading does not delete it. */
export function savedFormDraft(name: string): Values | undefined {
  return read()?.forms[placeOf(name)]
}

/** The form shows the draft again. */
export function markDraftRestored(name: string) {
  const draft = read()
  if (!draft) return
  delete draft.forms[placeOf(name)]
  write(isSome(draft.forms) ? draft : undefined)
}

/** Deletes all drafts except those of `owner`. */
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

function write(draft: SavedDraft | undefined) {
  try {
    if (draft) sessionStorage.setItem(key, JSON.stringify(draft))
    else sessionStorage.removeItem(key)
  } catch {
    // Storage is full or blocked: the draft is lost.
  }
}
