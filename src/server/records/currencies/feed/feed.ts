// Background worker: imports the European Central Bank's rates once a day for every organization, in one
// process at a time.
import type { RateFeed } from '../../../../contract/currencies.ts'
import { type Database, inTenant } from '../../../platform/db/index.ts'
import { startPollingWorker } from '../../../platform/db/polling-worker.ts'
import { fillFromFeed } from '../queries.ts'
import { readEcbFile, UnreadableFile } from './ecb-file.ts'
import { nextFetch, retryFetch } from './publication.ts'
import * as queries from './queries.ts'

interface Log {
  info(context: object, message: string): void
  warn(context: object, message: string): void
  error(context: object, message: string): void
}

export interface FeedOptions {
  database: Database
  /** Base URL of the files. */
  url: string
  log: Log
  now?: () => Date
  pollMs?: number
  timeoutMs?: number
}

/** The 90-day file has about 100 KB. */
const maxBytes = 2_000_000
const failures = ['unreachable', 'refused', 'too_large', 'unreadable'] as const satisfies RateFeed['failure'][]

export function startRateFeed(options: FeedOptions): { stop(): Promise<void> } {
  const { database, url, log, now = () => new Date(), pollMs = 60_000, timeoutMs = 30_000 } = options
  const stopping = new AbortController()
  const work = startPollingWorker({
    database,
    log,
    name: 'exchange rate feed',
    topics: [],
    pollMs,
    tick: async () => {
      const claim = await queries.claimFeed(database, now())
      if (claim) await importRates(claim)
      return false
    },
  })
  return {
    stop: async () => {
      stopping.abort()
      await work.stop()
    },
  }

  async function importRates(claim: queries.FeedClaim) {
    const rates = await fetchRates(claim)
    if (!rates) return
    const day = newestOf(rates)
    await queries.saveFeedRates(database, rates)
    let isForAll = true
    for (const organization_id of await queries.organizationIds(database)) {
      const fill = inTenant(database, { organization_id }, (tenant) => fillFromFeed(tenant, { after: claim.day }))
      await fill.catch((error: unknown) => {
        isForAll = false
        log.error({ err: error, organization_id }, 'importing exchange rates failed, retrying on the next run')
      })
    }
    // Repeating the import changes nothing for organizations that have the rates, and one failure does not
    // block the others.
    if (!isForAll) {
      return await queries.releaseFeed(database, claim, {
        failure: null,
        next_attempt_at: retryFetch(now(), claim.attempts),
      })
    }
    await queries.releaseFeed(database, claim, { day, fetched_at: now(), next_attempt_at: nextFetch(now(), day) })
    log.info({ day, rates: rates.length }, 'exchange rates imported')
  }

  async function fetchRates(claim: queries.FeedClaim): Promise<queries.FeedRate[] | undefined> {
    // The daily file has one day; after an outage the 90-day file fills the gap.
    const file = isRecent(claim.day) ? 'eurofxref-daily.xml' : 'eurofxref-hist-90d.xml'
    try {
      const rates = readEcbFile(await download(`${url}${file}`), (rate) =>
        log.warn({ rate }, 'exchange rate skipped: too many digits'),
      )
      // A future day would delay the next fetch until that day.
      if (Date.parse(newestOf(rates)) > now().getTime()) throw new UnreadableFile('it has rates of a future day')
      return rates
    } catch (error) {
      if (stopping.signal.aborted) {
        await queries.releaseFeed(database, claim, { next_attempt_at: now(), failure: null })
        return undefined
      }
      const failure = failureOf(error)
      const next_attempt_at = retryFetch(now(), claim.attempts)
      await queries.releaseFeed(database, claim, { failure, next_attempt_at })
      log.warn(
        { err: error, file, failure, next_attempt_at },
        'fetching exchange rates failed, retrying at next_attempt_at',
      )
      return undefined
    }
  }

  function isRecent(day: string | null) {
    return day !== null && now().getTime() - Date.parse(day) < 4.5 * 86_400_000
  }

  async function download(address: string): Promise<string> {
    const answer = await fetch(address, { signal: AbortSignal.any([AbortSignal.timeout(timeoutMs), stopping.signal]) })
    if (!answer.ok || !answer.body) throw new RefusedFile(`answered ${answer.status}`)
    const chunks: Uint8Array[] = []
    let size = 0
    // Throwing out of the loop closes the connection.
    for await (const chunk of answer.body) {
      size += chunk.length
      if (size > maxBytes) throw new TooLargeFile(`more than ${maxBytes} bytes`)
      chunks.push(chunk)
    }
    return Buffer.concat(chunks).toString('utf8')
  }
}

const newestOf = (rates: queries.FeedRate[]) =>
  rates
    .map(({ day }) => day)
    .sort()
    .at(-1)!

class RefusedFile extends Error {}
class TooLargeFile extends Error {}

function failureOf(error: unknown): (typeof failures)[number] {
  if (error instanceof RefusedFile) return 'refused'
  if (error instanceof TooLargeFile) return 'too_large'
  return error instanceof UnreadableFile ? 'unreadable' : 'unreachable'
}
