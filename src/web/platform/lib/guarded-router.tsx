// Browser router with a navigation guard. React Router's data router has one too, but adds 17.7 KB gzip to every page.
import { type ReactNode, useEffect, useState } from 'react'
import {
  UNSAFE_createBrowserHistory as createBrowserHistory,
  unstable_HistoryRouter as HistoryRouter,
  useLocation,
} from 'react-router'

type BrowserHistory = ReturnType<typeof createBrowserHistory>
/** Returns whether it blocks this navigation; `proceed` then continues it. */
export type Guard = (departure: Departure) => boolean

interface Departure {
  pathname: string
  hash: string
  proceed: () => void
}

const guards = new Set<Guard>()

/** One guard per form; any of them can block. Returns a function that removes the guard. */
export function guardDepartures(guard: Guard) {
  guards.add(guard)
  return () => void guards.delete(guard)
}

export function GuardedRouter({ children }: { children: ReactNode }) {
  const [history] = useState(() => guarded(createBrowserHistory({ v5Compat: true })))
  return (
    <HistoryRouter history={history}>
      <ScrollToTop />
      {children}
    </HistoryRouter>
  )
}

/** A new page starts at its top; the browser restores the position on Back. */
function ScrollToTop() {
  const { pathname, hash } = useLocation()
  useEffect(() => {
    if (pathname && !hash) scrollTo(0, 0)
  }, [pathname, hash])
  return null
}

export function guarded(history: BrowserHistory): BrowserHistory {
  const { push, replace, listen } = history
  let passing = false
  let comingBack = false
  const isHeld = ({ pathname, hash }: { pathname: string; hash: string }, proceed: () => void) => {
    const go = () => {
      passing = true
      proceed()
    }
    if (!passing && [...guards].some((guard) => guard({ pathname, hash, proceed: go }))) return true
    passing = false
    return false
  }
  history.push = (to, state) => {
    if (!isHeld(history.createURL(to), () => history.push(to, state))) push(to, state)
  }
  history.replace = (to, state) => {
    if (!isHeld(history.createURL(to), () => history.replace(to, state))) replace(to, state)
  }
  history.listen = (listener) =>
    listen((update) => {
      if (update.action !== 'POP') return listener(update)
      // The address has already changed: go back to the blocked page silently.
      if (comingBack) {
        comingBack = false
        return
      }
      const { delta } = update
      if (delta && isHeld(update.location, () => history.go(delta))) {
        comingBack = true
        history.go(-delta)
        return
      }
      listener(update)
    })
  return history
}
