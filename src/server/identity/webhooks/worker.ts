// Background worker: sends the deliveries that are due, several at a time.
import { setTimeout as delay } from 'node:timers/promises'
import type { Keys } from '../../keys.ts'
import type { Database } from '../../platform/db/index.ts'
import { startPollingWorker } from '../../platform/db/polling-worker.ts'
import { type Attempt, resolveName, type Sending, send } from '../../platform/http/outgoing-request.ts'
import { clear } from './clearing.ts'
import * as deliveries from './deliveries/queries.ts'
import { recordResult, turnOffOverfull } from './results.ts'
import { logMs, mostWaiting } from './schedule.ts'
import { openSecrets } from './secrets.ts'
import { signatureHeaders } from './signature.ts'

export interface DeliveryLog {
  warn(context: object, message: string): void
  error(context: object, message: string): void
}

export interface DeliveryOptions {
  database: Database
  keys: Keys
  /** Base of links in emails. */
  publicUrl: string
  allowPrivate: boolean
  log: DeliveryLog
  now?: () => Date
  random?: () => number
  resolve?: Sending['resolve']
  pollMs?: number
  timeoutMs?: number
  /** How long a stopping server waits for receivers. */
  shutdownTimeoutMs?: number
  /** Deliveries of a webhook: more turn it off. */
  maxWaiting?: number
}

/** By one server, of all webhooks. */
const maxInFlight = 64
const forgetEveryMs = 3_600_000
const countEveryMs = 60_000

export function startWebhooks(options: DeliveryOptions): { stop(): Promise<void> } {
  const { database, keys, allowPrivate, log, now = () => new Date(), random = Math.random } = options
  const { resolve = resolveName, pollMs = 5_000, timeoutMs = 10_000, shutdownTimeoutMs = 5_000 } = options
  const { maxWaiting = mostWaiting } = options
  const inFlight = new Set<Promise<void>>()
  const stopping = new AbortController()
  const forgetOld = atMostEvery(forgetEveryMs, (at) => deliveries.forget(database, new Date(at.getTime() - logMs)))
  const turnOffFull = atMostEvery(countEveryMs, (at) => turnOffOverfull({ ...options, now: at }, maxWaiting))

  const work = startPollingWorker({
    ...{ database, log, name: 'webhook worker', topics: ['webhooks'], pollMs },
    tick: async () => {
      await forgetOld()
      await turnOffFull()
      const jobs = await deliveries.claim(database, now(), maxInFlight - inFlight.size)
      for (const job of jobs) start(job)
      return jobs.length > 0 || (await clear(database))
    },
  })

  return {
    stop: async () => {
      await work.stop()
      await Promise.race([Promise.all(inFlight), delay(shutdownTimeoutMs, undefined, { ref: false })])
      stopping.abort()
      await Promise.all(inFlight)
    },
  }

  function start(job: deliveries.Job) {
    const ended = deliver(job)
      .catch((error: unknown) => {
        const { id, webhook_id } = job
        log.error(
          { err: error, delivery_id: id, webhook_id },
          'webhook delivery has no result, retrying within a minute',
        )
      })
      .finally(() => {
        inFlight.delete(ended)
        work.trigger()
      })
    inFlight.add(ended)
  }

  async function deliver(job: deliveries.Job) {
    const began = performance.now()
    let attempt: Attempt
    try {
      attempt = await sent(job)
    } catch (error) {
      if (!stopping.signal.aborted) throw error
      return await deliveries.release(database, job)
    }
    const duration_ms = Math.round(performance.now() - began)
    await recordResult({ ...options, now: now(), random }, job, { ...attempt, duration_ms })
  }

  async function sent(job: deliveries.Job): Promise<Attempt> {
    const { id, url, type, at, organization_id, data } = job
    const secrets = openSecrets(keys, job)
    if (secrets.length === 0) return { failure: 'secret_lost', response_status: null, response: '' }
    const body = JSON.stringify({ id, type, timestamp: at, organization_id, data })
    const headers = signatureHeaders({ id, at: now(), body, secrets })
    return await send({ url, body, headers, allowPrivate, timeoutMs, resolve, signal: stopping.signal })
  }

  function atMostEvery(ms: number, work: (at: Date) => Promise<void>) {
    let last = 0
    return async () => {
      const at = now()
      if (at.getTime() - last < ms) return
      last = at.getTime()
      await work(at)
    }
  }
}
