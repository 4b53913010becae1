// Reserves the height that an element had on the last visit, so that nothing shifts when its content loads.
import { useEffect, useRef, useState } from 'react'

/** `name`: key in the browser's storage. `guess`: height on the first visit. The result is passed to the element as props. */
export function useSavedHeight<E extends HTMLElement>(name: string, isKnown: boolean, guess = 0) {
  const element = useRef<E>(null)
  const [before] = useState(() => {
    try {
      return Number(localStorage.getItem(name)) || guess
    } catch {
      return guess
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
