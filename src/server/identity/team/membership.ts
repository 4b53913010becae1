// Membership: joining another organization, removing and restoring members.
import type { Tokens } from '../../../contract/auth.ts'
import { message } from '../../../contract/messages/message.ts'
import { AppError, orNotFound, tableLabel } from '../../errors.ts'
import { writeAuditEvent } from '../../platform/db/audit-events.ts'
import { inTenant, switchOrganization, type Tenant } from '../../platform/db/index.ts'
import type { Caller } from '../../platform/http/authentication.ts'
import * as auth from '../auth/service.ts'
import { holdOrganization, refuseIfEnding, removeOrganization } from '../organization/service.ts'
import { requireRightsOver } from '../roles/service.ts'
import { removeDemos } from '../sample-data/service.ts'
import * as users from '../users/service.ts'
import { invitations } from './invitations.ts'
import * as queries from './queries.ts'
import type { TeamDependencies } from './team-dependencies.ts'

export function membership({ database, keys, now, limited, publicUrl }: TeamDependencies) {
  const limits = limited ? auth.rateLimits({ database, keys, now }) : auth.noLimits
  const { find, use } = invitations({ database, now })
  const { openSession } = auth.signIn({ database, keys, now, limited, publicUrl })

  /** Deletes the user's own organization in the same transaction: it must be empty, and is locked against additions. */
  async function join(caller: Caller, invite: string, origin: auth.Origin): Promise<Tokens> {
    await limits.count('join', caller.user_id)
    const found = await find(invite)
    const { organization_id, email, email_key, organization, role, role_id } = found
    if (organization_id === caller.organization_id) {
      throw new AppError(
        'already_member',
        message('team.you_are_member', { organization: organization || message('label.this_organization') }),
      )
    }
    return await inTenant(database, caller, async (own) => {
      await holdOrganization(own)
      const user = await users.getForTransfer(own, caller.user_id)
      if (!user) throw new AppError('unauthenticated')
      if (user.email_key !== email_key) {
        throw new AppError('invitation_email_mismatch', message('invitation.other_address', { email }))
      }
      const [blocker] = await queries.leaveBlockers(own, caller.user_id)
      if (blocker) throw inUse(blocker)
      const factor = await auth.takeSecondFactor(own, keys, user.id)
      const link = await auth.takeLink(own, user.id)
      await removeDemos(database, own)
      await removeOrganization(own)
      const theirs = await switchOrganization(own, organization_id)
      await refuseIfEnding(theirs)
      await users.insertTransferred(theirs, user, { role, role_id })
      await auth.giveSecondFactor(theirs, keys, user.id, factor)
      await auth.giveLink(theirs, user.id, link)
      await use(theirs, found, { user_id: user.id, ip: origin.ip })
      const { id: user_id, password_hash } = user
      return await openSession(theirs, { organization_id, user_id, password_hash, is_proved: false, ...origin })
    })
  }

  async function removeMember(caller: Caller, id: string, { ip }: auth.Origin): Promise<void> {
    if (id === caller.user_id) {
      throw new AppError('state_conflict', message('team.cannot_remove_yourself'))
    }
    await inTenant(database, caller, async (tenant) => {
      await holdOrganization(tenant)
      await requireRightsOver(tenant, caller, id)
      if (!(await users.removeMember(tenant, id, caller.user_id))) {
        // The caller was removed concurrently.
        if ((await stateOf(tenant, id)) === 'active') throw new AppError('unauthenticated')
        return
      }
      await auth.revokeAccess(tenant, id, now())
      await queries.withdrawAllOf(tenant, id, now())
      const event = { user_id: caller.user_id, target_id: id, ip, at: now() }
      await writeAuditEvent(tenant, { ...event, action: 'member_removed' })
    })
  }

  async function restoreMember(caller: Caller, id: string, { ip }: auth.Origin): Promise<void> {
    await inTenant(database, caller, async (tenant) => {
      await refuseIfEnding(tenant)
      await requireRightsOver(tenant, caller, id)
      if (await users.restoreMember(tenant, id)) {
        const event = { user_id: caller.user_id, target_id: id, ip, at: now() }
        return await writeAuditEvent(tenant, { ...event, action: 'member_restored' })
      }
      if ((await stateOf(tenant, id)) === 'disabled') {
        const reason = message('team.access_removed')
        throw new AppError('state_conflict', reason)
      }
    })
  }

  /** Throws 404 if there is no such member. */
  async function stateOf(tenant: Tenant, id: string) {
    const members = await queries.members(tenant, undefined)
    return orNotFound(members.find((member) => member.id === id)).state
  }

  return { join, removeMember, restoreMember }
}

function inUse(blocker: string) {
  return new AppError('organization_in_use', message('organization.not_empty', { what: tableLabel(blocker) }))
}
