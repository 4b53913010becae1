// Columns of files that Kabar exported: each header is the name of its field; totals are ignored.
import { type ImportField, type ImportKind, importFields } from '../../../contract/imports.ts'

export function reimportFieldsOf(
  kind: ImportKind,
  header: readonly string[],
): { header: string; field: ImportField | null }[] {
  const fields: readonly string[] = importFields[kind]
  return header.map((name, index) => ({
    header: name.slice(0, 200).toWellFormed() || `Column ${index + 1}`,
    field: fields.includes(name) && header.indexOf(name) === index ? (name as ImportField) : null,
  }))
}
