// As high from the beginning as it was the last time on this device, so that nothing moves when its content comes.
import { useEffect, useRef, useState } from 'react'

/** `name` is its place on the device; what it returns goes to the element. */
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
      // Storage is full or forbidden: it grows once more the next time.
    }
  })
  return { ref: element, style: { minHeight: isKnown ? undefined : before } }
}
