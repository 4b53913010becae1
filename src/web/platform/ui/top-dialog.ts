// Closes a dialog only while it is on top: Escape reaches every open dialog, and belongs to the last one.

let isCovered = false

// Registered before any dialog's own listener: when those run, the upper dialog may be gone already.
for (const event of ['keydown', 'pointerdown'])
  window.addEventListener(event, () => (isCovered = document.querySelectorAll('[role="dialog"]').length > 1), true)

export const ifOnTop = (close: () => void) => () => {
  if (!isCovered) close()
}
