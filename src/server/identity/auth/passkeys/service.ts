// Rules of a user's passkeys: adding, renaming and removing them. Each change is audited, and told by email.
import { verifyRegistrationResponse } from '@simplewebauthn/server'
import { decodeAttestationObject } from '@simplewebauthn/server/helpers'
import { message } from '../../../../contract/messages/message.ts'
import type { NewPasskey, Passkey, PasskeyCreation, PasskeyList } from '../../../../contract/passkeys.ts'
import { passkeyLimit } from '../../../../contract/passkeys.ts'
import { AppError, orNotFound } from '../../../errors.ts'
import { hmac, type Keys } from '../../../keys.ts'
import { type Database, inTenant, type Tenant } from '../../../platform/db/index.ts'
import { type Caller, sessionOf } from '../../../platform/http/authentication.ts'
import { deviceOf } from '../device.ts'
import type { Origin } from '../origin.ts'
import { holdProof } from '../proofs.ts'
import { noLimits, rateLimits } from '../rate-limit.ts'
import { factorChanges, ownerOf } from '../second-factor/changes.ts'
import { hasAny } from '../second-factor/queries.ts'
import { authenticatorName } from './authenticators.ts'
import { passkeyChallenges, passkeySeconds } from './challenges.ts'
import * as queries from './queries.ts'
import { relyingParty, whyUnavailable } from './relying-party.ts'
import { challengeIn, descriptorOf, passkeyRefused } from './signatures.ts'

interface PasskeyDependencies {
  database: Database
  keys: Keys
  now: () => Date
  /** Whether attempts are rate limited. */
  limited: boolean
  publicUrl: string
}

/** EdDSA, ES256 and RS256: what authenticators have. */
const algorithms = [-8, -7, -257]

export function passkeyRules({ database, keys, now, limited, publicUrl }: PasskeyDependencies) {
  const limits = limited ? rateLimits({ database, keys, now }) : noLimits
  const challenges = passkeyChallenges({ database, keys, now })
  const { record, tell, endOthers, missingCodes, settleRemoval } = factorChanges({ keys, now, publicUrl })

  async function creation(caller: Caller): Promise<PasskeyCreation> {
    const { id } = relyingParty(publicUrl)
    const { user_id } = caller
    await limits.count('second_factor', user_id)
    return await inTenant(database, caller, async (tenant) => {
      await holdProof(tenant, caller, now())
      const { name, email } = await ownerOf(tenant, caller)
      const known = await queries.descriptors(tenant, user_id)
      if (known.length >= passkeyLimit) throw tooMany()
      return {
        rp: { id, name: 'Kabar' },
        user: { id: handleOf(user_id, known).toString('base64url'), name: email, displayName: name },
        challenge: challenges.make({ purpose: 'creation', session_id: sessionOf(caller) }),
        pubKeyCredParams: algorithms.map((alg) => ({ alg, type: 'public-key' as const })),
        timeout: passkeySeconds * 1000,
        attestation: 'none',
        excludeCredentials: known.map(descriptorOf),
        authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
      }
    })
  }

  async function create(
    caller: Caller,
    { passkey, name }: { passkey: NewPasskey; name?: string | undefined },
    origin: Origin,
  ): Promise<{ passkey: Passkey; recovery_codes: string[] }> {
    const party = relyingParty(publicUrl)
    const { user_id } = caller
    const challenge = challengeIn(passkey)
    await challenges.spend(challenge, { purpose: 'creation', session_id: sessionOf(caller) })
    const made = await verify(passkey, { challenge, ...party })
    if (!made) throw passkeyRefused()
    return await inTenant(database, caller, async (tenant) => {
      await holdProof(tenant, caller, now())
      const known = await queries.descriptors(tenant, user_id)
      if (known.length >= passkeyLimit) throw tooMany()
      const wasOn = await hasAny(tenant, user_id)
      const { aaguid, ...key } = made
      const row = { ...key, user_handle: handleOf(user_id, known), created_at: now(), last_used_at: null }
      const added = await queries.insert(tenant, user_id, { ...row, name: name ?? nameOf(aaguid, origin) })
      if (!added) throw new AppError('state_conflict', message('passkey.known'))
      if (!wasOn) {
        await endOthers(tenant, caller)
        await record(tenant, caller, 'second_factor_on')
      }
      await tell(tenant, caller, 'passkey_added', { name: added.name })
      return { passkey: added, recovery_codes: await missingCodes(tenant, caller) }
    })
  }

  /** Ends all other sessions: the device that has it may be in other hands. */
  async function remove(caller: Caller, id: string): Promise<void> {
    await inTenant(database, caller, async (tenant) => {
      await holdProof(tenant, caller, now())
      const { name } = orNotFound(await queries.remove(tenant, caller.user_id, id))
      await endOthers(tenant, caller)
      await settleRemoval(tenant, caller, 'passkey_removed', { name })
    })
  }

  /** The same for all passkeys of a user, also of two that are added at once: an authenticator keeps one for each account. */
  function handleOf(user_id: string, known: { user_handle: Buffer }[]): Buffer {
    return known[0]?.user_handle ?? hmac(keys('passkey-handle'), user_id)
  }

  return { creation, create, remove }
}

export async function listPasskeys(tenant: Tenant, { user_id }: Caller, publicUrl: string): Promise<PasskeyList> {
  const data = await queries.list(tenant, user_id)
  return { data, unavailable: whyUnavailable(publicUrl), address: new URL(publicUrl).origin }
}

export async function renamePasskey(tenant: Tenant, { user_id }: Caller, id: string, name: string): Promise<Passkey> {
  return orNotFound(await queries.rename(tenant, user_id, id, name))
}

/** The new key, or undefined if the response is not from an authenticator that verified its user for this challenge. */
async function verify(
  { id, rawId, type, response }: NewPasskey,
  party: { challenge: string; id: string; origin: string },
): Promise<
  | (Pick<queries.NewRow, 'credential_id' | 'public_key' | 'sign_count' | 'transports' | 'is_synced'> & {
      aaguid: string
    })
  | undefined
> {
  const { transports = [], ...signed } = response
  try {
    if (hasCertificates(response.attestationObject)) return undefined
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: { id, rawId, type, response: signed, clientExtensionResults: {} },
      expectedChallenge: party.challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    })
    if (!verified) return undefined
    const { credential, aaguid, credentialBackedUp: is_synced } = registrationInfo
    return {
      credential_id: Buffer.from(credential.id, 'base64url'),
      public_key: Buffer.from(credential.publicKey),
      sign_count: credential.counter,
      ...{ transports, is_synced, aaguid },
    }
  } catch {
    // The library throws for whatever is wrong with it.
    return undefined
  }
}

/**
 * A chain of certificates would make the library fetch revocation lists from addresses that the sender chose. Kabar asks
 * for no attestation, so browsers send none.
 */
function hasCertificates(attestationObject: string): boolean {
  const attestation = decodeAttestationObject(Uint8Array.from(Buffer.from(attestationObject, 'base64url')))
  const isSelfSigned = attestation.get('fmt') === 'packed' && !attestation.get('attStmt').get('x5c')
  return attestation.get('fmt') !== 'none' && !isSelfSigned
}

/** The authenticator's, else the browser and system with which it was made. */
function nameOf(aaguid: string, { user_agent }: Origin): string {
  const { browser, system } = deviceOf(user_agent ?? null)
  return authenticatorName(aaguid) ?? ([browser, system].filter(Boolean).join(', ') || 'Passkey')
}

const tooMany = () => new AppError('state_conflict', message('passkey.too_many', { count: passkeyLimit }))
