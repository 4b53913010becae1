// A field that few broadcasts need is hidden behind a button, until that is pressed or the field has a value.
import { useEffect, useRef, useState } from 'react'

export function useRevealed(hasValue: boolean) {
  const [isPressed, setPressed] = useState(false)
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isPressed) ref.current?.querySelector<HTMLElement>('input')?.focus()
  }, [isPressed])
  return { isOpen: isPressed || hasValue, ref, open: () => setPressed(true) }
}
