// Browser push: browsers that show a notification when something needs its user, also while Kabar is not open.

import * as z from 'zod/mini'
import { byId, Id, Timestamp } from './common.ts'
import { endpoint } from './endpoint.ts'
import { issue } from './messages/issue.ts'

/** For each user. One more deletes the oldest. */
export const maxPushSubscriptions = 10

/** A browser in which the user turned notifications on. Its id is that of the sign-in session. */
export const PushSubscriber = z.object({
  id: Id,
  /** Names of the browser and its system, such as `Firefox` and `Windows`; null if unknown. */
  browser: z.nullable(z.string()),
  system: z.nullable(z.string()),
  /** Whether it is the session of this request. */
  current: z.boolean(),
  created_at: Timestamp,
})
export type PushSubscriber = z.output<typeof PushSubscriber>

/** The JSON form of the browser's `PushSubscription`. Not strict, because browsers add properties. */
export const NewPushSubscription = z.object({
  /** Whether Kabar sends to its host is checked on the server. */
  endpoint: z
    .url({ protocol: /^https?$/, error: issue('field.not_link') })
    .check(z.maxLength(2_000, { error: issue('bounds.max_characters', { count: 2_000 }) })),
  keys: z.object({
    /** `p256dh`: a point of the curve P-256. `auth`: 16 random bytes. */
    p256dh: z.string().check(z.regex(/^[\w-]{87}$/, { error: issue('field.invalid') })),
    auth: z.string().check(z.regex(/^[\w-]{22}$/, { error: issue('field.invalid') })),
  }),
})
export type NewPushSubscription = z.output<typeof NewPushSubscription>

const account = { access: 'signed_in', permission: 'account', of_account: true, path: '/v1/user/push' } as const

export const push = {
  /** `application_key`: the `applicationServerKey` to subscribe with. */
  list: endpoint({
    ...account,
    method: 'GET',
    response: z.object({ application_key: z.string(), data: z.array(PushSubscriber) }),
  }),
  /** For this sign-in session; replaces its earlier subscription. Ends with the session's logout. */
  save: endpoint({ ...account, method: 'PUT', body: NewPushSubscription }),
  remove: endpoint({ ...account, method: 'DELETE', path: '/v1/user/push/:id', params: byId }),
}
