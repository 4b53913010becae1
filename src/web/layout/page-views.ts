// Page views: one for every route change, 100 ms after it, told by patterns so that no id, search or token leaves.
export interface PageView {
  /** The route's pattern: `/investors/:id`. */
  path: string
  title: string
  /** The previous pattern, or the origin outside that led here, or nothing. */
  referrer: string
}

export interface Route {
  /** As in the address bar; it is compared and never sent. */
  pathname: string
  path: string
  title: string
}

interface Surroundings {
  send: (view: PageView) => void
  /** Does the work after so many milliseconds; answers how to call it off. */
  later: (work: () => void, ms: number) => () => void
  /** Where the visitor came from, as the browser tells. */
  referrer: string
  /** Our own. */
  origin: string
}

const delayMs = 100

/** Answers what to tell every change of the address. */
export function pageViews({ send, later, referrer, origin }: Surroundings) {
  let current: string | undefined
  let seen: string | undefined
  let before = outside(referrer, origin)
  let callOff = () => {}
  return ({ pathname, path, title }: Route, isReplaced: boolean) => {
    // Search, filters and anchors are the same page.
    if (pathname === current) return
    current = pathname
    // Replaced before its 100 ms were over: it only redirected, maybe to where the visitor is.
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
