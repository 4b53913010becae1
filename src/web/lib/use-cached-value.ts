// What was so the last time on this device, for what has to keep its place until it is known.
import { useEffect, useState } from 'react'

/** `name` is its place on the device; null where nothing was known yet, or may not be kept. */
export function useCachedValue(name: string, known: string | undefined): string | null {
  const [before] = useState(() => {
    try {
      return localStorage.getItem(name)
    } catch {
      return null
    }
  })
  useEffect(() => {
    try {
      if (known !== undefined) localStorage.setItem(name, known)
    } catch {
      // Storage is full or forbidden: the page moves once more the next time.
    }
  }, [name, known])
  return known ?? before
}
