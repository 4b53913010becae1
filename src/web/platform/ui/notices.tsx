// Notices (toasts) after an action, with Undo where possible. The renderer is loaded with the first notice.
import { lazy, Suspense, useSyncExternalStore } from 'react'
import type { Notice } from './notice.ts'

/** `notify({ title: 'Contact deleted', undo })` */
export function notify(notice: Notice) {
  if (!isWanted) {
    isWanted = true
    for (const listener of listeners) listener()
  }
  void loadHost().then(({ show }) => show(notice))
}

export function notifyError(error: unknown, title: string) {
  notify({ tone: 'bad', title, text: error instanceof Error ? error.message : undefined })
}

/** Render once in the app. */
export function Notices() {
  const wanted = useSyncExternalStore(subscribe, () => isWanted)
  return wanted ? (
    <Suspense>
      <Host />
    </Suspense>
  ) : null
}

const loadHost = () => import('./notice-host.tsx')
const Host = lazy(loadHost)
const listeners = new Set<() => void>()
let isWanted = false

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
