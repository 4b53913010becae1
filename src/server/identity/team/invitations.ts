// Invitations by link: finding, sending and withdrawing them.
import { type Message, message } from '../../../contract/messages/message.ts'
import type { InvitationInput, Invited, MadeInvitation } from '../../../contract/team.ts'
import { AppError, fieldError, notFound, orNotFound } from '../../errors.ts'
import { digest, hmac, newToken } from '../../keys.ts'
import { writeAuditEvent } from '../../platform/db/audit-events.ts'
import { inTenant, shareLockOrganization, type Tenant } from '../../platform/db/index.ts'
import type { Caller } from '../../platform/http/authentication.ts'
import { emailTo, queueMail } from '../../platform/mail/service.ts'
import * as auth from '../auth/service.ts'
import { refuseInDemo } from '../organization/service.ts'
import { givenRole } from '../roles/service.ts'
import * as users from '../users/service.ts'
import * as queries from './queries.ts'
import type { TeamDependencies } from './team-dependencies.ts'

/**
 * An invitation is bound to the address it names. Links get forwarded and copied from chats; so the link
 * only creates or joins with an account of that address. The team sees which address joined, and the owner of the
 * mailbox can recover the account by resetting its password.
 */
export function invitations({ database, now }: Pick<TeamDependencies, 'database' | 'now'>) {
  async function find(invite: string): Promise<queries.FoundInvitation> {
    const invitation = await queries.find(database, digest(invite))
    const reason = refusalOf(invitation, now())
    if (!invitation || reason) throw new AppError('invitation_invalid', reason)
    return invitation
  }

  async function use(
    tenant: Tenant,
    { token_hash }: Pick<queries.FoundInvitation, 'token_hash'>,
    joined: { user_id: string; ip: string | undefined },
  ) {
    const used = await queries.accept(tenant, token_hash, now())
    if (!used) throw new AppError('invitation_invalid', refusals.used)
    await writeAuditEvent(tenant, { ...joined, action: 'member_joined', target_id: used.id, at: now() })
  }

  return { find, use } satisfies auth.Invitations
}

export function inviting({ database, keys, now, limited, publicUrl, registration }: TeamDependencies) {
  const limits = limited ? auth.rateLimits({ database, keys, now }) : auth.noLimits
  const { find } = invitations({ database, now })

  async function invite(
    caller: Caller,
    { emails, role: chosen = 'member' }: InvitationInput,
    origin: auth.Origin,
  ): Promise<MadeInvitation[]> {
    // Different spellings of one address are invited once.
    const addresses = new Map(emails.map((email) => [users.emailKey(email), email]))
    await countMails(caller, [...addresses.keys()])
    const accounts = await users.accountsOf(database, [...addresses.keys()])
    for (const [key, email] of addresses) {
      if (accounts.get(key) === caller.organization_id) {
        throw fieldError('already_member', 'emails', message('team.already_member', { email }))
      }
      if (registration === 'closed' && !accounts.has(key)) {
        throw fieldError('registration_closed', 'emails', message('invitation.no_account', { email }))
      }
    }
    return await inTenant(database, caller, async (tenant) => {
      await shareLockOrganization(tenant)
      const role = await givenRole(tenant, caller, chosen)
      const made: MadeInvitation[] = []
      for (const [email_key, email] of addresses) {
        made.push(await send(tenant, caller, { email, email_key, role, has_account: accounts.has(email_key) }, origin))
      }
      return made
    })
  }

  async function resend(caller: Caller, id: string, origin: auth.Origin): Promise<MadeInvitation> {
    const open = orNotFound(await inTenant(database, caller, (tenant) => queries.openInvitation(tenant, id)))
    await countMails(caller, [open.email_key])
    const has_account = (await users.accountsOf(database, [open.email_key])).has(open.email_key)
    return await inTenant(database, caller, async (tenant) => {
      await shareLockOrganization(tenant)
      // Accepted or withdrawn concurrently: a new link would be a surprise.
      const { email, email_key, role, role_id } = orNotFound(await queries.openInvitation(tenant, id))
      const given = await givenRole(tenant, caller, role ?? role_id!)
      return await send(tenant, caller, { email, email_key, role: given, has_account }, origin)
    })
  }

  async function send(
    tenant: Tenant,
    { user_id }: Caller,
    {
      email,
      email_key,
      role,
      has_account,
    }: { email: string; email_key: string; role: users.UserRole; has_account: boolean },
    { ip }: auth.Origin,
  ): Promise<MadeInvitation> {
    await refuseInDemo(tenant, message('sample_data.no_invitations'))
    const { name, email: address, locale, organization } = orNotFound(await queries.inviter(tenant, user_id))
    const { token, token_hash } = newToken()
    const at = now()
    const sent = { email, sent_at: at, expires_at: new Date(at.getTime() + goodForMs) }
    const stored = await queries.upsertInvitation(tenant, { ...sent, role, email_key, token_hash, invited_by: user_id })
    await writeAuditEvent(tenant, { user_id, action: 'invitation_sent', target_id: stored.id, ip, at })
    const link = `${publicUrl}/${has_account ? 'login' : 'register'}?invite=${token}`
    const values = { inviter: name, address, organization, url: link }
    const kind = organization ? 'invitation' : 'invitation_unnamed'
    await queueMail(tenant, keys, emailTo({ name: '', email, locale }, kind, values))
    return {
      ...stored,
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

  async function withdraw(caller: Caller, id: string, { ip }: auth.Origin): Promise<void> {
    await inTenant(database, caller, async (tenant) => {
      await shareLockOrganization(tenant)
      if (!(await queries.withdraw(tenant, id, now()))) throw notFound()
      const event = { user_id: caller.user_id, target_id: id, ip, at: now() }
      await writeAuditEvent(tenant, { ...event, action: 'invitation_withdrawn' })
    })
  }

  async function invited(invite: string, origin: auth.Origin): Promise<Invited> {
    await limits.count('invited', auth.network(origin.ip ?? ''))
    return await find(invite)
  }

  return { invite, resend, withdraw, invited }
}

const goodForMs = 7 * 86_400_000

const refusals = {
  unknown: message('invitation.unknown'),
  used: message('invitation.used'),
  withdrawn: message('invitation.withdrawn'),
  expired: message('invitation.expired'),
}

/** Why a link is rejected; undefined if it is valid. */
function refusalOf(invitation: queries.FoundInvitation | undefined, now: Date): Message | undefined {
  if (!invitation) return refusals.unknown
  if (invitation.accepted_at) return refusals.used
  if (invitation.withdrawn_at) return refusals.withdrawn
  return Date.parse(invitation.expires_at) <= now.getTime() ? refusals.expired : undefined
}
