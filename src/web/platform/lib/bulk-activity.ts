// Whether a bulk change is in progress or its report is open. Every list then shows the bar, whichever page started the change.
import { useSyncExternalStore } from 'react'

let isActive = false
const listeners = new Set<() => void>()

export function setBulkActivity(next: boolean) {
  isActive = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const useBulkActivity = () => useSyncExternalStore(subscribe, () => isActive)
