// How often somebody may try: per address of the network, per account and per session. Counted before the work.
import { isIPv6 } from 'node:net'
import type { Database } from '../db/index.ts'
import { AppError } from '../errors.ts'
import { hmac, type Keys } from '../keys.ts'
import * as queries from './queries.ts'

const rules = {
  login: { tries: 30, seconds: 300 },
  register: { tries: 10, seconds: 3600 },
  refresh: { tries: 30, seconds: 60 },
  forgot: { tries: 10, seconds: 3600 },
  forgot_account: { tries: 3, seconds: 3600 },
  reset: { tries: 30, seconds: 300 },
  password: { tries: 10, seconds: 300 },
  // Invitations are mails to strangers: as many as a team needs, and few to one address.
  invite: { tries: 50, seconds: 86_400 },
  invite_address: { tries: 5, seconds: 86_400 },
  invited: { tries: 60, seconds: 300 },
  join: { tries: 10, seconds: 300 },
  email_link: { tries: 5, seconds: 3600 },
  email_confirm: { tries: 30, seconds: 300 },
}

interface RateLimits {
  /** By what is tried and by whom: a network for what is open to all, a session for a refresh, a user for their password. */
  count(what: keyof typeof rules, who: string): Promise<void>
  /** Every try at an account, whether it exists or not; a right password waits out the delay as well. */
  countLogin(emailKey: string): Promise<void>
  /** Whether one more link may be mailed to this account; counted whether it exists or not. */
  mayMail(emailKey: string): Promise<boolean>
  /** After a success the tries at the account count from the start. */
  forgive(emailKey: string): Promise<void>
}

export function rateLimits(binding: { database: Database; keys: Keys; now: () => Date }): RateLimits {
  const { database, keys, now } = binding
  let forgottenAt = 0

  // Addresses that nobody tries again would pile up.
  async function forgetOld(at: Date) {
    if (at.getTime() - forgottenAt < 3_600_000) return
    forgottenAt = at.getTime()
    await queries.forgetTries(database, new Date(forgottenAt - 86_400_000))
  }
  // The address itself stays out of the table.
  const hidden = (emailKey: string) => hmac(keys('login-key'), emailKey).toString('base64url')
  const account = (emailKey: string) => `account:${hidden(emailKey)}`

  return {
    async count(what, who) {
      const at = now()
      await forgetOld(at)
      const rule = rules[what]
      const { tries, window_ends_at } = await queries.countTry(database, `${what}:${who}`, rule.seconds, at)
      if (tries > rule.tries) throw tooMany(window_ends_at, at)
    },
    async countLogin(emailKey) {
      const at = now()
      const refusedUntil = await queries.countLogin(database, account(emailKey), at)
      if (refusedUntil) throw tooMany(refusedUntil, at)
    },
    async mayMail(emailKey) {
      const { tries, seconds } = rules.forgot_account
      const counted = await queries.countTry(database, `forgot_account:${hidden(emailKey)}`, seconds, now())
      return counted.tries <= tries
    },
    async forgive(emailKey) {
      await queries.forgive(database, account(emailKey))
    },
  }
}

export const noLimits: RateLimits = {
  async count() {},
  async countLogin() {},
  async mayMail() {
    return true
  },
  async forgive() {},
}

/** Who stands behind an address: one IPv4 address, or the /64 that an IPv6 customer gets. */
export function network(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '')
  if (!isIPv6(plain)) return plain
  const [before = '', after] = plain.split('::') as [string, string?]
  const head = before.split(':').filter(Boolean)
  const tail = (after ?? '').split(':').filter(Boolean)
  // A dotted end stands for two groups.
  const given = head.length + tail.length + (plain.includes('.') ? 1 : 0)
  const groups = after === undefined ? head : [...head, ...Array<string>(8 - given).fill('0'), ...tail]
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}

function tooMany(until: string, now: Date) {
  const seconds = Math.max(1, Math.ceil((Date.parse(until) - now.getTime()) / 1000))
  const wait =
    seconds < 120 ? `${seconds} ${seconds === 1 ? 'second' : 'seconds'}` : `${Math.ceil(seconds / 60)} minutes`
  return new AppError('too_many_requests', `Wait ${wait}, then try again.`, { retryAfterSeconds: seconds })
}
