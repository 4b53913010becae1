// Makes Enter choose the highlighted option of an open list. Mantine uses an index that it resets shortly after the
// list opens, to -1 if the selected option is not shown, so that Enter right after typing chose nothing.

function choose(event: KeyboardEvent) {
  const field = event.target
  if (event.key !== 'Enter' || event.isComposing || !(field instanceof Element)) return
  if (!field.matches('[role="combobox"][aria-expanded="true"]')) return
  const list = document.getElementById(field.getAttribute('aria-controls') ?? '')
  const option = list?.querySelector<HTMLElement>('[data-combobox-selected]')
  if (!option) return
  event.preventDefault()
  event.stopPropagation()
  option.click()
}

// Capture phase: runs before all other handlers.
document.addEventListener('keydown', choose, true)
