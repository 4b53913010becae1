// Values of a form as text, for the merge dialog: how each field is read.
import { language } from './text.ts'

export type Wording = (name: string, value: unknown) => string

/** By field: formats one value, an id or a code. Fields without a reader are plain text; several values become a list. */
export function wordingOf(readers: { [name: string]: (value: string) => string }): Wording {
  return (name, value) => {
    const read = readers[name] ?? String
    if (!Array.isArray(value)) return read(String(value))
    return new Intl.ListFormat(language()).format(value.map((each) => read(String(each))))
  }
}

/** Reads an id as the name of its row, and as `…` while the rows load. */
export const nameIn =
  (rows: readonly { id: string; name: string }[] = []) =>
  (id: string) =>
    rows.find((row) => row.id === id)?.name ?? '…'
