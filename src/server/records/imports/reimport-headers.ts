// Columns of files that Kabar exported: each header is the name of its field; totals are ignored.
import type { CustomColumn } from '../../../contract/exports.ts'
import { type ImportField, type ImportKind, importFields } from '../../../contract/imports.ts'

export function reimportFieldsOf(
  kind: ImportKind,
  header: readonly string[],
  customOf: (header: string) => CustomColumn | undefined,
): { header: string; field: ImportField | null }[] {
  const fields: readonly string[] = importFields[kind]
  const fieldOf = (name: string): ImportField | null => {
    if (fields.includes(name)) return name as ImportField
    // Custom fields only by their keys, because a column of totals may have the name of a custom field.
    return (name.startsWith('custom.') && customOf(name)) || null
  }
  return header.map((name, index) => ({
    header: name.slice(0, 200).toWellFormed() || `Column ${index + 1}`,
    field: header.indexOf(name) === index ? fieldOf(name) : null,
  }))
}
