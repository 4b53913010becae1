// A message as data: its code and parameters. The sentence is in the catalogue of the reader's language.
import type { english } from './english.ts'
import type { Sentence } from './sentence.ts'

export type Catalogue = { readonly [code: string]: Sentence }

export type MessageCode = keyof typeof english
/** Unformatted values. A parameter that is itself a message is rendered in the language of the whole sentence. */
export type Param = string | number | Money | Message | readonly (string | Message)[]
export type Money = { readonly amount: string; readonly currency: string }
export type Message = { readonly code: string; readonly params: { readonly [name: string]: Param } }

/** The type of parameter by kind of placeholder: `{closed, day}` takes an ISO day, and `{name}`, without a kind, a text. */
type Kinds = {
  number: number
  day: string
  country: string
  money: Money
  list: readonly (string | Message)[]
}
type Placeholder<P extends string> = P extends `${infer Name}, ${infer Kind extends keyof Kinds}`
  ? { readonly [name in Name]: Kinds[Kind] }
  : P extends `${string}${' ' | '%' | '{'}${string}`
    ? unknown
    : { readonly [name in P]: string | number | Message }
type ParamsIn<S extends string> = S extends `${string}{${infer P}}${infer Rest}`
  ? Placeholder<P> & ParamsIn<Rest>
  : unknown
type ParamsOf<S extends Sentence> = S extends string
  ? ParamsIn<S>
  : S extends { one: infer One extends string; other: infer Other extends string }
    ? ParamsIn<One> & ParamsIn<Other> & { readonly count: number }
    : never
export type MessageParams<C extends MessageCode> = ParamsOf<(typeof english)[C]>

/** `message('phone.taken', { name })`: a message of the catalogue, with the parameters that its sentence needs. */
export function message<C extends MessageCode>(
  code: C,
  ...[params]: unknown extends MessageParams<C> ? [] : [params: MessageParams<C>]
): Message {
  return { code, params: (params ?? {}) as Message['params'] }
}

/** How values are written for the reader. */
export interface MessageFormat {
  number(value: number): string
  /** A calendar day: `2026-11-20`. */
  day(day: string): string
  /** ISO 3166-1 alpha-2. */
  country(code: string): string
  money(amount: string, currency: string): string
  list(items: string[]): string
  isOne(count: number): boolean
  /** Any other value: a text that a user entered. */
  text(value: string): string
}

/** The sentence of a message; undefined if the catalogue has none. */
export function messageText(
  catalogue: Catalogue,
  { code, params }: Message,
  format: MessageFormat,
): string | undefined {
  const sentence = Object.hasOwn(catalogue, code) ? catalogue[code] : undefined
  if (sentence === undefined) return undefined
  const form = typeof sentence === 'string' ? sentence : sentence[isOne(params.count) ? 'one' : 'other']
  return form.replace(placeholder, (whole, name: string, kind?: string) => {
    const value = Object.hasOwn(params, name) ? params[name] : undefined
    return value === undefined ? whole : valueText(value, kind)
  })

  function isOne(count: Param | undefined) {
    return format.isOne(Number(count))
  }

  function valueText(value: Param, kind?: string): string {
    if (typeof value === 'number') return kind === 'number' ? format.number(value) : String(value)
    if (typeof value === 'string') {
      if (kind === 'day') return format.day(value)
      return kind === 'country' ? format.country(value) : format.text(value)
    }
    if ('code' in value) return messageText(catalogue, value, format) ?? value.code
    return 'amount' in value
      ? format.money(value.amount, value.currency)
      : format.list(value.map((item) => valueText(item)))
  }
}

/** `{name}` or `{closed, day}`. */
const placeholder = /\{(\w+)(?:, (\w+))?\}/g
