// Tells whether the user has done anything since the app was opened. Large code that is needed only then can load later.
import { useSyncExternalStore } from 'react'

// Focus and scroll events are left out, because pages cause both themselves.
const signs = ['pointermove', 'pointerdown', 'wheel', 'click', 'keydown', 'input'] as const
const listeners = new Set<() => void>()
let isActive = false

/** Called when the app starts, because the press that opens a page comes before that page renders. */
export function watchActivity() {
  const onSign = () => {
    isActive = true
    for (const sign of signs) window.removeEventListener(sign, onSign, true)
    for (const changed of listeners) changed()
  }
  for (const sign of signs) window.addEventListener(sign, onSign, { capture: true, passive: true })
}

export function useActivity(): boolean {
  return useSyncExternalStore(subscribe, () => isActive)
}

function subscribe(changed: () => void) {
  listeners.add(changed)
  return () => listeners.delete(changed)
}
