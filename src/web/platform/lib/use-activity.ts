// Whether the user has done anything since the app was opened: what is heavy and needed only then can wait for it.
import { useSyncExternalStore } from 'react'

const signs = ['pointermove', 'pointerdown', 'keydown', 'input', 'focusin', 'scroll'] as const
let isActive = false

export function useActivity(): boolean {
  return useSyncExternalStore(subscribe, wasActive)
}

// The browser remembers presses, but neither movements nor what an assistive technology fills in.
const wasActive = () => isActive || navigator.userActivation?.hasBeenActive === true

function subscribe(changed: () => void) {
  const onSign = () => {
    isActive = true
    changed()
  }
  const options = { capture: true, passive: true, once: true }
  for (const sign of signs) window.addEventListener(sign, onSign, options)
  return () => {
    for (const sign of signs) window.removeEventListener(sign, onSign, options)
  }
}
