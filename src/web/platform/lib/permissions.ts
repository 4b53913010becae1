// What the signed-in user may do, so that pages offer nothing else. The server still checks each request.
import { createContext, useCallback, useContext } from 'react'
import type { MessageCode } from '../../../contract/messages/message.ts'

type NameIn<Code> = Code extends `permission.${infer Name}` ? Name : never
/** Each permission has a name in the message catalogue, so its key is known without loading the contract. */
export type PermissionKey = NameIn<MessageCode>

interface OwnPermissions {
  /** Undefined until the profile is loaded. */
  permissions: readonly string[] | undefined
  isLoading: boolean
}
export const Permissions = createContext<OwnPermissions>({ permissions: undefined, isLoading: false })

/** The permissions that the page at a path needs, from the table of routes. */
export const PagePermissions = createContext<(path: string) => readonly PermissionKey[]>(() => [])

/** True until the profile is loaded: a button that disappears later surprises less than one that appears. */
export const useMay = (permission: PermissionKey): boolean => useAllows()(permission)

/** Undefined until the profile is loaded, for requests that must not be sent without the permission. */
export function useMayOrWait(permission: PermissionKey): boolean | undefined {
  const { permissions, isLoading } = useContext(Permissions)
  return permissions ? permissions.includes(permission) : isLoading ? undefined : true
}

/** Like `useMay` for several permissions, or for the permissions of endpoints. */
export function useAllows() {
  const { permissions } = useContext(Permissions)
  return useCallback(
    (needed: PermissionKey | 'view' | 'account' | undefined) =>
      !needed || needed === 'view' || needed === 'account' || (permissions?.includes(needed) ?? true),
    [permissions],
  )
}

/** Whether the user may open the page at an address, so that links can be hidden. */
export function useMayOpen() {
  const allows = useAllows()
  const neededAt = useContext(PagePermissions)
  return useCallback((to: string) => neededAt(to.replace(/[?#].*/, '')).every(allows), [allows, neededAt])
}
