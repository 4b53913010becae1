// Proof that whoever is signed in knows their password, before something that cannot be taken back.
import { type Database, inTenant } from '../db/index.ts'
import { AppError, fieldError } from '../errors.ts'
import type { Caller } from '../http/authentication.ts'
import type { Keys } from '../keys.ts'
import { credentials } from '../users/service.ts'
import { passwordMatches } from './hashing.ts'
import { noLimits, rateLimits } from './rate-limit.ts'

interface PasswordProofDependencies {
  database: Database
  keys: Keys
  now: () => Date
  /** Whether tries are counted and refused. */
  limited: boolean
}

/** Answers whom it proved, with the hash: what is done by it must find the same one still there. */
export function passwordProof({ database, keys, now, limited }: PasswordProofDependencies) {
  const limits = limited ? rateLimits({ database, keys, now }) : noLimits
  return async (who: Caller, password: string) => {
    await limits.count('password', who.user_id)
    const user = await inTenant(database, who, (tenant) => credentials(tenant, who.user_id))
    if (!user) throw new AppError('unauthenticated')
    if (!(await passwordMatches(user.password_hash, password))) throw wrongPassword()
    return user
  }
}

export const wrongPassword = () =>
  fieldError('wrong_password', 'current_password', 'This is not your current password. Type it again.')
