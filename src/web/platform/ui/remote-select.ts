// Props of a Select whose options the server searches.
import type { ComboboxItem } from '@mantine/core'

/**
 * While a search runs, previous options that match the text stay: the list does not flicker, and Enter never chooses an
 * option that does not match. The first result is then highlighted.
 */
export function remoteSelectProps(found: readonly ComboboxItem[], text: string, isSearching: boolean) {
  const wanted = text.toLocaleLowerCase()
  const offered = isSearching ? found.filter(({ label }) => label.toLocaleLowerCase().includes(wanted)) : [...found]
  return { filter: () => offered, selectFirstOptionOnChange: !isSearching }
}
