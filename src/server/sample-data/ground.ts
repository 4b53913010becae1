// What sample data is put into, and how its rows are told. Pure.
import type { StatusCategory } from '../../contract/master-data.ts'
import type { DB } from '../db/types.ts'

/** What it is put into. */
export interface Ground {
  /** The organization's day. */
  today: string
  time_zone: string
  /** The organization's own, or words for it. */
  name: string
  base_currency: string
  user_id: string | null
  /** Master data in their order, only what is active. */
  types: { id: string; kind: 'individual' | 'entity' }[]
  statuses: { id: string; category: StatusCategory }[]
  stages: { id: string }[]
  /** Names and numbers in use, in lower case, by table. */
  taken: Record<'tags' | 'templates' | 'broadcast_groups' | 'wa_sessions' | 'contacts', string[]>
  /** Pairs of currencies that have a rate already: `USD IDR`. */
  rated: string[]
  /** Ids that nothing has yet, in their order: what is listed by id stands the same way each time. */
  ids: string[]
}

export interface Rows {
  table: keyof DB & string
  /** All with the same columns. */
  rows: Record<string, unknown>[]
}

/** Ids by what they are for, days and moments from today, and names and numbers that are free. */
export interface Names {
  id(kind: string, key: string): string
  /** Days from today. */
  day(from: number): string
  at(from: number, clock: string): string
  free(table: keyof Ground['taken'], name: string): string
  phone(number: string): string
}
