// Challenges that a passkey signs: for one purpose of one session or login, for five minutes, once.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { message } from '../../../../contract/messages/message.ts'
import { AppError } from '../../../errors.ts'
import { digest, type Keys } from '../../../keys.ts'
import type { Database } from '../../../platform/db/index.ts'
import { countAttempt } from '../queries.ts'

export const passkeySeconds = 300

/** What a signature allows, and to whom. */
export type PasskeyUse =
  | { purpose: 'creation' | 'proof'; session_id: string }
  /** `challenge`: of the login whose second step it is. */
  | { purpose: 'second_step'; challenge: string }
  | { purpose: 'login' }

/** Nothing is stored until it is used: asking for challenges costs nothing. */
export function passkeyChallenges({ database, keys, now }: { database: Database; keys: Keys; now: () => Date }) {
  const key = keys('passkey-challenge')

  function make(use: PasskeyUse): string {
    const content = Buffer.concat([randomBytes(16), Buffer.alloc(8)])
    content.writeBigUInt64BE(BigInt(now().getTime()), 16)
    return Buffer.concat([content, sealOf(content, use)]).toString('base64url')
  }

  /** Throws unless it was made for this use, lately, and is used for the first time, on any server. */
  async function spend(challenge: string, use: PasskeyUse): Promise<void> {
    const bytes = Buffer.from(challenge, 'base64url')
    const content = bytes.subarray(0, 24)
    const isOurs = bytes.length === 56 && timingSafeEqual(bytes.subarray(24), sealOf(content, use))
    if (!isOurs) throw expired()
    const age = now().getTime() - Number(content.readBigUInt64BE(16))
    if (age < 0 || age >= passkeySeconds * 1000) throw expired()
    const name = `passkey_challenge:${digest(bytes.toString('base64url')).toString('base64url')}`
    const { attempts } = await countAttempt(database, name, passkeySeconds, now())
    if (attempts > 1) throw expired()
  }

  function sealOf(content: Buffer, { purpose, ...of }: PasskeyUse): Buffer {
    return createHmac('sha256', key)
      .update(content)
      .update([purpose, ...Object.values(of)].join('|'))
      .digest()
  }

  return { make, spend }
}

const expired = () => new AppError('passkey_expired', message('passkey.expired'))
