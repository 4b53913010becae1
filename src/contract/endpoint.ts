// The type of an endpoint: plain data that the server binds to a route and the web app calls.
import type * as z from 'zod/v4/core'
import type { AuditAction } from './audit-actions.ts'
import type { Permission } from './permissions.ts'

export type Endpoint = OpenEndpoint | SignedInEndpoint

interface OpenEndpoint extends EndpointBase {
  /** Anyone may call the endpoint. */
  readonly access: 'open'
  readonly permission?: never
  readonly also?: never
  readonly fresh_proof?: never
  readonly by_token?: never
  readonly without_second_factor?: never
}

export interface SignedInEndpoint extends EndpointBase {
  readonly access: 'signed_in'
  /** What the caller's role must allow. `view`: every role. `account`: the user's own account, with any role. */
  readonly permission: Permission | 'view' | 'account'
  /** A second permission that the caller's role must allow. */
  readonly also?: Permission
  /** The caller needs a fresh proof: in this session, at most ten minutes old. A function limits this to some bodies. */
  readonly fresh_proof?: true | ((body: never) => boolean)
  /** Whether an API token may call the endpoint; by default `isForTokens` derives it from the permission. */
  readonly by_token?: boolean
  /** Open even to members who lack the second factor that their organization requires. */
  readonly without_second_factor?: true
}

interface EndpointBase {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Below `/api`, with `:name` for parameters: `/v1/contacts/:id`. */
  readonly path: string
  /** Acts in the user's own organization, even while their demo organization is open. */
  readonly of_account?: true
  readonly params?: z.$ZodType
  readonly query?: z.$ZodType
  readonly body?: z.$ZodType
  /** Fields not declared here are dropped. Absent for an empty response. */
  readonly response?: z.$ZodType
  /** By default 200 with a response, 204 without one. */
  readonly status?: 200 | 201 | 202 | 204
  /** How many records it adds, for the quota. */
  readonly adds?: (body: never) => number
  /** A POST that only reads: it may be repeated, and its response is not stored under an idempotency key. */
  readonly reads?: true
  /** A GET that also records that it was called, and refetches what is out of date. */
  readonly writes?: true
  /** Recorded in the audit log once it has succeeded, with the record of its path or its response. */
  readonly audited?: AuditAction
  /** In bytes; larger bodies are rejected with 413. 256 KiB by default. */
  readonly body_limit?: number
}

export function endpoint<const E extends Endpoint>(definition: E): E {
  return definition
}

type In<K extends string, S> = S extends z.$ZodType ? { [key in K]: z.input<S> } : unknown
type Out<K extends string, S> = S extends z.$ZodType ? { [key in K]: z.output<S> } : unknown
/** An input part that accepts `{}` is optional. */
type Loose<T> = T extends { query: infer Q } ? (object extends Q ? Omit<T, 'query'> & { query?: Q } : T) : T

/** The caller's input: `{ params, query, body }`, each only if the endpoint has it. */
export type InputOf<E extends Endpoint> = Loose<
  In<'params', E['params']> & In<'query', E['query']> & In<'body', E['body']>
>
/** The handler's input: the same, parsed. */
export type ParsedOf<E extends Endpoint> = Out<'params', E['params']> &
  Out<'query', E['query']> &
  Out<'body', E['body']>
/** The caller's result. */
export type ResponseOf<E extends Endpoint> = E['response'] extends z.$ZodType ? z.output<E['response']> : void
/** The handler's result, before undeclared fields are dropped. */
export type ReplyOf<E extends Endpoint> = E['response'] extends z.$ZodType ? z.input<E['response']> : void
