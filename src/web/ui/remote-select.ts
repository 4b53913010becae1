// What a picker gives its Select when the server searches the options.
import type { ComboboxItem } from '@mantine/core'

/**
 * While the answer is under way, what was offered before stays as far as it fits what is typed: the list does not
 * flicker, and Enter never chooses what nobody typed. With the answer its first is highlighted.
 */
export function remoteSelectProps(found: readonly ComboboxItem[], text: string, isSearching: boolean) {
  const wanted = text.toLocaleLowerCase()
  const offered = isSearching ? found.filter(({ label }) => label.toLocaleLowerCase().includes(wanted)) : [...found]
  return { filter: () => offered, selectFirstOptionOnChange: !isSearching }
}
