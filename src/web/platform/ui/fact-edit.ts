// Facts of a record that are edited in place: their values as text, and conflicts in terms of the fields.
import type { FactEdit } from './inline-fact.tsx'

interface FactForm<R, V> {
  record: R
  valuesOf: (record: R) => V
  /** Converts an edited field from text to the API; multiple values are separated by commas. */
  changeOf: (texts: Record<string, string>) => object
  /** Formats a value that is an id or a code. */
  wording: (name: string, value: unknown) => string
  /** Saves a change over a version. */
  save: (change: object, version: number) => Promise<unknown>
}

/** `besides`: saved together with the field. */
export function factsEditor<R extends { version: number }, V extends object>(form: FactForm<R, V>) {
  const { record, valuesOf, changeOf, wording, save } = form
  const values = valuesOf(record)
  return (name: keyof V & string, more: Partial<FactEdit> = {}, besides: object = {}): FactEdit => ({
    name,
    value: String(values[name]),
    wording: (text) => wording(name, Array.isArray(values[name]) ? idsIn(text) : text),
    ...more,
    save: async (change, version = record.version) => {
      try {
        await save({ ...besides, ...changeOf(change) }, version)
      } catch (error) {
        throw inFields(error, valuesOf)
      }
    },
  })
}

/** The ids in the text of a field with multiple values. */
export const idsIn = (text: string) => text.split(',').filter(Boolean)

/** The other user's record has the API's fields; the edited fact has the form's. */
function inFields<R extends { version: number }>(error: unknown, valuesOf: (record: R) => object) {
  const { code, message, current } = error as { code?: string; message?: string; current?: R }
  if (code !== 'version_conflict' || !current) return error
  return Object.assign(new Error(message), { code, current: { ...valuesOf(current), version: current.version } })
}
