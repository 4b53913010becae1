// Route guards: visitors see the public pages, signed-in users the rest.

import type { ReactNode } from 'react'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { Navigate, useLocation } from 'react-router'
import { tokens } from '../api.ts'
import { type LazyPage, PageSlot } from '../platform/lib/lazy-page.tsx'
import { type PermissionKey, useMayOrWait } from '../platform/lib/permissions.ts'

interface GuardProps {
  layout: LazyPage
  loading: ReactNode
}

/** Redirects to `/login`, which remembers the requested page unless the user has just logged out. */
export function SignedIn({ layout, loading }: GuardProps) {
  const location = useLocation()
  if (useSignedIn()) return <PageSlot page={layout} loading={loading} />
  return <Navigate to="/login" replace state={tokens.ending() === 'left' ? null : { from: location }} />
}

/** Redirects to the page requested before signing in, else home. */
export function SignedOut({ layout, loading }: GuardProps) {
  const from = useLocation().state?.from
  const isIn = useSignedIn()
  const [wasOut] = useState(!isIn)
  useEffect(() => {
    if (isIn && wasOut) hasArrived = true
  }, [isIn, wasOut])
  if (!isIn) return <PageSlot page={layout} loading={loading} />
  return <Navigate to={from ?? '/home'} replace />
}

interface AllowedProps {
  permission: PermissionKey
  /** The page that is shown without the permission. */
  otherwise: LazyPage
  loading: ReactNode
  children: ReactNode
}

/** A page that needs a permission. Once shown it stays even if the permission is taken away, so that typed text is not lost. */
export function Allowed({ permission, otherwise, loading, children }: AllowedProps) {
  const may = useMayOrWait(permission)
  const isShown = useRef(false)
  if (may) isShown.current = true
  if (isShown.current) return children
  return may === undefined ? loading : <PageSlot page={otherwise} loading={loading} />
}

/** Returns, once, whether the user has just signed in on this page. */
export function takeReturnPath() {
  const arrived = hasArrived
  hasArrived = false
  return arrived
}
let hasArrived = false

export function useSignedIn() {
  return useSyncExternalStore(tokens.subscribe, tokens.isSignedIn)
}
