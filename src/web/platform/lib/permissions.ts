// What the signed-in user may do, for every part of a page that offers it. The server checks each request itself.
import { createContext, useCallback, useContext } from 'react'
import type { MessageCode } from '../../../contract/messages/message.ts'

type NameIn<Code> = Code extends `permission.${infer Name}` ? Name : never
/** The permissions of the contract: each has a name in the catalogue. */
export type PermissionKey = NameIn<MessageCode>

interface OwnPermissions {
  /** Undefined until the profile is loaded. */
  permissions: readonly string[] | undefined
  isLoading: boolean
}
export const Permissions = createContext<OwnPermissions>({ permissions: undefined, isLoading: false })

/** The permission that the page at a path needs, by the table of routes. */
export const PagePermission = createContext<(path: string) => PermissionKey | undefined>(() => undefined)

/** True until the profile is loaded: hiding a button later is a smaller surprise than a button that appears. */
export const useMay = (permission: PermissionKey): boolean => useAllows()(permission)

/** For requests that must not be refused: undefined while the profile is loading. */
export function useMayOrWait(permission: PermissionKey): boolean | undefined {
  const { permissions, isLoading } = useContext(Permissions)
  return permissions ? permissions.includes(permission) : isLoading ? undefined : true
}

/** For several permissions, or those of endpoints: whether the user has one. */
export function useAllows() {
  const { permissions } = useContext(Permissions)
  return useCallback(
    (needed: PermissionKey | 'view' | 'account' | undefined) =>
      !needed || needed === 'view' || needed === 'account' || (permissions?.includes(needed) ?? true),
    [permissions],
  )
}

/** Whether the user may open the page at an address, for the links to it. */
export function useMayOpen() {
  const allows = useAllows()
  const neededAt = useContext(PagePermission)
  return useCallback((to: string) => allows(neededAt(to.replace(/[?#].*/, ''))), [allows, neededAt])
}
