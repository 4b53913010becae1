// API client by the contract: bearer token, JSON, problem details as errors, and one token renewal after a 401.
import type { queryOptions as markQuery, QueryClient } from '@tanstack/react-query'
import type { Endpoint, InputOf, ResponseOf } from '../contract/endpoint.ts'
import type { FieldError, Problem } from '../contract/errors.ts'
import { deleteFormDrafts, saveFormDraft } from './platform/lib/form-drafts.ts'
import { idempotencyKeys, randomKey } from './platform/lib/idempotency-keys.ts'
import { loadFullLanguage } from './platform/lib/languages.ts'
import { sentenceOf } from './platform/lib/messages.ts'
import { t } from './platform/lib/text.ts'
import { type Tokens, tokenStore } from './platform/lib/token-store.ts'

/** An error response, or a network failure (`status` 0, code `network`). */
export class ApiError extends Error {
  readonly status: number
  readonly code: string
  readonly detail: string
  readonly fields: FieldError[]
  /** Retry-After of the response, in seconds. */
  readonly retryAfter: number | undefined
  /** The current record, with `version_conflict`; the owner of the number, with `phone_taken`. */
  readonly current: unknown

  constructor(status: number, problem: Partial<Problem>, retryAfter?: number) {
    const { message } = problem
    const plain = problem.detail ?? problem.title ?? t('Something went wrong. Try again.')
    const detail = message ? sentenceOf(message, plain) : plain
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

/** Uploads one file as the part `file`; `onProgress` receives the fraction sent, 0 to 1. */
export async function upload<E extends Endpoint>(
  endpoint: E,
  file: File,
  options: { onProgress?: (sent: number) => void; signal?: AbortSignal; query?: Record<string, string> } = {},
): Promise<ResponseOf<E>> {
  return (await performRequest(endpoint, () => byForm(endpoint, file, options))) as ResponseOf<E>
}

/** An image or file that needs the bearer token, as a blob. */
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
  })
}

/** Invalidates all queries below these paths: `invalidate(client, '/v1/contacts')`. */
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
  // Outside a secure context (plain http to another machine) there are no Web Locks; the server's grace period covers
  // that.
  exclusively: (work) => (navigator.locks ? navigator.locks.request('refresh', work) : work()),
  wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  now: () => performance.now(),
})

/** User and organization whose data this page shows; set when the page loads and when the user signs in. */
let shown = ownerOf(tokens.access())
// After an expired session, form drafts are kept for the same user and organization; a log-out or another user deletes them.
tokens.subscribe(() => {
  const now = ownerOf(tokens.access())
  if (!now && shown && !tokens.hasLeft()) saveFormDraft(shown)
  else deleteFormDrafts(now)
  if (isElsewhere()) reload()
  else shown = now
})

/** Whether another organization was opened, here or in another tab: this page may then show and send nothing more. */
function isElsewhere() {
  const now = ownerOf(tokens.access())
  return now !== undefined && shown !== undefined && now !== shown
}

/**
 * Runs a request that opens another organization in this sign-in session. The new tokens are for that organization, so every
 * tab of this browser reloads.
 */
export async function switchOrganization(request: () => Promise<unknown>): Promise<void> {
  const used = tokens.access()
  await request()
  await tokens.renew(used)
}

/** The user has joined another organization in this tab. The caller discards the data of the previous one: no reload. */
export function moveTo(joined: Tokens) {
  shown = ownerOf(joined.access_token)
  tokens.save(joined)
}

export const shownOwner = () => shown

/** Opens Home without cached data and forms of the previous organization. */
const reload = () => location.replace('/home')

/** Reloads the page. Never resolves, so that callers do not continue on the old page. */
function forever(): Promise<never> {
  reload()
  return new Promise(() => {})
}

addEventListener('storage', ({ key }) => {
  if (key === null || key === 'access_token') tokens.tell()
})

/** The user id in an access token. */
export const subjectOf = (token: string | null): string | undefined => claimsOf(token)?.sub

/** Whether the user's demo organization with sample data is open. */
export const isDemo = (): boolean => claimsOf(tokens.access())?.demo === true

/** User and sign-in session. */
export function signIn(): string | undefined {
  const claims = claimsOf(tokens.access())
  return claims && `${claims.sub} ${claims.sid}`
}

/** User and organization of an access token. */
function ownerOf(token: string | null): string | undefined {
  const claims = claimsOf(token)
  return claims && `${claims.sub} ${claims.org}`
}

function claimsOf(token: string | null): { sub: string; org: string; sid: string; demo?: boolean } | undefined {
  try {
    return JSON.parse(atob(token!.split('.')[1]!.replace(/-/g, '+').replace(/_/g, '/')))
  } catch {
    return undefined
  }
}

const repeats = idempotencyKeys({ now: () => performance.now(), newKey: randomKey })

/** TanStack's function only returns its argument; imported, it would pull its chunk into the login page. */
const queryOptions = ((options: unknown) => options) as typeof markQuery

type RequestParts = { params?: Record<string, string>; query?: Record<string, unknown>; body?: unknown }
interface CallOptions {
  signal?: AbortSignal
  /** Lets the request outlive the page. */
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
  // A retry after a lost response carries the same idempotency key, so that the server runs it once.
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

/** Sends a request, renews the tokens once if they are outdated, and returns the content or throws. */
async function performRequest(endpoint: Endpoint, send: () => Promise<ApiResponse>) {
  const isOpen = endpoint.access === 'open'
  if (!isOpen && isElsewhere()) return await forever()
  const used = tokens.access()
  let answer = await send()
  if (!isOpen && isOutdated(answer) && (await tokens.renew(used)) === 'renewed') {
    // A request prepared in one organization must not be sent with a token for another one.
    if (isElsewhere()) return await forever()
    answer = await send()
  }
  if (needsProof(answer) && (await askForProof?.())) answer = await send()
  if (answer.status >= 200 && answer.status < 300) return answer.content
  // Its explanation is a sentence of the server.
  await loadFullLanguage()
  if (isProblem(answer.content) && isLimited.has(answer.content.code)) for (const tell of told) tell()
  throw new ApiError(answer.status, isProblem(answer.content) ? answer.content : {}, answer.retryAfter)
}

const told = new Set<() => void>()
const isLimited = new Set(['forbidden', 'second_factor_missing'])
/** Calls `tell` when a request is refused because the user's role does not allow it, or a second factor is missing. */
export function onForbidden(tell: () => void) {
  told.add(tell)
  return () => void told.delete(tell)
}

/**
 * Sets how to ask the user for a fresh proof after an endpoint requires one. `ask` returns false if they cancel. The layout sets
 * it, because it shows the dialog.
 */
export function askForProofBy(ask: (() => Promise<boolean>) | undefined) {
  askForProof = ask
}
let askForProof: (() => Promise<boolean>) | undefined

const needsProof = ({ content }: ApiResponse) => isProblem(content) && content.code === 'proof_required'

/** Whether the access token has expired, or is not for the organization that the session has open. */
const isOutdated = ({ status, content }: ApiResponse) =>
  status === 401 || (isProblem(content) && content.code === 'organization_switched')
const isProblem = (content: unknown): content is Problem =>
  typeof content === 'object' && content !== null && 'code' in content
const unreachable = () =>
  new ApiError(0, { code: 'network', detail: t('Kabar cannot be reached. Check your connection and try again.') })

async function byFetch(
  request: CallOptions & { method: string; url: string; body?: string; type?: string; as?: 'blob'; repeat?: string },
): Promise<ApiResponse> {
  const { url, type, as, repeat, ...rest } = request
  try {
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

/** fetch has no upload progress; XMLHttpRequest has. */
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
