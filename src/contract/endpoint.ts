// What an endpoint is: plain data that the server binds to a route and the web app calls.
import type * as z from 'zod/v4/core'

export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Below `/api`, with `:name` for parameters: `/v1/contacts/:id`. */
  readonly path: string
  /** `open`: anyone may call it. Everything else needs a signed-in user. */
  readonly access: 'open' | 'signed_in'
  readonly params?: z.$ZodType
  readonly query?: z.$ZodType
  readonly body?: z.$ZodType
  /** Only what this schema declares leaves the server. None means an empty answer. */
  readonly response?: z.$ZodType
  /** 200 with a response, 204 without one, unless said here. */
  readonly status?: 200 | 201 | 202 | 204
  /** How many records it adds, as the quota counts them. */
  readonly adds?: (body: never) => number
  /** A POST that asks and changes nothing: it may be asked again, and nothing of it is remembered. */
  readonly reads?: true
  /** A GET that also writes down that somebody looked: what is old by then is asked for anew. */
  readonly writes?: true
  /** Bytes; bodies over it are refused with 413. 256 KiB unless said here. */
  readonly body_limit?: number
}

export function endpoint<const E extends Endpoint>(definition: E): E {
  return definition
}

type In<K extends string, S> = S extends z.$ZodType ? { [key in K]: z.input<S> } : unknown
type Out<K extends string, S> = S extends z.$ZodType ? { [key in K]: z.output<S> } : unknown
/** A part that accepts `{}` may be left out. */
type Loose<T> = T extends { query: infer Q } ? (object extends Q ? Omit<T, 'query'> & { query?: Q } : T) : T

/** What a caller passes: `{ params, query, body }`, each only where the endpoint has it. */
export type InputOf<E extends Endpoint> = Loose<
  In<'params', E['params']> & In<'query', E['query']> & In<'body', E['body']>
>
/** What a handler gets: the same, parsed. */
export type ParsedOf<E extends Endpoint> = Out<'params', E['params']> &
  Out<'query', E['query']> &
  Out<'body', E['body']>
/** What the caller receives. */
export type ResponseOf<E extends Endpoint> = E['response'] extends z.$ZodType ? z.output<E['response']> : void
/** What a handler returns, before undeclared fields are dropped. */
export type ReplyOf<E extends Endpoint> = E['response'] extends z.$ZodType ? z.input<E['response']> : void
