// Home: what to do now. The set-up until it is done, what needs somebody today, and what was touched last.
import * as z from 'zod/mini'
import { asTyped, Id, Timestamp } from './common.ts'
import { endpoint } from './endpoint.ts'

export const TaskKind = z.enum([
  'session_down',
  'broadcast_paused',
  'reply',
  'overdue',
  'due',
  'follow_up',
  'rate_missing',
])
export type TaskKind = z.output<typeof TaskKind>

export const Task = z.object({
  kind: TaskKind,
  /** Of the session, broadcast, contact, investment or investor; a currency's code. */
  key: z.string(),
  /** Its name. */
  title: z.string(),
  /** What it looks like now: whoever marks it says what they saw. */
  state: z.string(),
  /** The first day of it: of a payment, of a follow-up. */
  day: z.nullable(z.string()),
  at: z.nullable(Timestamp),
  /** What was written; why a broadcast waits; how a session is; how many records are in a currency. */
  detail: z.nullable(z.string()),
  /** Of the payments of an investment. */
  amount: z.nullable(z.string()),
  currency: z.nullable(z.string()),
})
export type Task = z.output<typeof Task>

export const Recent = z.object({
  kind: z.enum(['investor', 'investment', 'contact']),
  id: Id,
  name: z.string(),
  updated_at: Timestamp,
  is_new: z.boolean(),
})
export type Recent = z.output<typeof Recent>

export const Home = z.object({
  setup: z.object({
    base_currency: z.string(),
    currency: z.boolean(),
    records: z.boolean(),
    whatsapp: z.boolean(),
    template: z.boolean(),
    broadcast: z.boolean(),
  }),
  /** The most urgent first, at most twenty of a kind. */
  needs: z.array(Task),
  /** How many there are of each kind, those of `needs` among them. Kinds without any are missing. */
  counts: z.partialRecord(TaskKind, z.int()),
  recent: z.array(Recent),
})
export type Home = z.output<typeof Home>

const mark = {
  path: '/v1/home/marks/:kind/:key',
  access: 'signed_in',
  params: z.object({
    /** `setup` is the step of the currency, which nothing but a person can call done. */
    kind: z.union([TaskKind, z.literal('setup')]),
    key: z.string().check(z.maxLength(100), z.regex(/^[\w-]+$/)),
  }),
} as const

export const home = {
  get: endpoint({ method: 'GET', path: '/v1/home', access: 'signed_in', response: Home }),
  /** Hides it for whoever asks: until a moment, or for good; in both cases only as long as it looks the same. */
  mark: endpoint({
    ...mark,
    method: 'PUT',
    body: z.strictObject({
      state: asTyped(200),
      /** Days to put it off; null is done. */
      days: z.nullable(z.int().check(z.gte(1), z.lte(90))),
    }),
  }),
  unmark: endpoint({ ...mark, method: 'DELETE' }),
}
