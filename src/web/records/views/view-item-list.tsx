// Items of the menu of saved views: all of them, mine and the team's, and what can be done with the open one.
import type { Menu as MantineMenu } from '@mantine/core'
import {
  IconArrowBackUp,
  IconBookmarkPlus,
  IconDeviceFloppy,
  IconPencil,
  IconStar,
  IconStarOff,
  IconTrash,
} from '@tabler/icons-react'
import type { ComponentProps, ReactElement } from 'react'
import type { View } from '../../../contract/views.ts'
import { useMay } from '../../platform/lib/permissions.ts'
import { t } from '../../platform/lib/text.ts'
import { MenuHost } from '../../platform/ui/menu-host.tsx'

export interface ViewItemsProps {
  Menu: typeof MantineMenu
  all: readonly View[]
  /** The open one. */
  view: View | undefined
  isChanged: boolean
  onOpen: (view: View | undefined) => void
  onSave: () => void
  onSaveAs: () => void
  onReset: () => void
  onEdit: () => void
  onDefault: (isDefault: boolean) => void
  onRemove: () => void
}

/** The menu beside the title. It opens at once, because pressing its button has loaded it. */
export function ViewMenu({
  button,
  ...items
}: Omit<ViewItemsProps, 'Menu'> & { button: ReactElement<ComponentProps<'button'>> }) {
  return (
    <MenuHost position="bottom-start" button={button}>
      {(Menu) => <ViewItems Menu={Menu} {...items} />}
    </MenuHost>
  )
}

export function ViewItems(props: ViewItemsProps) {
  const { Menu, all, view, isChanged, onOpen } = props
  const mayEdit = useMay('edit')
  const mayChange = view && (mayEdit || !view.is_shared)
  const groups = [
    [t('My views'), all.filter(({ is_shared }) => !is_shared)],
    [t('Views of the team'), all.filter(({ is_shared }) => is_shared)],
  ] as const
  const action = (label: string, Icon: typeof IconTrash, onClick: () => void) => (
    <Menu.Item leftSection={<Icon size={16} aria-hidden />} closeMenuOnClick onClick={onClick}>
      {label}
    </Menu.Item>
  )
  return (
    <>
      <Menu.RadioGroup value={view?.id ?? 'none'} onChange={(id) => onOpen(all.find((each) => each.id === id))}>
        <Menu.RadioItem value="none" closeMenuOnClick>
          {t('No view')}
        </Menu.RadioItem>
        {groups.map(
          ([label, some]) =>
            some.length > 0 && (
              <div key={label}>
                <Menu.Label>{label}</Menu.Label>
                {some.map((each) => (
                  <Menu.RadioItem key={each.id} value={each.id} closeMenuOnClick>
                    {each.is_default ? t('{name} (opens first)', { name: each.name }) : each.name}
                  </Menu.RadioItem>
                ))}
              </div>
            ),
        )}
      </Menu.RadioGroup>
      <Menu.Divider />
      {mayChange && isChanged && action(t('Save view'), IconDeviceFloppy, props.onSave)}
      {action(t('Save as new view'), IconBookmarkPlus, props.onSaveAs)}
      {view && isChanged && action(t('Reset view'), IconArrowBackUp, props.onReset)}
      {view && (
        <>
          {mayChange && action(t('Rename or share'), IconPencil, props.onEdit)}
          {view.is_default
            ? action(t('Do not open first'), IconStarOff, () => props.onDefault(false))
            : action(t('Open first'), IconStar, () => props.onDefault(true))}
          {mayChange && action(t('Delete view'), IconTrash, props.onRemove)}
        </>
      )}
    </>
  )
}
