// Who may see which half of the app: visitors the public pages, signed-in users the rest.

import type { ReactNode } from 'react'
import { useSyncExternalStore } from 'react'
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
  if (!useSignedIn()) return <PageSlot page={layout} loading={loading} />
  return <Navigate to={from ?? '/home'} replace />
}

function useSignedIn() {
  return useSyncExternalStore(tokens.subscribe, tokens.isSignedIn)
}
