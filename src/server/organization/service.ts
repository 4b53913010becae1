// The rules of the organization, and what other features may do with it.
import type { Organization, OrganizationInput } from '../../contract/organization.ts'
import { rebase } from '../currencies/service.ts'
import type { Tenant } from '../db/index.ts'
import { AppError, found } from '../errors.ts'
import * as queries from './queries.ts'

export {
  create as createOrganization,
  hold as holdOrganization,
  remove as removeOrganization,
  rename as renameOrganization,
  setPremium,
  setQuota,
} from './queries.ts'

export async function change(
  tenant: Tenant,
  { version, ...input }: Partial<OrganizationInput> & { version: number },
): Promise<Organization> {
  const before = found(await queries.get(tenant))
  const changed = await queries.update(tenant, version, input)
  const current = found(await queries.get(tenant))
  if (!changed) {
    throw new AppError('version_conflict', 'Somebody changed the organization after you opened it.', { current })
  }
  await rebase(tenant, before.base_currency, current.base_currency)
  return current
}
