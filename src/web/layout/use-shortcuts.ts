// Handles shortcuts of single keys, but leaves keys to text fields, lists and open dialogs.
import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { choose, useChoice } from '../platform/lib/device-choice.ts'
import { useMayOpen } from '../platform/lib/permissions.ts'
import { itemOf } from './menu.ts'
import { meantBy, takesKeys } from './shortcuts.ts'

/** How long `g` waits for the next key, in milliseconds. */
const waitMs = 1_500

export function useShortcuts(onHelp: () => void) {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const mayOpen = useMayOpen()
  // Users of speech input can turn single keys off (WCAG 2.1.4), because a spoken word would press several of them.
  const isOn = useChoice('shortcuts') !== 'off'
  useEffect(() => {
    let before: { key: string; at: number } | undefined
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || event.defaultPrevented) return
      if (takesKeys(event.target as Element) || document.querySelector('[role="dialog"][aria-modal="true"]')) return
      const meant = meantBy(event.key, before && event.timeStamp - before.at < waitMs ? before.key : undefined)
      before = undefined
      // The list of shortcuts opens even while shortcuts are off, because it has the switch that turns them on.
      if (!meant || (!isOn && !('act' in meant && meant.act === 'help'))) return
      if ('wait' in meant) {
        before = { key: meant.wait, at: event.timeStamp }
        return
      }
      event.preventDefault()
      if ('go' in meant) navigate(meant.go)
      else if (meant.act === 'help') onHelp()
      else if (meant.act === 'search') focusSearch()
      else if (meant.act === 'edit') pressLink(`${pathname}/edit`)
      else {
        const add = itemOf(pathname)?.add
        if (add && mayOpen(add)) navigate(add)
      }
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [isOn, navigate, onHelp, pathname, mayOpen])
  return { isOn, turn: (next: boolean) => choose('shortcuts', next ? 'on' : 'off') }
}

function focusSearch() {
  const field = document.querySelector<HTMLElement>('main input[type="search"], main [role="searchbox"]')
  if (field) field.focus()
  else document.querySelector<HTMLElement>('[aria-keyshortcuts="Control+K Meta+K"]')?.click()
}

/** Does nothing if the page has no such link. */
function pressLink(path: string) {
  document.querySelector<HTMLElement>(`main a[href="${path}"]`)?.click()
}
