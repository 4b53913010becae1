// A menu under a button. Mantine's machinery for it is 30 KB that no page needs before the first press.
import type { Menu, MenuProps } from '@mantine/core'
import { type ComponentProps, cloneElement, type ReactElement, type ReactNode } from 'react'
import { useOnDemand } from './on-demand.ts'

export interface ActionMenuProps extends Omit<MenuProps, 'children' | 'opened' | 'onChange'> {
  button: ReactElement<ComponentProps<'button'>>
  /** Of the list that opens. */
  className?: string
  /** The entries: `(Menu) => <Menu.Item …>`. */
  children: (menu: typeof Menu) => ReactNode
}

const load = () => import('./menu-host.tsx')

export function ActionMenu(props: ActionMenuProps) {
  const { part, handlers } = useOnDemand(load)
  if (part) return <part.MenuHost {...props} />
  return cloneElement(props.button, { ...handlers, 'aria-haspopup': 'menu', 'aria-expanded': false })
}
