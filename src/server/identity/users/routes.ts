// HTTP endpoints of the signed-in user's profile.
import { type ProfileChange, users } from '../../../contract/users.ts'
import { orNotFound } from '../../errors.ts'
import { inTenant, type Tenant } from '../../platform/db/index.ts'
import { type Caller, requirePermission } from '../../platform/http/authentication.ts'
import { type Binding, route, routeWithoutTransaction } from '../../platform/http/route.ts'
import { renameOrganization } from '../organization/service.ts'
import * as queries from './queries.ts'

/** Rejects a new address without the current password; returns the remaining work for it. */
type CheckEmail = (caller: Caller, change: ProfileChange) => Promise<((tenant: Tenant) => Promise<void>) | undefined>

export function userRoutes(binding: Binding, checkEmail: CheckEmail) {
  const { database, now } = binding
  const profileOf = async (tenant: Tenant, { user_id, open }: Caller) => ({
    ...orNotFound(await queries.profile(tenant, user_id, now())),
    permissions: [...open.permissions],
  })
  route(binding, users.profile, ({ tenant, caller }) => profileOf(tenant, caller))
  // Hashes the password before the transaction begins, so that no other request waits for it.
  routeWithoutTransaction(binding, users.updateProfile, async ({ caller, body }) => {
    const askToConfirm = await checkEmail(caller, body)
    return await inTenant(database, caller, async (tenant) => {
      await queries.lockUser(tenant, caller.user_id)
      await queries.updateUser(tenant, caller.user_id, body, now())
      if (body.organization !== undefined && (await renameOrganization(tenant, body.organization)))
        requirePermission(caller, 'manage_settings')
      await askToConfirm?.(tenant)
      return await profileOf(tenant, caller)
    })
  })
}
