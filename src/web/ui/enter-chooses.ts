// Enter in an open list chooses what is highlighted there. Mantine goes by a number that it sets anew a moment after
// the list opened, to none where the chosen option is not among what is shown: who typed and pressed Enter chose nothing.

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

// Before anybody else hears of it.
document.addEventListener('keydown', choose, true)
