// Files that Kabar exported, known by their headers: each column is the field of its name, and sums are no fields.
import { type ImportField, type ImportKind, importFields } from '../../contract/imports.ts'

/** The columns of an export that say which record a row is; with the id no table of other people has three of them. */
const marks: Record<ImportKind, readonly string[]> = {
  contacts: ['name', 'preferred_name', 'phone', 'job_title', 'consent_how', 'time_zone', 'created_at', 'updated_at'],
  investors: ['code', 'name', 'type', 'do_not_contact', 'preferred_stages', 'is_archived', 'created_at', 'updated_at'],
  investments: ['reference', 'investor_code', 'status', 'committed_amount', 'lost_reason', 'created_at', 'updated_at'],
  transactions: [],
}

export function isOwnHeader(kind: ImportKind, header: readonly string[]): boolean {
  // Of transactions there is no other form.
  if (kind === 'transactions') return true
  return header.includes('id') && marks[kind].filter((mark) => header.includes(mark)).length >= 3
}

export function ownFields(
  kind: ImportKind,
  header: readonly string[],
): { header: string; field: ImportField | null }[] {
  const fields: readonly string[] = importFields[kind]
  return header.map((name, index) => ({
    header: name.slice(0, 200).toWellFormed() || `Column ${index + 1}`,
    field: fields.includes(name) && header.indexOf(name) === index ? (name as ImportField) : null,
  }))
}
