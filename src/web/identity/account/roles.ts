// Names of roles, and the roles that a member can be given.
import { useQuery } from '@tanstack/react-query'
import { BuiltInRole } from '../../../contract/permissions.ts'
import { type Role, type RoleId, type RoleLabel, roles } from '../../../contract/roles.ts'
import { query } from '../../api.ts'
import { t } from '../../platform/lib/text.ts'

const builtIn = (): Record<BuiltInRole, string> => ({
  owner: t('Team owner'),
  admin: t('Admin'),
  member: t('Member'),
  viewer: t('Viewer'),
})

export function roleName({ id, name }: RoleLabel): string {
  const known = BuiltInRole.safeParse(id)
  return known.success ? builtIn()[known.data] : (name ?? '')
}

export const useRoles = () => useQuery(query(roles.list))

/** All roles, the built-in ones first. */
export function roleChoices(own: readonly Role[]): { value: RoleId; label: string }[] {
  return [
    ...BuiltInRole.options.map((value) => ({ value, label: builtIn()[value] })),
    ...own.map(({ id, name }) => ({ value: id, label: name })),
  ]
}
