// Reserves the height that an element had on the last visit, so that nothing shifts when its content loads.
import { useEffect, useRef, useState } from 'react'

/** `name` is the key on this device; the result goes on the element. */
export function useSavedHeight<E extends HTMLElement>(name: string, isKnown: boolean) {
  const element = useRef<E>(null)
  const [before] = useState(() => {
    try {
      return Number(localStorage.getItem(name)) || 0
    } catch {
      return 0
    }
  })
  useEffect(() => {
    if (!isKnown || !element.current) return
    try {
      localStorage.setItem(name, String(element.current.offsetHeight))
    } catch {
      // Storage is full or blocked: the page shifts again on the next visit.
    }
  })
  return { ref: element, style: { minHeight: isKnown ? undefined : before } }
}
