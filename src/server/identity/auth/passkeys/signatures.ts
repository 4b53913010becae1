// A signature of a passkey, wherever one is asked for: its challenge is spent before the work, and a refused one is recorded.
import { type AuthenticationResponseJSON, verifyAuthenticationResponse } from '@simplewebauthn/server'
import { message } from '../../../../contract/messages/message.ts'
import type { PasskeyRequest, SignedByPasskey } from '../../../../contract/passkeys.ts'
import { AppError } from '../../../errors.ts'
import type { Keys } from '../../../keys.ts'
import { writeAuditEvent } from '../../../platform/db/audit-events.ts'
import { type Database, inTenant, type Tenant } from '../../../platform/db/index.ts'
import * as users from '../../users/service.ts'
import { network, type RateLimits } from '../rate-limit.ts'
import { type PasskeyUse, passkeyChallenges, passkeySeconds } from './challenges.ts'
import * as queries from './queries.ts'
import { relyingParty } from './relying-party.ts'

interface SignatureDependencies {
  database: Database
  keys: Keys
  now: () => Date
  limits: RateLimits
  publicUrl: string
}

interface User {
  organization_id: string
  user_id: string
}

interface Signature {
  passkey: SignedByPasskey
  use: PasskeyUse
  /** Whose passkey it must be; undefined if it says itself who logs in. */
  of?: User | undefined
  ip: string | undefined
}

type Found = NonNullable<Awaited<ReturnType<typeof queries.find>>>

export function passkeySignatures({ database, keys, now, limits, publicUrl }: SignatureDependencies) {
  const challenges = passkeyChallenges({ database, keys, now })

  /** `of`: whose passkeys are asked for; by default any. */
  async function request(use: PasskeyUse, of?: User): Promise<PasskeyRequest> {
    const { id: rpId } = relyingParty(publicUrl)
    const known = of ? await inTenant(database, of, (tenant) => queries.descriptors(tenant, of.user_id)) : []
    return {
      rpId,
      challenge: challenges.make(use),
      timeout: passkeySeconds * 1000,
      allowCredentials: known.map(descriptorOf),
      userVerification: 'required',
    }
  }

  /** Runs `work` in the transaction that records the use. Throws `passkey_refused` or `passkey_expired`. */
  async function withPasskey<T>(
    { passkey, use, of, ip }: Signature,
    work: (tenant: Tenant, found: Found) => Promise<T>,
  ): Promise<T> {
    const party = relyingParty(publicUrl)
    await limits.count('passkey', network(ip ?? ''))
    const challenge = challengeIn(passkey)
    await challenges.spend(challenge, use)
    const found = await queries.find(database, Buffer.from(passkey.id, 'base64url'))
    const isTheirs = found && (!of || (of.user_id === found.user_id && of.organization_id === found.organization_id))
    const verified = isTheirs ? await verify(passkey, found, { challenge, ...party }) : undefined
    const done =
      found &&
      verified &&
      (await inTenant(database, found, async (tenant) => {
        // In the order of locks: the user, then what is theirs.
        await users.holdUser(tenant, found.user_id)
        if (!(await queries.use(tenant, found.id, verified, now()))) return undefined
        return { result: await work(tenant, found) }
      }))
    if (done) return done.result
    const whose = of ?? found
    if (whose)
      await inTenant(database, whose, (tenant) =>
        writeAuditEvent(tenant, { action: 'passkey_refused', user_id: whose.user_id, ip, at: now() }),
      )
    throw passkeyRefused()
  }

  return { request, withPasskey }
}

export const passkeyRefused = () => new AppError('passkey_refused', message('passkey.refused'))

export const descriptorOf = ({ credential_id, transports }: { credential_id: Buffer; transports: string[] }) => ({
  id: credential_id.toString('base64url'),
  type: 'public-key' as const,
  transports,
})

/** The challenge that the browser says was signed, which the signature covers; none if a page of another site framed Kabar. */
export function challengeIn({ response }: { response: { clientDataJSON: string } }): string {
  try {
    const said = JSON.parse(Buffer.from(response.clientDataJSON, 'base64url').toString()) as Record<string, unknown>
    return typeof said.challenge === 'string' && said.crossOrigin !== true ? said.challenge : ''
  } catch {
    return ''
  }
}

/** Undefined unless this passkey signed this challenge here, after it had verified its user, and its count has risen. */
async function verify(
  { id, rawId, type, response }: SignedByPasskey,
  { public_key, sign_count, user_handle }: Found,
  party: { challenge: string; id: string; origin: string },
): Promise<{ sign_count: number; is_synced: boolean } | undefined> {
  const { userHandle } = response
  if (userHandle && userHandle !== user_handle.toString('base64url')) return undefined
  const json: AuthenticationResponseJSON = {
    ...{ id, rawId, type },
    response: { ...response, userHandle: userHandle ?? undefined },
    clientExtensionResults: {},
  }
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: json,
      expectedChallenge: party.challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
      credential: { id, publicKey: Uint8Array.from(public_key), counter: sign_count },
    })
    const { newCounter, credentialBackedUp } = authenticationInfo
    return verified ? { sign_count: newCounter, is_synced: credentialBackedUp } : undefined
  } catch {
    // The library throws for whatever is wrong with it.
    return undefined
  }
}
