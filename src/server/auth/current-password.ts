// Proof of the current password, required before sensitive changes.
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
  /** Whether attempts are rate limited. */
  limited: boolean
}

/** Returns the user with the verified hash: the change must fail if the hash has changed since. */
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
