// Codes of the second step: of the app, each accepted once, or a recovery code.
import { randomInt } from 'node:crypto'
import { message } from '../../../../contract/messages/message.ts'
import { recoveryCodeCount } from '../../../../contract/second-factor.ts'
import { fieldError } from '../../../errors.ts'
import { digest, type Keys, seal, unseal } from '../../../keys.ts'
import type { Tenant } from '../../../platform/db/index.ts'
import * as passkeys from '../passkeys/queries.ts'
import * as queries from './queries.ts'
import { matchingStep } from './totp.ts'

const place = ({ organization_id }: Tenant, user_id: string) => `${organization_id}|${user_id}`

export const sealSecret = (tenant: Tenant, keys: Keys, user_id: string, secret: Buffer) =>
  seal(keys('second-factor'), place(tenant, user_id), secret)
export const openSecret = (tenant: Tenant, keys: Keys, user_id: string, sealed: Buffer) =>
  unseal(keys('second-factor'), place(tenant, user_id), sealed)

/** For a user who moves to another organization, in one transaction; to be given there. */
export async function takeSecondFactor(tenant: Tenant, keys: Keys, user_id: string) {
  const { app, code_hashes } = await queries.take(tenant, user_id)
  const opened = app && { ...app, secret: openSecret(tenant, keys, user_id, app.secret) }
  return { app: opened, code_hashes, keys: await passkeys.take(tenant, user_id) }
}

export async function giveSecondFactor(
  tenant: Tenant,
  keys: Keys,
  user_id: string,
  { app, code_hashes, keys: theirs }: Awaited<ReturnType<typeof takeSecondFactor>>,
): Promise<void> {
  const sealed = app && { ...app, secret: sealSecret(tenant, keys, user_id, app.secret) }
  await queries.give(tenant, user_id, { app: sealed, code_hashes })
  for (const passkey of theirs) await passkeys.insert(tenant, user_id, passkey)
}

export const wrongCode = () => fieldError('wrong_code', 'code', message('second_factor.wrong_code'))

/** Which kind of code it was; undefined if it is wrong or was used. In the transaction of what it allows. */
export async function acceptCode(
  tenant: Tenant,
  keys: Keys,
  user_id: string,
  typed: string,
  now: Date,
): Promise<'app' | 'recovery' | undefined> {
  const code = typed.replace(/[\s-]/g, '').toLowerCase()
  if (!/^\d{6}$/.test(code)) {
    const isGood = await queries.useRecoveryCode(tenant, user_id, recoveryDigest(user_id, code), now)
    return isGood ? 'recovery' : undefined
  }
  const factor = await queries.get(tenant, user_id)
  if (!factor?.secret) return undefined
  const secret = readable(() => openSecret(tenant, keys, user_id, factor.secret!))
  const step = secret && matchingStep(secret, code, now)
  return step !== undefined && (await queries.useStep(tenant, user_id, step)) ? 'app' : undefined
}

/** Undefined in a copy that was restored without its secret: recovery codes still count there. */
function readable(open: () => Buffer): Buffer | undefined {
  try {
    return open()
  } catch {
    return undefined
  }
}

/** Without letters and digits that look alike. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789'

/** Replaces the user's codes. Of 79 bits each: as with a token, a slow hash would add nothing. */
export async function newRecoveryCodes(tenant: Tenant, user_id: string): Promise<string[]> {
  const four = () => Array.from({ length: 4 }, () => alphabet[randomInt(alphabet.length)]).join('')
  const codes = Array.from({ length: recoveryCodeCount }, () => [four(), four(), four(), four()].join('-'))
  const digests = codes.map((code) => recoveryDigest(user_id, code.replaceAll('-', '')))
  await queries.replaceRecoveryCodes(tenant, user_id, digests)
  return codes
}

const recoveryDigest = (user_id: string, code: string) => digest(`${user_id}|${code}`)
