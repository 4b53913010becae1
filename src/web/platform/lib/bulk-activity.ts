// Whether a bulk change is in progress, or its report is open: then every list shows the bar, also after another page was opened.
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
