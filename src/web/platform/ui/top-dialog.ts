// Closes a dialog only if it is the upper one, because Escape reaches every open dialog.

let isCovered = false

// Runs before the listeners of the dialogs: once the upper dialog has closed, the lower one would look like the upper one.
for (const event of ['keydown', 'pointerdown'])
  window.addEventListener(event, () => (isCovered = document.querySelectorAll('[role="dialog"]').length > 1), true)

export const ifOnTop = (close: () => void) => () => {
  if (!isCovered) close()
}
