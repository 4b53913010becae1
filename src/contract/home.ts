// Home: the set-up until it is complete, the alerts that need attention, and recent records.
import * as z from 'zod/mini'
import { asTyped, Id, Timestamp } from './common.ts'
import { endpoint } from './endpoint.ts'

export const AlertKind = z.enum([
  'session_down',
  /** Somebody else's broadcast that the caller may approve. */
  'approval',
  'broadcast_paused',
  /** Answers of a session that is not connected. */
  'answers_waiting',
  'reply',
  'overdue',
  'due',
  'follow_up',
  'rate_missing',
])
export type AlertKind = z.output<typeof AlertKind>

export const Alert = z.object({
  kind: AlertKind,
  /** Id of the session, broadcast, contact, investment or investor, or a currency code. */
  key: z.string(),
  /** Its name. */
  title: z.string(),
  /** Describes the alert at the time of the response. A client sends it back to dismiss the alert. */
  state: z.string(),
  /** First due day of the payments, or day of the follow-up. */
  day: z.nullable(z.string()),
  at: z.nullable(Timestamp),
  /**
   * By kind: text of the reply, who asks for approval, pause reason, status of the session (`unlinked` if the phone ended it),
   * number of waiting answers, investor of the payments, reason of the follow-up, or base currency.
   */
  detail: z.nullable(z.string()),
  /** Amount of an investment's payments. */
  amount: z.nullable(z.string()),
  currency: z.nullable(z.string()),
  /** The transaction, if the alert is about a single one, so that it can be settled at once. */
  payment: z.nullable(z.object({ id: Id, version: z.int() })),
})
export type Alert = z.output<typeof Alert>

/** `until`: when a snoozed alert returns; null if the alert stays hidden until its state changes. */
export const HiddenAlert = z.extend(Alert, { until: z.nullable(Timestamp) })
export type HiddenAlert = z.output<typeof HiddenAlert>

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
    /** True or false once the caller has folded or unfolded the steps; null before that. */
    is_folded: z.nullable(z.boolean()),
  }),
  /** Most urgent first, at most twenty of each kind. */
  alerts: z.array(Alert),
  /** Number of alerts of each kind, including those in `alerts`. Kinds without alerts are left out. */
  counts: z.partialRecord(AlertKind, z.int()),
  /** What the payments of a kind add up to, per currency. */
  sums: z.array(z.object({ kind: AlertKind, currency: z.string(), amount: z.string() })),
  /** Whether the caller has hidden or snoozed alerts. */
  has_hidden: z.boolean(),
  recent: z.array(Recent),
})
export type Home = z.output<typeof Home>

const dismissal = {
  path: '/v1/home/dismissals/:kind/:key',
  access: 'signed_in',
  params: z.object({
    /** For `setup`: `currency` marks the step that only a user can complete as done; `steps` stores its state `folded` or `open`. */
    kind: z.union([AlertKind, z.literal('setup')]),
    key: z.string().check(z.maxLength(100), z.regex(/^[\w-]+$/)),
  }),
} as const

export const home = {
  get: endpoint({ permission: 'view', method: 'GET', path: '/v1/home', access: 'signed_in', response: Home }),
  /** Alerts that the caller has hidden or snoozed; at most 200. */
  hidden: endpoint({
    permission: 'view',
    method: 'GET',
    path: '/v1/home/hidden',
    access: 'signed_in',
    response: z.object({ data: z.array(HiddenAlert) }),
  }),
  /** Snoozes or hides an alert for the caller. The alert returns as soon as its state changes. */
  dismiss: endpoint({
    permission: 'view',
    ...dismissal,
    method: 'PUT',
    body: z.strictObject({
      state: asTyped(200),
      /** Number of days to snooze the alert; null hides it. */
      days: z.nullable(z.int().check(z.gte(1), z.lte(90))),
    }),
  }),
  undismiss: endpoint({ permission: 'view', ...dismissal, method: 'DELETE' }),
}
