// Caches a value on this device, to reserve its space until the current one has loaded.
import { useEffect, useState } from 'react'

/** `name` is the key on this device; returns null if nothing is cached. */
export function useCachedValue(name: string, current: string | undefined): string | null {
  const [before] = useState(() => {
    try {
      return localStorage.getItem(name)
    } catch {
      return null
    }
  })
  useEffect(() => {
    try {
      if (current !== undefined) localStorage.setItem(name, current)
    } catch {
      // Storage is full or blocked: the page shifts again on the next visit.
    }
  }, [name, current])
  return current ?? before
}
