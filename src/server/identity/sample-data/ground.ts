// Input and row format of the sample data, and helpers that build rows: ids by key, dates relative to today. Pure.
import { momentOf } from '../../../contract/local-time.ts'
import type { StatusCategory } from '../../../contract/master-data.ts'
import type { DB } from '../../platform/db/types.ts'

/** What the sample data depends on. */
export interface SampleInput {
  /** Today in the organization's time zone. */
  today: string
  time_zone: string
  /** The organization's name, or a placeholder. */
  name: string
  base_currency: string
  user_id: string | null
  /** The organization's master data, in the order of its lists. */
  types: { id: string; kind: 'individual' | 'entity' }[]
  statuses: { id: string; category: StatusCategory }[]
  stages: { id: string }[]
  /** Unused ids in ascending order, so that lists sorted by id have the same order each time. */
  ids: string[]
}

export interface Rows {
  table: keyof DB & string
  /** All with the same columns. */
  rows: Record<string, unknown>[]
}

export interface Ground {
  input: SampleInput
  id(kind: string, key: string): string
  /** Days from today. */
  day(from: number): string
  at(from: number, clock: string): string
}

export function groundOf(input: SampleInput): Ground {
  const { today, time_zone, ids } = input
  const idsByKey = new Map<string, string>()
  const day = (from: number) =>
    new Date(Date.parse(`${today}T00:00:00Z`) + from * 86_400_000).toISOString().slice(0, 10)
  return {
    input,
    id: (kind, key) => {
      const name = `${kind} ${key}`
      const found = idsByKey.get(name) ?? ids[idsByKey.size]
      if (found === undefined) throw new Error('more ids are needed')
      idsByKey.set(name, found)
      return found
    },
    day,
    at: (from, clock) => new Date(momentOf(`${day(from)}T${clock}`, time_zone)).toISOString(),
  }
}

export const byKey = <T extends { key: string }>(list: readonly T[], wanted: string): T =>
  list.find(({ key }) => key === wanted)!

/** Rows that give records their tags. */
export function tagLinks(
  { id }: Ground,
  table: 'contact_tags' | 'investor_tags' | 'investment_tags',
  column: string,
  tagged: readonly { id: string; tags: readonly string[] }[],
): Rows {
  const rows = tagged.flatMap(({ id: record, tags }) =>
    tags.map((tag) => ({ [column]: record, tag_id: id('tag', tag) })),
  )
  return { table, rows }
}
