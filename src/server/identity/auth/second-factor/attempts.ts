// An attempt with a code, wherever one is typed: counted before the work, told if it is wrong or a recovery code.
import type { Keys } from '../../../keys.ts'
import { writeAuditEvent } from '../../../platform/db/audit-events.ts'
import { type Database, inTenant, type Tenant } from '../../../platform/db/index.ts'
import { emailTo, queueMail } from '../../../platform/mail/service.ts'
import * as users from '../../users/service.ts'
import { network, type RateLimits } from '../rate-limit.ts'
import { acceptCode, wrongCode } from './codes.ts'
import * as queries from './queries.ts'

interface AttemptDependencies {
  database: Database
  keys: Keys
  now: () => Date
  limits: RateLimits
  /** Base of links in emails. */
  publicUrl: string
}

interface Attempt {
  organization_id: string
  user_id: string
  user: { email_key: string; name: string; email: string; locale: string }
  code: string
  ip: string | undefined
}

/** After this many wrong codes in an hour the user is told by email that somebody knows their password. */
const alarmingCodes = 5

export function codeAttempts({ database, keys, now, limits, publicUrl }: AttemptDependencies) {
  /** Runs `work` in the transaction that uses up the code. Throws `wrong_code` if it is wrong or was used. */
  return async function withCode<T>(attempt: Attempt, work: (tenant: Tenant) => Promise<T>): Promise<T> {
    const { user_id, user, code, ip } = attempt
    const place = { account: user.email_key, network: network(ip ?? '') }
    const attempts = await limits.countCode(place)
    const done = await inTenant(database, attempt, async (tenant) => {
      // In the order of locks: the user, then what is theirs.
      await users.holdUser(tenant, user_id)
      const kind = await acceptCode(tenant, keys, user_id, code, now())
      if (kind === undefined) return undefined
      if (kind === 'recovery') await tellOfRecoveryCode(tenant, attempt)
      return { result: await work(tenant) }
    })
    if (!done) {
      await tellOfWrongCode(attempt, attempts)
      throw wrongCode()
    }
    await limits.forgiveCode(place)
    return done.result
  }

  async function tellOfWrongCode(attempt: Attempt, attempts: number) {
    const { user_id, user, ip } = attempt
    await inTenant(database, attempt, async (tenant) => {
      await writeAuditEvent(tenant, { action: 'sign_in_failed', user_id, ip, at: now() })
      if (attempts !== alarmingCodes) return
      const values = { count: String(attempts), address: ip ?? '?', url: `${publicUrl}/reset-password` }
      await queueMail(tenant, keys, emailTo(user, 'wrong_codes', values))
    })
  }

  async function tellOfRecoveryCode(tenant: Tenant, { user_id, user, ip }: Attempt) {
    await writeAuditEvent(tenant, { action: 'recovery_code_used', user_id, ip, at: now() })
    const count = String(await queries.recoveryCodesLeft(tenant, user_id))
    await queueMail(
      tenant,
      keys,
      emailTo(user, 'recovery_code_used', { count, url: `${publicUrl}/account#second-factor` }),
    )
  }
}
