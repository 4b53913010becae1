// Parts of the app that no page waits for: fetched when somebody comes near their button, drawn once it was pressed.
import { type RefObject, useEffect, useRef, useState } from 'react'

/** `part` once it was wanted; until then the handlers go on the button that stands alone. */
export function useLazyLoad<Part>(load: () => Promise<Part>) {
  const [part, setPart] = useState<Part>()
  const show = async () => {
    try {
      const loaded = await load()
      setPart(() => loaded)
    } catch (error) {
      // While drawing, as any page that cannot be had.
      setPart(() => {
        throw error
      })
    }
  }
  const near = () => void load().catch(() => undefined)
  return { part, handlers: { onPointerEnter: near, onFocus: near, onClick: () => void show() } }
}

/** Of what stands in the place of a button that was pressed: open at once, and closed it gives focus to the button. */
export function useOpenOnMount(): [
  isOpen: boolean,
  setOpen: (isOpen: boolean) => void,
  RefObject<HTMLButtonElement | null>,
] {
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    button.current?.focus()
    // A frame later: what opens keeps in mind who had focus, and must not find its own content there already.
    const frame = requestAnimationFrame(() => setOpen(true))
    return () => cancelAnimationFrame(frame)
  }, [])
  return [isOpen, setOpen, button]
}
