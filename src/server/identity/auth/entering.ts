// After the first step of a login: opens a session, or asks for the second step.
import type { Tokens } from '../../../contract/auth.ts'
import { message } from '../../../contract/messages/message.ts'
import { AppError } from '../../errors.ts'
import type { Keys } from '../../keys.ts'
import { type Database, inTenant } from '../../platform/db/index.ts'
import type { Origin } from './origin.ts'
import type { ProvenDevice } from './proven-device.ts'
import { loginChallenges } from './second-factor/login-challenge.ts'
import * as factors from './second-factor/queries.ts'
import type { OpenSession } from './session-tokens.ts'

interface Entering {
  /** `password_hash` as read when the user was identified; no session opens if the password has changed since. */
  user: { id: string; organization_id: string; password_hash: string }
  device: ProvenDevice
  by: 'password' | 'provider'
  origin: Origin
}

interface EnteringDependencies {
  database: Database
  keys: Keys
  now: () => Date
  openSession: OpenSession
}

export function entering({ database, keys, now, openSession }: EnteringDependencies) {
  const challenges = loginChallenges(keys('login-challenge'))

  /** Throws `second_factor_required` with the challenge of the second step, unless this device is remembered. */
  return async function enter({ user, device, by, origin }: Entering): Promise<Tokens> {
    const { id: user_id, organization_id, password_hash } = user
    const session = { organization_id, user_id, password_hash, device_id: device.device_id, ...origin }
    const isOn = await factors.isOn(database, session)
    const remembered_until = isOn ? device.remembered_until : undefined
    if (isOn && !remembered_until) {
      const { device_id } = device
      const challenge = challenges.make({ organization_id, user_id, device_id, by }, password_hash, now())
      const current = { challenge, ...(await factors.waysOf(database, session)) }
      throw new AppError('second_factor_required', message('second_factor.enter_code'), { current })
    }
    return await inTenant(database, { organization_id }, (tenant) =>
      openSession(
        tenant,
        // A provider may have logged the user in without asking; only a password that was just typed is a fresh proof.
        { ...session, is_proved: by === 'password' && !isOn, remembered_until },
        { isKnownDevice: device.token !== undefined, by },
      ),
    )
  }
}
