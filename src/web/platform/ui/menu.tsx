// Menu button. Mantine's menu is 30 KB and is loaded only when the user reaches for it.
import { cloneElement } from 'react'
import { useLazyLoad } from './lazy-load.ts'
import type { ActionMenuProps } from './menu-host.tsx'

const load = () => import('./menu-host.tsx')

export function ActionMenu(props: ActionMenuProps) {
  const { part, handlers } = useLazyLoad(load)
  if (part) return <part.MenuHost {...props} />
  return cloneElement(props.button, { ...handlers, 'aria-haspopup': 'menu', 'aria-expanded': false })
}
