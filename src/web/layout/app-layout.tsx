// Signed-in layout: sidebar, top bar, page. It owns the query cache, so that signing out discards everything.
import { Text } from '../platform/ui/box.tsx'
import { compact } from '../platform/ui/breakpoints.ts'
import '../platform/ui/styles-app.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { Outlet, useLocation } from 'react-router'
import { users } from '../../contract/users.ts'
import { askForProofBy, invalidate, onForbidden } from '../api.ts'
import { SampleBar } from '../identity/sample-data/sample-panel.tsx'
import { keptPush } from '../platform/lib/kept-push.ts'
import { pendingInvite } from '../platform/lib/pending-invite.ts'
import { Permissions } from '../platform/lib/permissions.ts'
import { refetchInterval, retry, retryDelay } from '../platform/lib/retry-policy.ts'
import { t } from '../platform/lib/text.ts'
import { useProfile } from '../session.tsx'
import styles from './app-layout.module.css'
import { takeReturnPath } from './guard.tsx'
import { OfflineBar } from './offline-bar.tsx'
import { Sidebar } from './sidebar.tsx'
import { TopBar } from './top-bar.tsx'
import { useShortcuts } from './use-shortcuts.ts'

const RarePanel = lazy(() => import('../identity/account/rare-panel.tsx'))
const ShortcutListDialog = lazy(() => import('./shortcut-list-dialog.tsx'))
const ProofDialog = lazy(() => import('./proof-dialog.tsx'))
const SecondFactorMissing = lazy(() => import('./second-factor-missing.tsx'))
const JoinDialog = lazy(() => import('./join-dialog.tsx'))

export default function AppLayout() {
  const [client] = useState(newClient)
  // The role has changed since the profile was fetched. Fetching it again hides what the role no longer allows.
  useEffect(() => onForbidden(() => void invalidate(client, users.profile.path)), [client])
  return (
    <QueryClientProvider client={client}>
      <WithPermissions>
        <Gate>
          <Frame />
        </Gate>
        <ProofHost />
      </WithPermissions>
    </QueryClientProvider>
  )
}

/** A member who lacks the required second factor can do nothing but set one up. */
function Gate({ children }: { children: ReactNode }) {
  const isMissing = useProfile().data?.second_factor === 'missing'
  return isMissing ? (
    <Suspense>
      <SecondFactorMissing />
    </Suspense>
  ) : (
    children
  )
}

function Frame() {
  const { open, setOpen, button } = useOverlay()
  const [isSheetOpen, setSheetOpen] = useState(false)
  const showSheet = useCallback(() => setSheetOpen(true), [])
  const { isOn, turn } = useShortcuts(showSheet)
  // Set if the user opened an invitation link, before or after signing in.
  const [invite, setInvite] = useState(pendingInvite)
  return (
    <>
      <a href="#content" className={styles.skip}>
        {t('Skip to content')}
      </a>
      <div className={styles.layout}>
        <Sidebar open={open} onClose={() => setOpen(false)} />
        <Text as="div" shrink className={styles.rest} inert={open}>
          <TopBar menuButton={button} menuOpen={open} onMenu={() => setOpen(true)} onShortcuts={showSheet} />
          <OfflineBar />
          <SampleBar />
          <RareBars />
          <Content />
        </Text>
      </div>
      {isSheetOpen && (
        <Suspense>
          <ShortcutListDialog isOn={isOn} onTurn={turn} onClose={() => setSheetOpen(false)} />
        </Suspense>
      )}
      {invite !== undefined && (
        <Suspense>
          <JoinDialog invite={invite} onClose={() => setInvite(undefined)} />
        </Suspense>
      )}
    </>
  )
}

/** Loaded only for those who need them. */
function RareBars() {
  const { restored_from, deletion_due_at } = useProfile().data ?? {}
  return (
    (restored_from || deletion_due_at || keptPush()) && (
      <Suspense>
        <RarePanel />
      </Suspense>
    )
  )
}

/** Asks for a fresh proof when a request needs one. Concurrent requests wait for the same dialog. */
function ProofHost() {
  const [answer, setAnswer] = useState<{ by: (isProved: boolean) => void }>()
  useEffect(() => {
    let asked: Promise<boolean> | undefined
    askForProofBy(() => {
      asked ??= new Promise<boolean>((by) => setAnswer({ by })).finally(() => {
        asked = undefined
        setAnswer(undefined)
      })
      return asked
    })
    return () => askForProofBy(undefined)
  }, [])
  return answer ? (
    <Suspense>
      <ProofDialog onDone={answer.by} />
    </Suspense>
  ) : null
}

/** The profile is already in the query cache, so this sends no request of its own. */
function WithPermissions({ children }: { children: ReactNode }) {
  const { data, isPending } = useProfile()
  const permissions = data?.permissions
  const own = useMemo(() => ({ permissions, isLoading: isPending }), [permissions, isPending])
  return <Permissions value={own}>{children}</Permissions>
}

function Content() {
  return (
    <main ref={useArrival()} id="content" tabIndex={-1} className={styles.content}>
      <Outlet />
    </main>
  )
}

function newClient() {
  return new QueryClient({
    defaultOptions: {
      queries: { retry, retryDelay, refetchInterval, refetchOnWindowFocus: false, staleTime: 5 * 60_000 },
    },
  })
}

/**
 * Moves focus to the page after sign-in and after navigation, because the clicked element is gone, unless the new page
 * has taken focus.
 */
function useArrival() {
  const content = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  const from = useRef(pathname)
  useEffect(() => {
    const isNew = from.current !== pathname && document.activeElement === document.body
    from.current = pathname
    if (takeReturnPath() || isNew) content.current?.focus({ preventScroll: true })
  }, [pathname])
  return content
}

/** The sidebar as an overlay: closes on navigation, on Escape and on a wide window; focus returns to its button. */
function useOverlay() {
  const [open, show] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const { key } = useLocation()

  const setOpen = useCallback((next: boolean) => {
    show(next)
    // After the page is no longer inert.
    if (!next) requestAnimationFrame(() => button.current?.focus())
  }, [])

  // The key differs for each navigation.
  useEffect(() => show(false), [key])

  useEffect(() => {
    if (!open) return
    const narrow = matchMedia(compact)
    const close = () => show(false)
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') setOpen(false)
    }
    narrow.addEventListener('change', close)
    addEventListener('keydown', onKey)
    return () => {
      narrow.removeEventListener('change', close)
      removeEventListener('keydown', onKey)
    }
  }, [open, setOpen])

  return { open, setOpen, button }
}
