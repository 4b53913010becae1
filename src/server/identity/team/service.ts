// The team of an organization: its members and invitations.
import type { Team } from '../../../contract/team.ts'
import type { Tenant } from '../../platform/db/index.ts'
import type { Caller } from '../../platform/http/authentication.ts'
import { inviting } from './invitations.ts'
import { membership } from './membership.ts'
import * as queries from './queries.ts'
import type { TeamDependencies } from './team-dependencies.ts'

export { invitations } from './invitations.ts'

export const teamwork = (dependencies: TeamDependencies) => ({
  ...inviting(dependencies),
  ...membership(dependencies),
})

export const membersOf = async (tenant: Tenant) => await queries.members(tenant, undefined)

export async function team(tenant: Tenant, { user_id }: Caller): Promise<Team> {
  return { members: await queries.members(tenant, user_id), invitations: await queries.invitations(tenant) }
}
