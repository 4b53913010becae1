// Page views: one per route change, reported after 100 ms by route pattern, so that no id, search or token is sent.
export interface PageView {
  /** The route pattern: `/investors/:id`. */
  path: string
  title: string
  /** The previous pattern, the external origin, or empty. */
  referrer: string
}

export interface Route {
  /** The path in the address bar; used for comparison, never sent. */
  pathname: string
  path: string
  title: string
}

interface Surroundings {
  send: (view: PageView) => void
  /** Runs `work` after `ms`; returns a function that cancels it. */
  later: (work: () => void, ms: number) => () => void
  /** `document.referrer`. */
  referrer: string
  /** Kabar's own origin. */
  origin: string
}

const delayMs = 100

/** Returns a function to call on every change of the address. */
export function pageViews({ send, later, referrer, origin }: Surroundings) {
  let current: string | undefined
  let seen: string | undefined
  let before = outside(referrer, origin)
  let callOff = () => {}
  return ({ pathname, path, title }: Route, isReplaced: boolean) => {
    // A change of the search, filters or hash is the same page.
    if (pathname === current) return
    current = pathname
    // Replaced within its 100 ms: it was only a redirect, maybe back to the current page.
    if (isReplaced) {
      callOff()
      if (pathname === seen) return
    }
    callOff = later(() => {
      send({ path, title, referrer: before })
      seen = pathname
      before = path
    }, delayMs)
  }
}

function outside(referrer: string, origin: string) {
  const from = /^https?:\/\/[^/?#]+/.exec(referrer)?.[0] ?? ''
  return from === origin ? '' : from
}
