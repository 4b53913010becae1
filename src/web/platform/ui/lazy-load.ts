// Lazy loading: prefetches a component when its button is hovered or focused, renders it on click.
import { type RefObject, useEffect, useRef, useState } from 'react'

/** Returns `part` once it was opened; until then, put the handlers on the plain button. */
export function useLazyLoad<Part>(load: () => Promise<Part>) {
  const [part, setPart] = useState<Part>()
  const show = async () => {
    try {
      const loaded = await load()
      setPart(() => loaded)
    } catch (error) {
      // Thrown while rendering, like a page chunk that fails to load.
      setPart(() => {
        throw error
      })
    }
  }
  const near = () => void load().catch(() => undefined)
  return { part, handlers: { onPointerEnter: near, onFocus: near, onClick: () => void show() } }
}

/** For a component that replaces its button: opens on mount and returns focus to the button on close. */
export function useOpenOnMount(): [
  isOpen: boolean,
  setOpen: (isOpen: boolean) => void,
  RefObject<HTMLButtonElement | null>,
] {
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    button.current?.focus()
    // One frame later: the dialog remembers the focused element, which must not be its own content.
    const frame = requestAnimationFrame(() => setOpen(true))
    return () => cancelAnimationFrame(frame)
  }, [])
  return [isOpen, setOpen, button]
}
