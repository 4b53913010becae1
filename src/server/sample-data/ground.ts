// The inputs of the sample data, and its row format. Pure.
import type { StatusCategory } from '../../contract/master-data.ts'
import type { DB } from '../db/types.ts'

/** What the sample data depends on. */
export interface Ground {
  /** Today in the organization's time zone. */
  today: string
  time_zone: string
  /** The organization's name, or a placeholder. */
  name: string
  base_currency: string
  user_id: string | null
  /** Active master data in order. */
  types: { id: string; kind: 'individual' | 'entity' }[]
  statuses: { id: string; category: StatusCategory }[]
  stages: { id: string }[]
  /** Names and numbers in use, in lower case, by table. */
  taken: Record<'tags' | 'templates' | 'broadcast_groups' | 'wa_sessions' | 'contacts', string[]>
  /** Currency pairs that already have a rate: `USD IDR`. */
  rated: string[]
  /** Unused ids in ascending order, so that lists sorted by id have the same order each time. */
  ids: string[]
}

export interface Rows {
  table: keyof DB & string
  /** All with the same columns. */
  rows: Record<string, unknown>[]
}

/** Ids by key, dates relative to today, and unused names and numbers. */
export interface Names {
  id(kind: string, key: string): string
  /** Days from today. */
  day(from: number): string
  at(from: number, clock: string): string
  free(table: keyof Ground['taken'], name: string): string
  phone(number: string): string
}
