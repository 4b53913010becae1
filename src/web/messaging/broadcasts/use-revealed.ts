// Hides a field that few broadcasts need behind a button, until the user presses it or the field has a value.
import { useEffect, useRef, useState } from 'react'

export function useRevealed(hasValue: boolean) {
  const [isPressed, setPressed] = useState(false)
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isPressed) ref.current?.querySelector<HTMLElement>('input')?.focus()
  }, [isPressed])
  return { isOpen: isPressed || hasValue, ref, open: () => setPressed(true) }
}
