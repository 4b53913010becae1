// Signed-in layout: sidebar, top bar, page. It owns the query cache, so that signing out discards everything.
import '../ui/styles-app.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { Outlet, useLocation } from 'react-router'
import { pendingInvite } from '../lib/pending-invite.ts'
import { refetchInterval, retry, retryDelay } from '../lib/retry-policy.ts'
import { t } from '../lib/text.ts'
import { SampleNote, useSampleHold } from '../sample-data/sample-panel.tsx'
import { applyReaderSettings } from '../session.tsx'
import styles from './app-layout.module.css'
import { takeReturnPath } from './guard.tsx'
import { Sidebar } from './sidebar.tsx'
import { TopBar } from './top-bar.tsx'

const JoinDialog = lazy(() => import('./join-dialog.tsx'))

export default function AppLayout() {
  const [client] = useState(newClient)
  const { open, setOpen, button } = useOverlay()
  // Set if the user opened an invitation link, before or after signing in.
  const [invite, setInvite] = useState(pendingInvite)
  return (
    <QueryClientProvider client={client}>
      <a href="#content" className={styles.skip}>
        {t('Skip to content')}
      </a>
      <div className={styles.layout}>
        <Sidebar open={open} onClose={() => setOpen(false)} />
        <div className={styles.rest} inert={open}>
          <TopBar menuButton={button} menuOpen={open} onMenu={() => setOpen(true)} />
          <SampleNote />
          <Content />
        </div>
      </div>
      {invite !== undefined && (
        <Suspense>
          <JoinDialog invite={invite} onClose={() => setInvite(undefined)} />
        </Suspense>
      )}
    </QueryClientProvider>
  )
}

function Content() {
  const isHeld = useSampleHold()
  return (
    <main
      ref={useArrival(isHeld)}
      id="content"
      tabIndex={-1}
      className={styles.content}
      data-held={isHeld || undefined}
    >
      <Outlet />
    </main>
  )
}

function newClient() {
  const client = new QueryClient({
    defaultOptions: {
      queries: { retry, retryDelay, refetchInterval, refetchOnWindowFocus: false, staleTime: 5 * 60_000 },
    },
  })
  applyReaderSettings(client)
  return client
}

/**
 * Moves focus to the page after sign-in and after navigation, because the clicked element is gone, unless the new page
 * has taken focus. Hidden content takes no focus.
 */
function useArrival(isHeld: boolean) {
  const content = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  const from = useRef(pathname)
  useEffect(() => {
    const isNew = from.current !== pathname && document.activeElement === document.body
    from.current = pathname
    if (!isHeld && (takeReturnPath() || isNew)) content.current?.focus({ preventScroll: true })
  }, [isHeld, pathname])
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
    const wide = matchMedia('(min-width: 992px)')
    const close = () => show(false)
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') setOpen(false)
    }
    wide.addEventListener('change', close)
    addEventListener('keydown', onKey)
    return () => {
      wide.removeEventListener('change', close)
      removeEventListener('keydown', onKey)
    }
  }, [open, setOpen])

  return { open, setOpen, button }
}
