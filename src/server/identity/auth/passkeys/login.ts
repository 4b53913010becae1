// Logging in with a passkey: alone, or as the second step after the password.
import type { Tokens } from '../../../../contract/auth.ts'
import { message } from '../../../../contract/messages/message.ts'
import type { PasskeyLogin, PasskeyRequest } from '../../../../contract/passkeys.ts'
import { AppError } from '../../../errors.ts'
import type { Keys } from '../../../keys.ts'
import type { Database } from '../../../platform/db/index.ts'
import * as users from '../../users/service.ts'
import type { Origin } from '../origin.ts'
import { provenDevices } from '../proven-device.ts'
import type { RateLimits } from '../rate-limit.ts'
import { loginChallenges, rememberMs } from '../second-factor/login-challenge.ts'
import type { OpenSession } from '../session-tokens.ts'
import * as queries from './queries.ts'
import { passkeyRefused, passkeySignatures } from './signatures.ts'

interface PasskeyLoginDependencies {
  database: Database
  keys: Keys
  now: () => Date
  limits: RateLimits
  publicUrl: string
  openSession: OpenSession
}

export function passkeyLogins(dependencies: PasskeyLoginDependencies) {
  const { keys, now, openSession } = dependencies
  const { request, withPasskey } = passkeySignatures(dependencies)
  const provenDevice = provenDevices(dependencies)
  const challenges = loginChallenges(keys('login-challenge'))

  /** `challenge`: of the login whose second step it is. */
  async function loginRequest(challenge: string | undefined): Promise<PasskeyRequest> {
    if (challenge === undefined) return await request({ purpose: 'login' })
    return await request({ purpose: 'second_step', challenge }, claimsOf(challenge))
  }

  /** The device has verified its user, so that a passkey alone is both steps. */
  async function login(body: PasskeyLogin, origin: Origin): Promise<Tokens> {
    const { passkey, challenge, device_tokens = [], remember = false } = body
    const first = challenge === undefined ? undefined : claimsOf(challenge)
    const use =
      challenge === undefined ? ({ purpose: 'login' } as const) : ({ purpose: 'second_step', challenge } as const)
    return await withPasskey(
      { passkey, use, of: first, ip: origin.ip },
      async (tenant, { organization_id, user_id, id, needs_password }) => {
        const user = await users.credentials(tenant, user_id)
        // Disabled.
        if (!user) throw passkeyRefused()
        const { password_hash } = user
        if (first && !first.isFor(password_hash)) throw challengeInvalid()
        if (needs_password && !first) throw new AppError('passkey_refused', message('passkey.needs_password'))
        if (needs_password && first?.by === 'password') await queries.confirm(tenant, id)
        const account = { id: user_id, organization_id, password_hash }
        const known = await provenDevice(account, device_tokens)
        const device_id = first ? first.device_id : known.device_id
        const remembered_until = first && remember ? new Date(now().getTime() + rememberMs) : known.remembered_until
        const proved = { organization_id, user_id, password_hash, is_proved: true }
        return await openSession(
          tenant,
          { ...proved, ...{ remembered_until, device_id }, ...origin },
          { isKnownDevice: device_id !== undefined, by: first?.by ?? 'passkey' },
        )
      },
    )
  }

  function claimsOf(challenge: string) {
    const claims = challenges.read(challenge, now())
    if (!claims) throw challengeInvalid()
    return claims
  }

  return { loginRequest, login }
}

const challengeInvalid = () => new AppError('challenge_invalid', message('second_factor.expired'))
