// The columns of files that Kabar exported: each is the field of its name, and sums are no fields.
import { type ImportField, type ImportKind, importFields } from '../../contract/imports.ts'

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
