// The three-dots menu with a record's secondary actions. *Delete* is always in it.
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
