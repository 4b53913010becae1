// Rate limits of sign-in attempts: per network, account and network, device, and session. Counted before the work.

import { isIPv6 } from 'node:net'
import { message } from '../../../contract/messages/message.ts'
import { AppError } from '../../errors.ts'
import { hmac, type Keys } from '../../keys.ts'
import type { Database } from '../../platform/db/index.ts'
import * as queries from './queries.ts'

const rules = {
  login: { attempts: 30, seconds: 300 },
  // For all networks together, except devices that signed in before: a limit for attackers with many networks.
  login_account: { attempts: 100, seconds: 3600 },
  // After the right password. For all networks together, because a code has only six digits.
  code: { attempts: 20, seconds: 3600 },
  second_factor: { attempts: 20, seconds: 3600 },
  api_token: { attempts: 30, seconds: 3600 },
  // Signatures cannot be guessed; this only limits the work of checking them.
  passkey: { attempts: 30, seconds: 300 },
  provider: { attempts: 60, seconds: 300 },
  register: { attempts: 10, seconds: 3600 },
  refresh: { attempts: 30, seconds: 60 },
  forgot: { attempts: 10, seconds: 3600 },
  forgot_from: { attempts: 3, seconds: 3600 },
  forgot_account: { attempts: 10, seconds: 3600 },
  reset: { attempts: 30, seconds: 300 },
  password: { attempts: 10, seconds: 300 },
  // Invitations send email to strangers: enough for a team, few per address.
  invite: { attempts: 50, seconds: 86_400 },
  invite_address: { attempts: 5, seconds: 86_400 },
  invited: { attempts: 60, seconds: 300 },
  join: { attempts: 10, seconds: 300 },
  email_link: { attempts: 5, seconds: 3600 },
  email_confirm: { attempts: 30, seconds: 300 },
}

export interface RateLimits {
  /** `subject` is a network for public calls, a session for a refresh, a user for their password. */
  count(what: keyof typeof rules, subject: string): Promise<void>
  /** Counts any attempt at an account, existing or not; even the right password must wait out the delay. */
  countLogin(attempt: LoginAttempt): Promise<void>
  /** A success resets the attempts of this network or device. */
  forgiveLogin(attempt: LoginAttempt): Promise<void>
  /** Counts a code that follows the right password; returns how many were counted for this account in this hour. */
  countCode(attempt: CodeAttempt): Promise<number>
  /** Takes back the count of an attempt with a right code. */
  forgiveCode(attempt: CodeAttempt): Promise<void>
  /** Whether another link may be mailed to this account; counted whether it exists or not. */
  mayMail(account: string, network: string): Promise<boolean>
  /**
   * After a password reset: clears the attempts, and for an hour this network may sign in despite attempts by others. Keeps the
   * attempts of codes, or whoever reads the mailbox could guess codes without limit.
   */
  welcome(account: string, network: string): Promise<void>
}

interface LoginAttempt {
  /** Key of the email address. */
  account: string
  network: string
  /** A device token that proves an earlier sign-in to the account. */
  device: string | undefined
}

type CodeAttempt = Pick<LoginAttempt, 'account' | 'network'>

export function rateLimits(binding: { database: Database; keys: Keys; now: () => Date }): RateLimits {
  const { database, keys, now } = binding
  let forgottenAt = 0

  // Deletes old rows, which addresses tried once and ended sessions would otherwise leave behind.
  async function forgetOld(at: Date) {
    if (at.getTime() - forgottenAt < 3_600_000) return
    forgottenAt = at.getTime()
    await queries.deleteOldAttempts(database, new Date(forgottenAt - 86_400_000))
    await queries.deleteOldSessions(database, new Date(forgottenAt - 60 * 86_400_000))
  }
  // The table holds a keyed hash instead of the address.
  const hidden = (emailKey: string) => hmac(keys('login-key'), emailKey).toString('base64url')
  // Each of these has its own backoff, so that attempts elsewhere delay no one here.
  const ramp = ({ account, network, device }: LoginAttempt) =>
    device === undefined ? `account:${hidden(account)}:${network}` : `device:${hidden(device)}`
  const everywhere = (account: string) => `login_account:${hidden(account)}`
  const codeRamp = ({ account, network }: CodeAttempt) => `code_from:${hidden(account)}:${network}`
  const welcomed = (account: string, network: string) => `welcome:${hidden(account)}:${network}`

  async function count(what: keyof typeof rules, subject: string) {
    const at = now()
    await forgetOld(at)
    const rule = rules[what]
    const { attempts, window_ends_at } = await queries.countAttempt(database, `${what}:${subject}`, rule.seconds, at)
    if (attempts > rule.attempts) throw tooMany(window_ends_at, at)
    return attempts
  }

  return {
    async count(what, subject) {
      await count(what, subject)
    },
    async countCode(attempt) {
      const at = now()
      const refusedUntil = await queries.countLogin(database, codeRamp(attempt), at)
      if (refusedUntil) throw tooMany(refusedUntil, at)
      return await count('code', hidden(attempt.account))
    },
    async forgiveCode(attempt) {
      await queries.resetAttempts(database, codeRamp(attempt))
      await queries.uncountAttempt(database, `code:${hidden(attempt.account)}`)
    },
    async countLogin(attempt) {
      const { account, network, device } = attempt
      if (device === undefined) await count('login', network)
      const at = now()
      const refusedUntil = await queries.countLogin(database, ramp(attempt), at)
      if (refusedUntil) throw tooMany(refusedUntil, at)
      if (device !== undefined) return
      const { attempts, seconds } = rules.login_account
      const all = await queries.countAttempt(database, everywhere(account), seconds, at)
      if (all.attempts > attempts && !(await queries.isOpen(database, welcomed(account, network), at)))
        throw tooMany(all.window_ends_at, at)
    },
    async forgiveLogin(attempt) {
      await queries.resetAttempts(database, ramp(attempt))
      // Uncounts only this attempt: a success must not reset the attempts of other networks.
      if (attempt.device === undefined) await queries.uncountAttempt(database, everywhere(attempt.account))
    },
    async mayMail(account, network) {
      const counted = async (what: 'forgot_from' | 'forgot_account', subject: string) => {
        const { attempts, seconds } = rules[what]
        return (await queries.countAttempt(database, `${what}:${subject}`, seconds, now())).attempts <= attempts
      }
      // Attempts rejected for one network do not use up the limit of all networks.
      return (
        (await counted('forgot_from', `${hidden(account)}:${network}`)) &&
        (await counted('forgot_account', hidden(account)))
      )
    },
    async welcome(account, network) {
      await queries.resetAttempts(database, ramp({ account, network, device: undefined }))
      await queries.resetAttempts(database, everywhere(account))
      await queries.countAttempt(database, welcomed(account, network), 3600, now())
    },
  }
}

export const noLimits: RateLimits = {
  async count() {},
  async countLogin() {},
  async forgiveLogin() {},
  async countCode() {
    return 0
  },
  async forgiveCode() {},
  async mayMail() {
    return true
  },
  async welcome() {},
}

/** The client behind an address: one IPv4 address, or the /64 of an IPv6 customer. */
export function network(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '')
  if (!isIPv6(plain)) return plain
  const [before = '', after] = plain.split('::') as [string, string?]
  const head = before.split(':').filter(Boolean)
  const tail = (after ?? '').split(':').filter(Boolean)
  // A dotted suffix counts as two groups.
  const groupCount = head.length + tail.length + (plain.includes('.') ? 1 : 0)
  const groups = after === undefined ? head : [...head, ...Array<string>(8 - groupCount).fill('0'), ...tail]
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}

function tooMany(until: string, now: Date) {
  const seconds = Math.max(1, Math.ceil((Date.parse(until) - now.getTime()) / 1000))
  const wait =
    seconds < 120
      ? message('time.seconds', { count: seconds })
      : message('time.minutes', { count: Math.ceil(seconds / 60) })
  return new AppError('too_many_requests', message('rate_limit.wait', { time: wait }), { retryAfterSeconds: seconds })
}
