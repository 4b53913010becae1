// The lazy-loaded part of `ActionMenu`.
import '@mantine/core/styles/Menu.layer.css'
import { Menu, type MenuProps } from '@mantine/core'
import { type ComponentProps, cloneElement, type ReactElement, type ReactNode } from 'react'
import { useOpenOnMount } from './lazy-load.ts'

export interface ActionMenuProps extends Omit<MenuProps, 'children' | 'opened' | 'onChange'> {
  button: ReactElement<ComponentProps<'button'>>
  /** Class of the dropdown. */
  className?: string
  /** The items: `(Menu) => <Menu.Item …>`. */
  children: (menu: typeof Menu) => ReactNode
}

/** Within the page's main landmark, where screen readers find all content. */
const inContent = { target: '#content' }

export function MenuHost({ button, className, children, ...menu }: ActionMenuProps) {
  const [isOpen, setOpen, ref] = useOpenOnMount()
  return (
    <Menu position="bottom-end" portalProps={inContent} {...menu} opened={isOpen} onChange={setOpen}>
      <Menu.Target>{cloneElement(button, { ref })}</Menu.Target>
      <Menu.Dropdown className={className}>{children(Menu)}</Menu.Dropdown>
    </Menu>
  )
}
