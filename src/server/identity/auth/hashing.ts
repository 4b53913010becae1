// Password hashing with argon2id, bounded so that many sign-ins cannot exhaust memory and processors.

import { availableParallelism } from 'node:os'
import argon2 from '@node-rs/argon2'
import { message } from '../../../contract/messages/message.ts'
import { AppError } from '../../errors.ts'

export interface PasswordWork {
  /** KiB. */
  memoryCost: number
  timeCost: number
  parallelism: number
}

// OWASP's minimum: 19 MiB, two passes. About 12 ms on one core.
export const passwordWork: PasswordWork = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export async function hashPassword(password: string, work = passwordWork): Promise<string> {
  return await inTurn(() => argon2.hash(password.normalize('NFC'), work))
}

/** Without a hash (no such account) it does the same work, so that the response time reveals nothing. */
export async function passwordMatches(
  passwordHash: string | undefined,
  password: string,
  work = passwordWork,
): Promise<boolean> {
  const matches = await inTurn(() => argon2.verify(passwordHash ?? nobody(work), password.normalize('NFC')))
  return matches && passwordHash !== undefined
}

/** Whether the hash was made with less work than configured now. */
export function isOutdated(passwordHash: string, work = passwordWork): boolean {
  const [, m, t, p] = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$/.exec(passwordHash)?.map(Number) ?? []
  if (m === undefined || t === undefined || p === undefined) return true
  return m < work.memoryCost || t < work.timeCost || p < work.parallelism
}

/** Runs at most `maxConcurrent` jobs concurrently; `maxQueued` more may queue, and any beyond that get 503. */
export function bounded(maxConcurrent: number, maxQueued: number) {
  let running = 0
  const queue: (() => void)[] = []
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running < maxConcurrent) running += 1
    else if (queue.length < maxQueued) await new Promise<void>((go) => queue.push(go))
    else {
      throw new AppError('unavailable', message('login.too_many'), {
        retryAfterSeconds: 2,
      })
    }
    try {
      return await work()
    } finally {
      // The slot passes to the next job in the queue, so `running` is unchanged.
      const next = queue.shift()
      if (next) next()
      else running -= 1
    }
  }
}

const nobody = ({ memoryCost, timeCost, parallelism }: PasswordWork) =>
  `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$${'A'.repeat(22)}$${'A'.repeat(43)}`
const inTurn = bounded(availableParallelism(), 64)
