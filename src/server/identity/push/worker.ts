// Background worker: sends waiting notifications to the push services of the browsers, with few attempts. Email is the reliable way.
import type { Keys } from '../../keys.ts'
import type { Database } from '../../platform/db/index.ts'
import { startPollingWorker } from '../../platform/db/polling-worker.ts'
import { resolveName, type Sending, send } from '../../platform/http/outgoing-request.ts'
import { encrypted } from './encryption.ts'
import * as queries from './queries.ts'
import { authorization, vapidKeys } from './vapid.ts'

export interface PushOptions {
  database: Database
  keys: Keys
  publicUrl: string
  log: {
    warn(context: object, message: string): void
    error(context: object, message: string): void
  }
  now?: () => Date
  /** For tests: a push service on this machine. */
  allowPrivate?: boolean
  resolve?: Sending['resolve']
  timeoutMs?: number
  pollMs?: number
}

const maxInFlight = 32
/** How long a push service keeps it for a browser that is off. */
const ttlSeconds = 86_400

export function startPush(options: PushOptions): { stop(): Promise<void> } {
  const { database, keys, publicUrl, log, now = () => new Date(), allowPrivate = false } = options
  const { resolve = resolveName, timeoutMs = 5_000, pollMs = 30_000 } = options
  const vapid = vapidKeys(keys)
  const stopping = new AbortController()
  const work = startPollingWorker({
    ...{ database, log, name: 'push worker', topics: ['push'], pollMs },
    tick: async () => {
      await queries.forgetOld(database)
      const jobs = await queries.claim(database, maxInFlight)
      await Promise.all(jobs.map(deliver))
      return jobs.length > 0 && !stopping.signal.aborted
    },
  })

  return {
    stop: async () => {
      // What is in flight is sent again after a minute: the same topic replaces it.
      stopping.abort()
      await work.stop()
    },
  }

  async function deliver(job: queries.Job) {
    try {
      const { failure, response_status } = await sent(job)
      if (failure === null) return await queries.removeMessage(database, job)
      if (response_status === 404 || response_status === 410) return await queries.forgetBrowser(database, job)
      const isLast = job.attempts === queries.maxAttempts
      const { organization_id, id: push_id, attempts } = job
      const context = { organization_id, push_id, attempts, failure, response_status }
      log.warn(context, isLast ? 'push failed, dropped' : 'push failed, retrying later')
      if (isLast) await queries.removeMessage(database, job)
    } catch (error) {
      if (!stopping.signal.aborted) throw error
    }
  }

  async function sent({ endpoint, p256dh, auth, title, path, topic }: queries.Job) {
    return await send({
      url: endpoint,
      body: encrypted({ p256dh, auth }, JSON.stringify({ title, path, topic })),
      headers: {
        'content-type': 'application/octet-stream',
        'content-encoding': 'aes128gcm',
        authorization: await authorization(vapid, { endpoint, publicUrl, now: now() }),
        ttl: String(ttlSeconds),
        urgency: 'high',
        topic,
      },
      ...{ allowPrivate, timeoutMs, resolve, signal: stopping.signal },
    })
  }
}
