// Hashing of passwords with argon2id, so that many sign-ins at once cannot take all memory and processors.
import { availableParallelism } from 'node:os'
import argon2 from '@node-rs/argon2'
import { AppError } from '../errors.ts'

export interface PasswordWork {
  /** KiB. */
  memoryCost: number
  timeCost: number
  parallelism: number
}

// OWASP's floor: 19 MiB, two passes. About 12 ms on one core.
export const passwordWork: PasswordWork = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export async function hashPassword(password: string, work = passwordWork): Promise<string> {
  return await inTurn(() => argon2.hash(password.normalize('NFC'), work))
}

/** Without a hash (nobody has the address) the same work is done, so that the time tells nothing. */
export async function passwordMatches(passwordHash: string | undefined, password: string): Promise<boolean> {
  const matches = await inTurn(() => argon2.verify(passwordHash ?? nobody, password.normalize('NFC')))
  return matches && passwordHash !== undefined
}

/** True for a hash made with less work than is asked for now. */
export function isOutdated(passwordHash: string, work = passwordWork): boolean {
  const [, m, t, p] = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$/.exec(passwordHash)?.map(Number) ?? []
  if (m === undefined || t === undefined || p === undefined) return true
  return m < work.memoryCost || t < work.timeCost || p < work.parallelism
}

/** Runs at most `atOnce` pieces of work; `waiting` more may queue, and beyond that the answer is 503. */
export function bounded(atOnce: number, waiting: number) {
  let running = 0
  const queue: (() => void)[] = []
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running < atOnce) running += 1
    else if (queue.length < waiting) await new Promise<void>((go) => queue.push(go))
    else {
      throw new AppError('unavailable', 'Many people are signing in right now. Try again in a few seconds.', {
        retryAfterSeconds: 2,
      })
    }
    try {
      return await work()
    } finally {
      // The place goes to the next in the queue, so `running` stays.
      const next = queue.shift()
      if (next) next()
      else running -= 1
    }
  }
}

const nobody = `$argon2id$v=19$m=${passwordWork.memoryCost},t=${passwordWork.timeCost},p=${passwordWork.parallelism}$${'A'.repeat(22)}$${'A'.repeat(43)}`
const inTurn = bounded(availableParallelism(), 64)
