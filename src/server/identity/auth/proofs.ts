// Fresh proof, before what cannot be undone: in the last ten minutes of this session, the user gave a passkey, or the password and,
// with two-step login, a code.
import type { Proof } from '../../../contract/auth.ts'
import { message } from '../../../contract/messages/message.ts'
import type { PasskeyRequest, SignedByPasskey } from '../../../contract/passkeys.ts'
import { AppError, fieldError } from '../../errors.ts'
import type { Keys } from '../../keys.ts'
import { type Database, inTenant, type Tenant } from '../../platform/db/index.ts'
import { type Caller, proofRequired, requireFreshProof, sessionOf } from '../../platform/http/authentication.ts'
import * as users from '../users/service.ts'
import { passwordMatches } from './hashing.ts'
import { passkeySignatures } from './passkeys/signatures.ts'
import * as queries from './queries.ts'
import { noLimits, rateLimits } from './rate-limit.ts'
import { codeAttempts } from './second-factor/attempts.ts'
import * as factors from './second-factor/queries.ts'

interface ProofDependencies {
  database: Database
  keys: Keys
  now: () => Date
  /** Whether attempts are rate limited. */
  limited: boolean
  /** Base of links in emails. */
  publicUrl: string
}

const freshMs = 10 * 60_000

export const isFresh = (proved_at: string | null, now: Date) =>
  proved_at !== null && now.getTime() - Date.parse(proved_at) < freshMs

export function proofs({ database, keys, now, limited, publicUrl }: ProofDependencies) {
  const limits = limited ? rateLimits({ database, keys, now }) : noLimits
  const withCode = codeAttempts({ database, keys, now, limits, publicUrl })
  const { request, withPasskey } = passkeySignatures({ database, keys, now, limits, publicUrl })

  /** The proof counts only for this session: other devices of the user must give their own. */
  async function prove(caller: Caller, { password, code }: Proof): Promise<void> {
    const user = await holderOf(caller, password, 'password')
    // If the password changed meanwhile, the session has ended, or the user must type the new password.
    const setProved = async (tenant: Tenant) => {
      if (!(await queries.setProved(tenant, caller, user.password_hash, now()))) throw wrongPassword('password')
    }
    if (!(await factors.isOn(database, caller))) return await inTenant(database, caller, setProved)
    if (code === undefined) throw fieldError('invalid_request', 'code', message('field.required'))
    const { organization_id, user_id, ip } = caller
    await withCode({ organization_id, user_id, user, code, ip }, setProved)
  }

  async function passkeyRequest(caller: Caller): Promise<PasskeyRequest> {
    return await request({ purpose: 'proof', session_id: sessionOf(caller) }, caller)
  }

  /** A passkey replaces password and code, because the device has verified its user. */
  async function proveByPasskey(caller: Caller, passkey: SignedByPasskey): Promise<void> {
    const use = { purpose: 'proof', session_id: sessionOf(caller) } as const
    await withPasskey({ passkey, use, of: caller, ip: caller.ip }, async (tenant) => {
      const user = await users.credentials(tenant, caller.user_id)
      if (!user || !(await queries.setProved(tenant, caller, user.password_hash, now())))
        throw new AppError('unauthenticated')
    })
  }

  /** With a second factor, the current password in the request is not enough: the session needs a fresh proof. */
  async function proveByPassword(caller: Caller, current_password: string): Promise<void> {
    const user = await holderOf(caller, current_password, 'current_password')
    if (await factors.isOn(database, caller)) return requireFreshProof(caller)
    const proved = (tenant: Tenant) => queries.setProved(tenant, caller, user.password_hash, now())
    if (!(await inTenant(database, caller, proved))) throw wrongPassword('current_password')
  }

  /** Returns the user if the password is right. `field`: the field to report a wrong password on. */
  async function holderOf(caller: Caller, password: string, field: 'password' | 'current_password') {
    await limits.count('password', caller.user_id)
    const user = await inTenant(database, caller, (tenant) => users.credentials(tenant, caller.user_id))
    if (!user) throw new AppError('unauthenticated')
    if (!(await passwordMatches(user.password_hash, password))) throw wrongPassword(field)
    return user
  }

  return { prove, proveByPassword, passkeyRequest, proveByPasskey }
}

/**
 * Call it in the transaction of the change. A concurrent password change then waits, or has ended this session already, so nobody
 * who knows only the old password changes anything.
 */
export async function holdProof(tenant: Tenant, caller: Caller, now: Date): Promise<void> {
  await users.holdUser(tenant, caller.user_id)
  const session = await queries.proofOf(tenant, caller)
  if (!session) throw new AppError('unauthenticated')
  if (!isFresh(session.proved_at, now)) throw proofRequired()
}

const wrongPassword = (field: 'password' | 'current_password') =>
  fieldError('wrong_password', field, message('password.incorrect'))
