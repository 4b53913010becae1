// The machinery of `ActionMenu`.
import '@mantine/core/styles/Menu.layer.css'
import { Menu } from '@mantine/core'
import { cloneElement } from 'react'
import type { ActionMenuProps } from './menu.tsx'
import { useOpenAtOnce } from './on-demand.ts'

export function MenuHost({ button, className, children, ...menu }: ActionMenuProps) {
  const [isOpen, setOpen, ref] = useOpenAtOnce()
  return (
    <Menu position="bottom-end" {...menu} opened={isOpen} onChange={setOpen}>
      <Menu.Target>{cloneElement(button, { ref })}</Menu.Target>
      <Menu.Dropdown className={className}>{children(Menu)}</Menu.Dropdown>
    </Menu>
  )
}
