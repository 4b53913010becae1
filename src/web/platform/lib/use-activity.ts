// Whether the user has done anything since the app was opened: what is heavy and needed only then can wait for it.
import { useSyncExternalStore } from 'react'

// Neither focus nor scrolling: a page sets both on its own.
const signs = ['pointermove', 'pointerdown', 'wheel', 'click', 'keydown', 'input'] as const
const listeners = new Set<() => void>()
let isActive = false

/** From the start of the app: the press that opens a page comes before the page. */
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
