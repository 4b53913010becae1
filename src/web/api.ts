// Calls the server by the contract: bearer token, JSON, problems as errors, and one renewal after a 401.
import type { queryOptions as markQuery, QueryClient } from '@tanstack/react-query'
import type { Endpoint, InputOf, ResponseOf } from '../contract/endpoint.ts'
import type { FieldError, Problem } from '../contract/errors.ts'
import { deleteFormDrafts, saveFormDraft } from './lib/form-drafts.ts'
import { idempotencyKeys, randomKey } from './lib/idempotency-keys.ts'
import { loadFullLanguage } from './lib/languages.ts'
import { t } from './lib/text.ts'
import { type Tokens, tokenStore } from './lib/token-store.ts'

/** What the server refused, or that it could not be reached (`status` 0, code `network`). */
export class ApiError extends Error {
  readonly status: number
  readonly code: string
  readonly detail: string
  readonly fields: FieldError[]
  /** After how many seconds to come again, where the server says so. */
  readonly retryAfter: number | undefined
  /** The record as it is now, with `version_conflict`; who has the number, with `phone_taken`. */
  readonly current: unknown

  constructor(status: number, problem: Partial<Problem>, retryAfter?: number) {
    const said = problem.detail ?? problem.title
    const detail = said === undefined ? t('Something went wrong. Try again.') : t.told(said)
    super(detail)
    this.name = 'ApiError'
    this.status = status
    this.code = problem.code ?? 'unknown'
    this.detail = detail
    this.fields = problem.errors ?? []
    this.retryAfter = retryAfter
    this.current = problem.current
  }
}

export function call<E extends Endpoint>(
  endpoint: E,
  ...[input, options]: object extends InputOf<E>
    ? [input?: InputOf<E>, options?: CallOptions]
    : [input: InputOf<E>, options?: CallOptions]
): Promise<ResponseOf<E>> {
  return request(endpoint, input, options)
}

/** One file as the part `file`; `onProgress` hears the part sent, 0 to 1. */
export async function upload<E extends Endpoint>(
  endpoint: E,
  file: File,
  options: { onProgress?: (sent: number) => void; signal?: AbortSignal; query?: Record<string, string> } = {},
): Promise<ResponseOf<E>> {
  return (await performRequest(endpoint, () => byForm(endpoint, file, options))) as ResponseOf<E>
}

/** An image or file that needs the bearer header, as an object to show. */
export async function fetchBlob<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  signal?: AbortSignal,
): Promise<Blob> {
  const { params, query } = input as RequestParts
  const url = addressOf(endpoint.path, params, query)
  return (await performRequest(endpoint, () => byFetch({ method: endpoint.method, url, signal, as: 'blob' }))) as Blob
}

/** For useQuery: the key is the endpoint's path and the input, so that `invalidate` finds it by path. */
export function query<E extends Endpoint>(
  endpoint: E,
  ...[input]: object extends InputOf<E> ? [input?: InputOf<E>] : [input: InputOf<E>]
) {
  return queryOptions({
    queryKey: [endpoint.path, input ?? {}] as const,
    queryFn: ({ signal }) => request(endpoint, input, { signal }),
    // What is here before the app is drawn at once, and is not asked for again by that drawing, however slow it is.
    initialData: () => arrived(endpoint, input) as ResponseOf<E> | undefined,
    initialDataUpdatedAt: () => Date.now() + drawingMs,
  })
}

/** Everything below these paths is asked again: `invalidate(client, '/v1/contacts')`. */
export function invalidate(client: QueryClient, ...paths: string[]) {
  return client.invalidateQueries({
    predicate: ({ queryKey: [key] }) =>
      typeof key === 'string' && paths.some((path) => key === path || key.startsWith(`${path}/`)),
  })
}

export const tokens = tokenStore({
  storage: localStorage,
  refresh: async (refresh_token) => {
    const { status, content } = await byFetch({
      method: 'POST',
      url: '/api/auth/v1/refresh',
      body: JSON.stringify({ refresh_token }),
      type: 'application/json',
    })
    return { status, tokens: status === 200 ? (content as Tokens) : undefined }
  },
  // Outside a secure context (plain http to another machine) there are no locks; the server's grace period covers that.
  exclusively: (work) => (navigator.locks ? navigator.locks.request('refresh', work) : work()),
  wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  now: () => performance.now(),
})
// Who signs in after their session ended finds again what they were typing; nobody else does, nor who left by themselves.
let person = subjectOf(tokens.access())
tokens.subscribe(() => {
  const now = subjectOf(tokens.access())
  if (!now && person && !tokens.hasLeft()) saveFormDraft(person)
  else deleteFormDrafts(now)
  person = now
})
addEventListener('storage', ({ key }) => {
  if (key === null || key === 'access_token') tokens.tell()
})

/** Whose access token it is, as it says itself. */
export function subjectOf(token: string | null): string | undefined {
  try {
    return JSON.parse(atob(token!.split('.')[1]!.replace(/-/g, '+').replace(/_/g, '/'))).sub
  } catch {
    return undefined
  }
}

const repeats = idempotencyKeys({ now: () => performance.now(), newKey: randomKey })

/** TanStack's own does nothing more; imported, it would bring its chunk to the login page. */
const queryOptions = ((options: unknown) => options) as typeof markQuery

type RequestParts = { params?: Record<string, string>; query?: Record<string, unknown>; body?: unknown }
interface CallOptions {
  signal?: AbortSignal
  /** Lets the call outlive the page. */
  keepalive?: boolean
}
interface ApiResponse {
  status: number
  content: unknown
  /** In seconds. */
  retryAfter?: number | undefined
}

async function request<E extends Endpoint>(endpoint: E, input: unknown, options?: CallOptions) {
  const { params, query, body } = (input ?? {}) as RequestParts
  const parts = {
    method: endpoint.method,
    url: addressOf(endpoint.path, params, query),
    body: body === undefined ? undefined : JSON.stringify(body),
    type: body === undefined ? undefined : 'application/json',
    ...options,
  }
  if (endpoint.method !== 'POST' || endpoint.access === 'open' || endpoint.reads || !parts.body)
    return (await performRequest(endpoint, () => byFetch(parts))) as ResponseOf<E>
  // A press after a lost answer is the same request again: the server does it once.
  const repeat = repeats.keyFor(`${parts.url} ${parts.body}`)
  const answer = await performRequest(endpoint, () => byFetch({ ...parts, repeat: repeat.key }).then(repeat.settled))
  return answer as ResponseOf<E>
}

function addressOf(path: string, params: Record<string, string> = {}, query: Record<string, unknown> = {}) {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const search = new URLSearchParams()
  for (const [key, value] of Object.entries(query)) if (value !== undefined) search.append(key, String(value))
  return `/api${filled}${search.size > 0 ? `?${search}` : ''}`
}

/** Sends, renews the tokens once after a 401, and answers the content or throws. */
async function performRequest(endpoint: Endpoint, send: () => Promise<ApiResponse>) {
  const used = tokens.access()
  let answer = await send()
  if (answer.status === 401 && endpoint.access === 'signed_in' && (await tokens.renew(used)) === 'renewed') {
    answer = await send()
  }
  if (answer.status >= 200 && answer.status < 300) return answer.content
  // It says why in a sentence of the server.
  await loadFullLanguage()
  throw new ApiError(answer.status, isProblem(answer.content) ? answer.content : {}, answer.retryAfter)
}

const isProblem = (content: unknown): content is Problem =>
  typeof content === 'object' && content !== null && 'code' in content
const unreachable = () =>
  new ApiError(0, { code: 'network', detail: t('Kabar cannot be reached. Check your connection and try again.') })

async function byFetch(
  request: CallOptions & { method: string; url: string; body?: string; type?: string; as?: 'blob'; repeat?: string },
): Promise<ApiResponse> {
  const { url, type, as, repeat, ...rest } = request
  try {
    const early = takeAsked(rest.method, url)
    if (early) return await early.then(({ status, text }) => ({ status, content: parse(text) }))
    const response = await fetch(url, {
      ...rest,
      headers: { ...headers(type), ...(repeat && { 'idempotency-key': repeat }) },
    })
    const content = as === 'blob' && response.ok ? await response.blob() : parse(await response.text())
    const again = response.headers.get('retry-after')
    return { status: response.status, content, retryAfter: again === null ? undefined : Number(again) }
  } catch (error) {
    if (request.signal?.aborted) throw error
    throw unreachable()
  }
}

declare global {
  interface Window {
    /** What `first.js` asked before the app was here, whose token it used, and what of it came: read, and good. */
    asked?: {
      token: string
      answers: Map<string, Promise<{ status: number; text: string }>>
      arrived: Map<string, unknown>
    }
  }
}

/** Each answer is taken once, while it is fresh: nothing was written since, and nothing asked. */
function takeAsked(method: string, url: string) {
  const isGood = method === 'GET' && window.asked?.token === tokens.access()
  if (!isGood) window.asked = undefined
  const answer = window.asked?.answers.get(url)
  window.asked?.answers.delete(url)
  window.asked?.arrived.delete(url)
  return answer
}
setTimeout(() => {
  window.asked = undefined
}, 10_000)
const drawingMs = 3_000

/** The answer to this question, where it came before the app did. It stays: React may begin a first drawing anew. */
function arrived(endpoint: Endpoint, input: unknown) {
  if (endpoint.method !== 'GET' || window.asked?.token !== tokens.access()) return undefined
  const { params, query } = (input ?? {}) as RequestParts
  const url = addressOf(endpoint.path, params, query)
  if (window.asked.arrived.has(url)) window.asked.answers.delete(url)
  return window.asked.arrived.get(url)
}

/** fetch cannot tell how much of a body is sent; XMLHttpRequest can. */
function byForm(
  endpoint: Endpoint,
  file: File,
  options: { onProgress?: (sent: number) => void; signal?: AbortSignal; query?: Record<string, string> },
) {
  return new Promise<ApiResponse>((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(endpoint.method, addressOf(endpoint.path, undefined, options.query))
    for (const [name, value] of Object.entries(headers())) request.setRequestHeader(name, value)
    request.upload.onprogress = ({ loaded, total }) => options.onProgress?.(total ? loaded / total : 0)
    request.onload = () => resolve({ status: request.status, content: parse(request.responseText) })
    request.onerror = () => reject(unreachable())
    request.onabort = () => reject(new DOMException('Stopped', 'AbortError'))
    options.signal?.addEventListener('abort', () => request.abort())
    const form = new FormData()
    form.append('file', file)
    request.send(form)
  })
}

function headers(type?: string): Record<string, string> {
  const access = tokens.access()
  return { ...(type && { 'content-type': type }), ...(access && { authorization: `Bearer ${access}` }) }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
