// Who may see which half of the app: visitors the public pages, signed-in users the rest.

import type { ReactNode } from 'react'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { Navigate, useLocation } from 'react-router'
import { tokens } from '../api.ts'
import { type LazyPage, PageSlot } from '../lib/lazy-page.tsx'

interface GuardProps {
  layout: LazyPage
  loading: ReactNode
}

/** To `/login`, which remembers where the visitor was going, unless they have just left by themselves. */
export function SignedIn({ layout, loading }: GuardProps) {
  const location = useLocation()
  if (useSignedIn()) return <PageSlot page={layout} loading={loading} />
  return <Navigate to="/login" replace state={tokens.ending() === 'left' ? null : { from: location }} />
}

/** To where they were going before they signed in, else home. */
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

/** Whether somebody has signed in on this page since it was asked last. */
export function takeReturnPath() {
  const taken = hasArrived
  hasArrived = false
  return taken
}
let hasArrived = false

function useSignedIn() {
  return useSyncExternalStore(tokens.subscribe, tokens.isSignedIn)
}
