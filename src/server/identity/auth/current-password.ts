// Proof of the current password, required before sensitive changes.
import { message } from '../../../contract/messages/message.ts'
import { AppError, fieldError } from '../../errors.ts'
import type { Keys } from '../../keys.ts'
import { type Database, inTenant } from '../../platform/db/index.ts'
import type { Caller } from '../../platform/http/authentication.ts'
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
  return async (caller: Caller, password: string) => {
    await limits.count('password', caller.user_id)
    const user = await inTenant(database, caller, (tenant) => credentials(tenant, caller.user_id))
    if (!user) throw new AppError('unauthenticated')
    if (!(await passwordMatches(user.password_hash, password))) throw wrongPassword()
    return user
  }
}

export const wrongPassword = () => fieldError('wrong_password', 'current_password', message('password.incorrect'))
