// Sends one request to an address that a user gave: checked, with limits, and without following redirects.
import { Resolver } from 'node:dns/promises'
import http from 'node:http'
import https from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import type { DeliveryFailure } from '../../../contract/webhooks.ts'
import { storableText } from '../db/storable-text.ts'
import { hostOf, isPublic, urlFault } from './public-addresses.ts'

export interface Attempt {
  /** Null if it was delivered. */
  failure: DeliveryFailure | null
  response_status: number | null
  response: string
}

export interface Sending {
  url: string
  body: string | Buffer
  headers: Record<string, string>
  /** Also to addresses that are not of the internet. */
  allowPrivate: boolean
  timeoutMs: number
  /** The server is stopping. */
  signal: AbortSignal
  /** All addresses of a name, from the DNS. */
  resolve: (host: string, signal: AbortSignal) => Promise<string[]>
  /** What counts as an address of the internet. */
  isAllowed?: (address: string) => boolean
}

const maxResponseBytes = 64 * 1024
const shownCharacters = 1_000

class PrivateAddress extends Error {}

/** Throws only if `signal` aborts; whatever goes wrong at the receiver's is a result. */
export async function send({ timeoutMs, signal, ...sending }: Sending): Promise<Attempt> {
  const limit = AbortSignal.any([AbortSignal.timeout(timeoutMs), signal])
  // Whatever a receiver or a name server does, the wait for an answer ends here.
  const over = new Promise<never>((_, fail) => {
    limit.addEventListener('abort', () => fail(limit.reason), { once: true })
  })
  try {
    const response = await Promise.race([answerTo({ ...sending, signal: limit }), over])
    // The status decides, also if the connection breaks or the time is up after it.
    return resultOf(response.statusCode!, await beginningOf(response))
  } catch (error) {
    signal.throwIfAborted()
    return { failure: limit.aborted ? 'timeout' : failureOf(error), response_status: null, response: '' }
  }
}

function resultOf(status: number, text: string): Attempt {
  return { failure: failureOfStatus(status), response_status: status, response: storableText(text, shownCharacters) }
}

function failureOfStatus(status: number): DeliveryFailure | null {
  if (status >= 200 && status < 300) return null
  if (status === 410) return 'gone'
  return status >= 300 && status < 400 ? 'redirect' : 'status'
}

function failureOf(error: unknown): DeliveryFailure {
  if (error instanceof PrivateAddress) return 'private_address'
  const { code = '' } = error as { code?: string }
  return /CERT|SELF_SIGNED|UNABLE_TO_|ERR_TLS_/.test(code) ? 'certificate' : 'unreachable'
}

async function answerTo(sending: Omit<Sending, 'timeoutMs'>): Promise<http.IncomingMessage> {
  const { url: text, body, headers, allowPrivate, signal } = sending
  const url = new URL(text)
  // Once more: the operator may have changed the setting since the address was saved.
  if (urlFault(text, { allowPrivate })) throw new PrivateAddress()
  const found = allowPrivate ? undefined : await publicAddresses(hostOf(url), sending)
  const { request } = url.protocol === 'https:' ? https : http
  return await new Promise<http.IncomingMessage>((done, fail) => {
    const outgoing = request(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        'user-agent': 'Kabar',
        'accept-encoding': 'identity',
        ...headers,
      },
      // No connection is shared with another request, which may have been checked by other rules.
      agent: false,
      signal,
      ...(found && { lookup: pinnedTo(found) }),
    })
    outgoing.on('error', fail)
    outgoing.on('response', done)
    // A 101 is no `response` to Node.js, and what follows it is not HTTP.
    outgoing.on('upgrade', (response, socket) => {
      socket.destroy()
      done(response.destroy())
    })
    outgoing.on('close', () => fail(new Error('closed without an answer')))
    outgoing.end(body)
  })
}

/** The first bytes of a response as text; then its connection is closed. */
async function beginningOf(response: http.IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      chunks.push(chunk)
      size += chunk.length
      if (size >= maxResponseBytes) break
    }
  } catch {
    // Broken off, or the time is up.
  }
  response.destroy()
  return Buffer.concat(chunks).subarray(0, maxResponseBytes).toString('utf8')
}

/** Throws unless every address of the host is public: with one that is not, an attacker only had to try often enough. */
async function publicAddresses(
  host: string,
  { signal, resolve, isAllowed = isPublic }: Pick<Sending, 'signal' | 'resolve' | 'isAllowed'>,
): Promise<string[]> {
  const addresses = isIP(host) ? [host] : await resolve(host, signal)
  if (!addresses.every(isAllowed)) throw new PrivateAddress()
  return addresses
}

/** The connection is made to an address that was checked: the name is not looked up a second time. */
function pinnedTo(addresses: readonly string[]): LookupFunction {
  const found = addresses.map((address) => ({ address, family: isIP(address) }))
  return (_host, { all }, done) => {
    if (all) done(null, found)
    else done(null, found[0]!.address, found[0]!.family)
  }
}

/** Asks the name servers directly: the system's own function would occupy threads that hash passwords. */
export async function resolveName(host: string, signal: AbortSignal): Promise<string[]> {
  const resolver = new Resolver({ timeout: 3_000, tries: 2 })
  const cancel = () => resolver.cancel()
  signal.addEventListener('abort', cancel, { once: true })
  try {
    const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
    const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
    if (addresses.length === 0) throw (answers[0] as PromiseRejectedResult).reason
    return addresses
  } finally {
    signal.removeEventListener('abort', cancel)
  }
}
