// Restores focus after a dialog that was already open when mounted: Mantine only does so if it opened the dialog.
import { useEffect } from 'react'

// The opener may lose focus before the dialog renders: a button is disabled while it waits for a response.
let last = document.activeElement
document.addEventListener('focusin', ({ target }) => {
  if (target instanceof Element && !target.closest('[role="dialog"]')) last = target
})

/** For a dialog that is mounted only while open: restores the previous focus on unmount, unless focus is elsewhere. */
export function useFocusRestore() {
  useEffect(() => {
    const opener = last
    return () => {
      // After the page has rendered without the dialog and other components have claimed focus.
      setTimeout(() => {
        if (document.activeElement === null || document.activeElement === document.body) lasting(opener)?.focus()
      })
    }
  }, [])
}

/** A menu item disappears with its menu; the menu's button takes focus instead. */
function lasting(element: Element | null): HTMLElement | null {
  if (element?.isConnected) return element as HTMLElement
  const menu = element?.closest('[role="menu"]')?.getAttribute('aria-labelledby')
  return menu ? document.getElementById(menu) : null
}
