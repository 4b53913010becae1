// Fair queue: round robin by organization, FIFO within one, bounded per user; for heavy work, a few tasks concurrently.
import { message } from '../../../contract/messages/message.ts'
import { AppError } from '../../errors.ts'

export interface FairQueueLimits {
  /** How many tasks run concurrently, in total and for one organization. */
  maxConcurrent: number
  maxConcurrentPerOrganization: number
  /** How many tasks of one user may wait; further ones are rejected. */
  maxQueuedPerUser: number
}

export interface FairQueue {
  /** Rejects with the signal's reason if it aborts before the task has started. */
  run<T>(
    caller: { organization_id: string; user_id?: string | undefined },
    signal: AbortSignal,
    work: () => Promise<T>,
  ): Promise<T>
}

interface Waiter {
  user: string
  start(): void
}

export function fairQueue({
  maxConcurrent,
  maxConcurrentPerOrganization,
  maxQueuedPerUser,
}: FairQueueLimits): FairQueue {
  const running = new Map<string, number>()
  /** In round-robin order: an organization moves to the end when one of its tasks starts, and when it ends. */
  const waiting = new Map<string, Waiter[]>()
  let free = maxConcurrent

  function startNext() {
    for (const [organization, waiters] of waiting) {
      if (free === 0) return
      if ((running.get(organization) ?? 0) >= maxConcurrentPerOrganization) continue
      const next = waiters.shift()!
      waiting.delete(organization)
      if (waiters.length > 0) waiting.set(organization, waiters)
      free -= 1
      running.set(organization, (running.get(organization) ?? 0) + 1)
      next.start()
    }
  }

  function end(organization: string) {
    free += 1
    const remaining = running.get(organization)! - 1
    if (remaining > 0) running.set(organization, remaining)
    else running.delete(organization)
    const waiters = waiting.get(organization)
    waiting.delete(organization)
    if (waiters) waiting.set(organization, waiters)
    startNext()
  }

  function removeWaiter(organization: string, waiter: Waiter) {
    const waiters = waiting.get(organization)
    const place = waiters?.indexOf(waiter) ?? -1
    if (!waiters || place < 0) return
    waiters.splice(place, 1)
    if (waiters.length === 0) waiting.delete(organization)
  }

  return {
    run: async ({ organization_id: organization, user_id = '' }, signal, work) => {
      signal.throwIfAborted()
      const waiters = waiting.get(organization) ?? []
      if (waiters.filter(({ user }) => user === user_id).length >= maxQueuedPerUser) {
        const detail = message('queue.full')
        throw new AppError('too_many_requests', detail, { retryAfterSeconds: 10 })
      }
      await new Promise<void>((resolve, reject) => {
        const onAbort = () => {
          removeWaiter(organization, waiter)
          reject(signal.reason)
        }
        const waiter: Waiter = {
          user: user_id,
          start: () => {
            signal.removeEventListener('abort', onAbort)
            resolve()
          },
        }
        signal.addEventListener('abort', onAbort, { once: true })
        waiting.set(organization, [...waiters, waiter])
        startNext()
      })
      try {
        signal.throwIfAborted()
        return await work()
      } finally {
        end(organization)
      }
    },
  }
}
