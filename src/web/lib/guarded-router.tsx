// The router of the address bar, with a guard that may hold a departure back.
// React Router's data router has such a guard, and costs 17.7 KB gzip more on every page.
import { type ReactNode, useEffect, useState } from 'react'
import {
  UNSAFE_createBrowserHistory as createBrowserHistory,
  unstable_HistoryRouter as HistoryRouter,
  useLocation,
} from 'react-router'

type BrowserHistory = ReturnType<typeof createBrowserHistory>
/** Answers whether it holds this departure back; `proceed` makes it after all. */
export type Guard = (departure: { pathname: string; proceed: () => void }) => boolean

const guards = new Set<Guard>()

/** One for each form on the page; the first that holds back is enough. Answers how to leave the post. */
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

/** A new page begins at its top; going back is the browser's own business. */
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
  const isHeld = (pathname: string, proceed: () => void) => {
    const go = () => {
      passing = true
      proceed()
    }
    if (!passing && [...guards].some((guard) => guard({ pathname, proceed: go }))) return true
    passing = false
    return false
  }
  history.push = (to, state) => {
    if (!isHeld(pathOf(to, history), () => history.push(to, state))) push(to, state)
  }
  history.replace = (to, state) => {
    if (!isHeld(pathOf(to, history), () => history.replace(to, state))) replace(to, state)
  }
  history.listen = (listener) =>
    listen((update) => {
      if (update.action !== 'POP') return listener(update)
      // The address has moved already: go back to the held page, quietly.
      if (comingBack) {
        comingBack = false
        return
      }
      const { delta } = update
      if (delta && isHeld(update.location.pathname, () => history.go(delta))) {
        comingBack = true
        history.go(-delta)
        return
      }
      listener(update)
    })
  return history
}

function pathOf(to: Parameters<BrowserHistory['push']>[0], history: BrowserHistory) {
  return history.createURL(to).pathname
}
