// Home: the set-up until it is complete, the tasks that need attention today, and recent records.
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
  /** Id of the session, broadcast, contact, investment or investor, or a currency code. */
  key: z.string(),
  /** Its name. */
  title: z.string(),
  /** State at the time of the response: a client sends it back when it dismisses the task. */
  state: z.string(),
  /** First due day of the payments, or day of the follow-up. */
  day: z.nullable(z.string()),
  at: z.nullable(Timestamp),
  /**
   * Text of the reply, pause reason of the broadcast, status of the session, or number of records in the
   * currency.
   */
  detail: z.nullable(z.string()),
  /** Amount of an investment's payments. */
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
  /** Most urgent first, at most twenty of each kind. */
  needs: z.array(Task),
  /** Number of tasks of each kind, including those in `needs`. Kinds without tasks are absent. */
  counts: z.partialRecord(TaskKind, z.int()),
  recent: z.array(Recent),
})
export type Home = z.output<typeof Home>

const mark = {
  path: '/v1/home/marks/:kind/:key',
  access: 'signed_in',
  params: z.object({
    /** `setup` is the currency step of the set-up: only a user can call it done. */
    kind: z.union([TaskKind, z.literal('setup')]),
    key: z.string().check(z.maxLength(100), z.regex(/^[\w-]+$/)),
  }),
} as const

export const home = {
  get: endpoint({ method: 'GET', path: '/v1/home', access: 'signed_in', response: Home }),
  /** Snoozes or hides a task for the caller, until its state changes at the latest. */
  mark: endpoint({
    ...mark,
    method: 'PUT',
    body: z.strictObject({
      state: asTyped(200),
      /** Days to snooze; null hides the task. */
      days: z.nullable(z.int().check(z.gte(1), z.lte(90))),
    }),
  }),
  unmark: endpoint({ ...mark, method: 'DELETE' }),
}
