// Gives focus back when a dialog closes that was drawn already open: Mantine's own way needs to see it opened.
import { useEffect } from 'react'

// What opened a dialog may have lost focus before the dialog is drawn: a button that waits for its answer is disabled.
let last = document.activeElement
document.addEventListener('focusin', ({ target }) => {
  if (target instanceof Element && !target.closest('[role="dialog"]')) last = target
})

/** For a dialog that exists while it is asked: when it goes, and has left focus nowhere, focus goes where it was before. */
export function useFocusRestore() {
  useEffect(() => {
    const opener = last
    return () => {
      // After the page has drawn itself without the dialog, and after those who want focus elsewhere took it.
      setTimeout(() => {
        if (document.activeElement === null || document.activeElement === document.body) lasting(opener)?.focus()
      })
    }
  }, [])
}

/** The entry of a menu is gone with its menu: then it is the button of the menu. */
function lasting(element: Element | null): HTMLElement | null {
  if (element?.isConnected) return element as HTMLElement
  const menu = element?.closest('[role="menu"]')?.getAttribute('aria-labelledby')
  return menu ? document.getElementById(menu) : null
}
