// Login with the identity provider that the operator chose (OpenID Connect), such as Google, Microsoft or Keycloak.

import * as z from 'zod/mini'
import { Login, Registration, Tokens } from './auth.ts'
import { Country, Locale, Timestamp } from './common.ts'
import { endpoint } from './endpoint.ts'

/** Kept by the browser while the user is at the provider, so that only this browser can finish the login. */
const Attempt = z.string().check(z.minLength(1), z.maxLength(1000))

/** `parameters`: the query string with which the provider sends the user back: `code=…&state=…`. */
export const ProviderReturn = z.strictObject({ attempt: Attempt, parameters: z.string().check(z.maxLength(4000)) })
export type ProviderReturn = z.output<typeof ProviderReturn>

/** A visitor without an account gets one, if they are invited or registration is open. */
export const ProviderLogin = z.extend(ProviderReturn, {
  device_tokens: Login.shape.device_tokens,
  invite: Registration.shape.invite,
  country: z.optional(Country),
  locale: z.optional(Locale),
})
export type ProviderLogin = z.output<typeof ProviderLogin>

export const ProviderLink = z.object({
  /** Name of the provider; null if this installation has none. */
  provider: z.nullable(z.string()),
  /** Null if the account is not linked. */
  linked_at: z.nullable(Timestamp),
})
export type ProviderLink = z.output<typeof ProviderLink>

const own = { permission: 'account', access: 'signed_in', of_account: true } as const

export const loginProvider = {
  /** The provider's address to go to. The provider sends the user back to `/login`. Valid for ten minutes. */
  start: endpoint({
    method: 'POST',
    path: '/auth/v1/provider/start',
    access: 'open',
    response: z.object({ url: z.string(), attempt: Attempt }),
  }),
  finish: endpoint({
    method: 'POST',
    path: '/auth/v1/provider/finish',
    access: 'open',
    body: ProviderLogin,
    response: Tokens,
  }),
  get: endpoint({ ...own, method: 'GET', path: '/v1/user/login-provider', response: ProviderLink }),
  link: endpoint({
    ...own,
    fresh_proof: true,
    method: 'POST',
    path: '/v1/user/login-provider/link',
    body: ProviderReturn,
    response: ProviderLink,
  }),
  unlink: endpoint({ ...own, fresh_proof: true, method: 'DELETE', path: '/v1/user/login-provider' }),
}
