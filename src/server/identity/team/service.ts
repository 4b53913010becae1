// The team of an organization: its members and invitations.
import { message } from '../../../contract/messages/message.ts'
import type { Team } from '../../../contract/team.ts'
import { AppError } from '../../errors.ts'
import { writeAuditEvent } from '../../platform/db/audit-events.ts'
import type { Tenant } from '../../platform/db/index.ts'
import type { Caller } from '../../platform/http/authentication.ts'
import { isSecondFactorRequired, refuseInDemo, setSecondFactorRequired } from '../organization/service.ts'
import { inviting } from './invitations.ts'
import { membership } from './membership.ts'
import * as queries from './queries.ts'
import type { TeamDependencies } from './team-dependencies.ts'

export { invitations } from './invitations.ts'

export const teamwork = (dependencies: TeamDependencies) => ({
  ...inviting(dependencies),
  ...membership(dependencies),
})

/** Withdraws the invitations by a member who got another role, because they may give more than the member now may. */
export const withdrawInvitations = queries.withdrawAllOf

export const membersOf = async (tenant: Tenant) => await queries.members(tenant, undefined)

export async function team(tenant: Tenant, { user_id, permissions }: Caller): Promise<Team> {
  const members = await queries.members(tenant, user_id)
  // Not every member may know whose account a password alone protects.
  const mayKnow = permissions.includes('manage_team')
  return {
    members: members.map((member) => ({ ...member, has_second_factor: mayKnow ? member.has_second_factor : null })),
    invitations: await queries.invitations(tenant),
    second_factor_required: await isSecondFactorRequired(tenant),
  }
}

/** Callers need a second factor themselves, or they would lock themselves out of this setting. */
export async function requireSecondFactor(tenant: Tenant, caller: Caller, required: boolean, now: Date) {
  await refuseInDemo(tenant, message('second_factor.not_in_demo'))
  const { members, second_factor_required: before } = await team(tenant, caller)
  if (required && !members.find(({ is_you }) => is_you)?.has_second_factor)
    throw new AppError('state_conflict', message('second_factor.own_first'))
  if (required !== before) {
    await setSecondFactorRequired(tenant, required)
    const action = required ? 'second_factor_required' : 'second_factor_optional'
    await writeAuditEvent(tenant, { action, user_id: caller.user_id, ip: caller.ip, at: now })
  }
  return await team(tenant, caller)
}
