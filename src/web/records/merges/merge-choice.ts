// The result of a merge: which record each field takes its value from. Pure; the server has the same rules.
import { type MergeKind, type MergeRecord, mergeFields } from '../../../contract/merges.ts'

export interface MergeChoice {
  /** Id of the record that stays. */
  winner: string
  /** For each field: id of the record whose value was chosen. */
  fields: Readonly<Record<string, string>>
}

/** Fields that have more than one value among the records. */
export const differingFields = (kind: MergeKind, records: readonly MergeRecord[]): string[] =>
  fieldsIn(kind, records).filter((field) => recordsByValue(records, field).length > 1)

/** Names of the fields of a kind, and of the custom fields that have a value in some record. */
export function fieldsIn(kind: MergeKind, records: readonly MergeRecord[]): string[] {
  const custom = records.flatMap(({ fields }) => Object.keys(fields).filter((name) => name.startsWith('custom.')))
  return [...mergeFields[kind], ...new Set(custom)]
}

/** For each value of a field, without the empty one: the first record that has it. */
export function recordsByValue(records: readonly MergeRecord[], field: string): MergeRecord[] {
  const values = new Map<string, MergeRecord>()
  for (const record of records) {
    const value = record.fields[field]
    if (value && !values.has(value)) values.set(value, record)
  }
  return [...values.values()]
}

/** The record whose value a field takes: the chosen one, else the winner, else the first whose value is not empty. */
export function sourceOf(records: readonly MergeRecord[], { winner, fields }: MergeChoice, field: string): MergeRecord {
  const chosen = records.find(({ id }) => id === fields[field])
  const first = records.find(({ id }) => id === winner) ?? records[0]!
  return chosen ?? [first, ...records].find((record) => record.fields[field]) ?? first
}

/** The consent of the merged contact: opted-out takes precedence, then the winner's consent. */
export function mergedConsent(records: readonly MergeRecord[], winner: string): string | null {
  const all = [...records.filter(({ id }) => id === winner), ...records].map(({ consent }) => consent)
  return (
    all.find((consent) => consent === 'opted_out') ??
    all.find((consent) => consent && consent !== 'unknown') ??
    all[0] ??
    null
  )
}
