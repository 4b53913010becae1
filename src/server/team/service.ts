// Rules of the team: inviting by link, joining, and removing members.
import type { Tokens } from '../../contract/auth.ts'
import type { Invited, MadeInvitation, Team } from '../../contract/team.ts'
import * as auth from '../auth/service.ts'
import { type Database, inTenant, shareLockOrganization, switchOrganization, type Tenant } from '../db/index.ts'
import { AppError, fieldError, notFound, orNotFound } from '../errors.ts'
import type { Caller } from '../http/authentication.ts'
import { digest, hmac, type Keys, newToken } from '../keys.ts'
import { emailTo, queueMail } from '../mail/service.ts'
import { holdOrganization, removeOrganization } from '../organization/service.ts'
import * as users from '../users/service.ts'
import * as queries from './queries.ts'

interface TeamDependencies {
  database: Database
  keys: Keys
  now: () => Date
  /** Whether attempts are limited. */
  limited: boolean
  /** Base of all links: never taken from a request. */
  publicUrl: string
  registration: 'open' | 'invite' | 'closed'
}

/**
 * An invitation is bound to the address it names. Links get forwarded and copied from chats; a bound one opens only an
 * account of that address: the team sees whom it invited, and the owner of the mailbox can take the account back
 * by resetting its password.
 */
export function invitations({ database, now }: Pick<TeamDependencies, 'database' | 'now'>) {
  async function find(invite: string): Promise<queries.FoundInvitation> {
    const invitation = await queries.find(database, digest(invite))
    const reason = refusalOf(invitation, now())
    if (!invitation || reason) throw new AppError('invitation_invalid', reason)
    return invitation
  }

  async function use(tenant: Tenant, invite: string, joined: { user_id: string; ip: string | undefined }) {
    const used = await queries.accept(tenant, digest(invite), now())
    if (!used) throw new AppError('invitation_invalid', refusals.used)
    await auth.audit(tenant, { ...joined, action: 'member_joined', target_id: used.id, at: now() })
  }

  return { find, use } satisfies auth.Invitations
}

export function teamwork({ database, keys, now, limited, publicUrl, registration }: TeamDependencies) {
  const limits = limited ? auth.rateLimits({ database, keys, now }) : auth.noLimits
  const { find, use } = invitations({ database, now })
  const { openSession } = auth.signIn({ database, keys, now, limited })

  async function invite(who: Caller, emails: string[], origin: auth.Origin): Promise<MadeInvitation[]> {
    // Different spellings of one address are invited once.
    const addresses = new Map(emails.map((email) => [users.emailKey(email), email]))
    await countMails(who, [...addresses.keys()])
    const accounts = await users.accountsOf(database, [...addresses.keys()])
    for (const [key, email] of addresses) {
      if (accounts.get(key) === who.organization_id) {
        const message = `${email} is already a member. If their access was removed, restore it in the list of members.`
        throw fieldError('already_member', 'emails', message)
      }
      if (registration === 'closed' && !accounts.has(key)) {
        throw fieldError('registration_closed', 'emails', `Nobody can register here now, and ${email} has no account.`)
      }
    }
    return await inTenant(database, who, async (tenant) => {
      await shareLockOrganization(tenant)
      const made: MadeInvitation[] = []
      for (const [email_key, email] of addresses) {
        made.push(await send(tenant, who, { email, email_key, has_account: accounts.has(email_key) }, origin))
      }
      return made
    })
  }

  async function resend(who: Caller, id: string, origin: auth.Origin): Promise<MadeInvitation> {
    const open = orNotFound(await inTenant(database, who, (tenant) => queries.openInvitation(tenant, id)))
    await countMails(who, [open.email_key])
    const has_account = (await users.accountsOf(database, [open.email_key])).has(open.email_key)
    return await inTenant(database, who, async (tenant) => {
      await shareLockOrganization(tenant)
      // Accepted or withdrawn concurrently: a new link would be a surprise.
      const { email, email_key } = orNotFound(await queries.openInvitation(tenant, id))
      return await send(tenant, who, { email, email_key, has_account }, origin)
    })
  }

  async function send(
    tenant: Tenant,
    { user_id }: Caller,
    { email, email_key, has_account }: { email: string; email_key: string; has_account: boolean },
    { ip }: auth.Origin,
  ): Promise<MadeInvitation> {
    const { name, email: address, locale, organization } = orNotFound(await queries.inviter(tenant, user_id))
    const { token, token_hash } = newToken()
    const at = now()
    const sent = { email, sent_at: at, expires_at: new Date(at.getTime() + goodForMs) }
    const { id } = await queries.upsertInvitation(tenant, { ...sent, email_key, token_hash, invited_by: user_id })
    await auth.audit(tenant, { user_id, action: 'invitation_sent', target_id: id, ip, at })
    const link = `${publicUrl}/${has_account ? 'login' : 'register'}?invite=${token}`
    const values = { inviter: name, address, organization, url: link }
    const kind = organization ? 'invitation' : 'invitation_unnamed'
    await queueMail(tenant, keys, emailTo({ name: '', email, locale }, kind, values))
    return {
      id,
      email,
      invited_by: name,
      sent_at: sent.sent_at.toISOString(),
      expires_at: sent.expires_at.toISOString(),
      link,
    }
  }

  async function countMails({ organization_id }: Caller, email_keys: string[]) {
    for (const key of email_keys) {
      await limits.count('invite', organization_id)
      await limits.count('invite_address', hmac(keys('login-key'), key).toString('base64url'))
    }
  }

  async function withdraw(who: Caller, id: string, { ip }: auth.Origin): Promise<void> {
    await inTenant(database, who, async (tenant) => {
      await shareLockOrganization(tenant)
      if (!(await queries.withdraw(tenant, id, now()))) throw notFound()
      const event = { user_id: who.user_id, target_id: id, ip, at: now() }
      await auth.audit(tenant, { ...event, action: 'invitation_withdrawn' })
    })
  }

  async function invited(invite: string, origin: auth.Origin): Promise<Invited> {
    await limits.count('invited', auth.network(origin.ip ?? ''))
    return await find(invite)
  }

  /** Deletes the user's own organization in the same transaction: it must be empty, and is locked against additions. */
  async function join(who: Caller, invite: string, origin: auth.Origin): Promise<Tokens> {
    await limits.count('join', who.user_id)
    const { organization_id, email, email_key, organization } = await find(invite)
    if (organization_id === who.organization_id) {
      throw new AppError('already_member', `You are in ${organization || 'this organization'} already.`)
    }
    return await inTenant(database, who, async (own) => {
      await holdOrganization(own)
      const user = await users.getForTransfer(own, who.user_id)
      if (!user) throw new AppError('unauthenticated')
      if (user.email_key !== email_key) {
        const message = `This invitation is for ${email}. Log in with that address, or ask for an invitation to yours.`
        throw new AppError('invitation_for_another', message)
      }
      const [kept] = await queries.leaveBlockers(own, who.user_id)
      if (kept) throw inUse(kept)
      await removeOrganization(own)
      const theirs = await switchOrganization(own, organization_id)
      await users.insertTransferred(theirs, user)
      await use(theirs, invite, { user_id: user.id, ip: origin.ip })
      const { id: user_id, password_hash } = user
      return await openSession(theirs.db, { organization_id, user_id, password_hash, ...origin })
    })
  }

  async function removeMember(who: Caller, id: string, { ip }: auth.Origin): Promise<void> {
    if (id === who.user_id) {
      throw new AppError('state_conflict', 'You cannot remove yourself. Delete your account instead.')
    }
    await inTenant(database, who, async (tenant) => {
      await holdOrganization(tenant)
      if (!(await users.removeMember(tenant, id, who.user_id))) {
        // The caller was removed concurrently.
        if ((await stateOf(tenant, id)) === 'active') throw new AppError('unauthenticated')
        return
      }
      await auth.revokeAccess(tenant, id, now())
      await queries.withdrawAllOf(tenant, id, now())
      const event = { user_id: who.user_id, target_id: id, ip, at: now() }
      await auth.audit(tenant, { ...event, action: 'member_removed' })
    })
  }

  async function restoreMember(who: Caller, id: string, { ip }: auth.Origin): Promise<void> {
    await inTenant(database, who, async (tenant) => {
      await shareLockOrganization(tenant)
      if (await users.restoreMember(tenant, id)) {
        const event = { user_id: who.user_id, target_id: id, ip, at: now() }
        return await auth.audit(tenant, { ...event, action: 'member_restored' })
      }
      if ((await stateOf(tenant, id)) === 'disabled') {
        const reason = 'Your administrator removed this access and can restore it.'
        throw new AppError('state_conflict', reason)
      }
    })
  }

  /** Throws 404 if there is no such member. */
  async function stateOf(tenant: Tenant, id: string) {
    const members = await queries.members(tenant, undefined)
    return orNotFound(members.find((member) => member.id === id)).state
  }

  return { invite, resend, withdraw, invited, join, removeMember, restoreMember }
}

export const membersOf = async (tenant: Tenant) => await queries.members(tenant, undefined)

export async function team(tenant: Tenant, { user_id }: Caller): Promise<Team> {
  return { members: await queries.members(tenant, user_id), invitations: await queries.invitations(tenant) }
}

const goodForMs = 7 * 86_400_000

const refusals = {
  unknown: 'This link is incomplete or was replaced by a newer one. Ask the person who invited you for a new one.',
  used: 'This invitation has already been used. Log in with the address that was invited.',
  withdrawn: 'This invitation was withdrawn. Ask the person who invited you for a new one.',
  expired: 'This invitation is older than 7 days. Ask the person who invited you for a new one.',
}

/** Why a link is rejected; undefined if it is valid. */
function refusalOf(invitation: queries.FoundInvitation | undefined, now: Date): string | undefined {
  if (!invitation) return refusals.unknown
  if (invitation.accepted_at) return refusals.used
  if (invitation.withdrawn_at) return refusals.withdrawn
  return Date.parse(invitation.expires_at) <= now.getTime() ? refusals.expired : undefined
}

function inUse(kept: string) {
  const what =
    kept === 'wa_sessions' ? 'WhatsApp sessions that run or are linked to a phone' : kept.replaceAll('_', ' ')
  return new AppError(
    'organization_in_use',
    `Your organization still has ${what}. Delete or stop them and open the link again, or ask for an invitation to another address of yours.`,
  )
}
