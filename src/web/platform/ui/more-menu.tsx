// Actions of a record besides the main ones: the menu behind its three dots. *Delete* is always here.
import { ActionIcon } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import type { ComponentProps } from 'react'
import { t } from '../lib/text.ts'
import { ActionMenu } from './menu.tsx'

export function MoreMenu({ children, busy }: Pick<ComponentProps<typeof ActionMenu>, 'children'> & { busy?: boolean }) {
  return (
    <ActionMenu
      button={
        <ActionIcon variant="default" size="input-sm" aria-label={t('More')} loading={busy === true}>
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      }
    >
      {children}
    </ActionMenu>
  )
}
