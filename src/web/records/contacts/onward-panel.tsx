// Actions for all contacts that match a search: write a broadcast to them, or create a broadcast group.
import { Button, type Menu as MantineMenu } from '@mantine/core'
import { IconSend, IconUsersGroup } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { Link } from 'react-router'
import { broadcastPath } from '../../../contract/broadcast-start.ts'
import { type ContactNamesQuery, maxNames } from '../../../contract/contacts.ts'
import { number } from '../../platform/lib/format.ts'
import { t } from '../../platform/lib/text.ts'

const GroupAddDialog = lazy(() => import('./group-add-dialog.tsx'))

/** `count`: number of matches; undefined while it loads. */
export function useOnward(query: ContactNamesQuery, count: number | undefined) {
  const [isOpen, setOpen] = useState(false)
  const dialog = isOpen && count !== undefined && (
    <Suspense>
      <GroupAddDialog query={query} count={count} onClose={() => setOpen(false)} />
    </Suspense>
  )
  // More contacts than this cannot be listed by name; the user creates a broadcast group with rules for them.
  if (count === undefined || count === 0 || count > maxNames) return { onward: undefined, dialog }
  const pairs = Object.entries(query).filter(([, value]) => value !== undefined && value !== '')
  const to = broadcastPath({
    contacts: new URLSearchParams(pairs.map(([key, value]) => [key, String(value)])).toString(),
  })
  const label = t.plural(count, 'Broadcast to this one', 'Broadcast to these {count}', { count: number(count) })
  const onward = {
    button: (
      <>
        <Button variant="default" leftSection={<IconUsersGroup size={16} aria-hidden />} onClick={() => setOpen(true)}>
          {t('Make a broadcast group')}
        </Button>
        <Button variant="light" component={Link} to={to} leftSection={<IconSend size={16} aria-hidden />}>
          {label}
        </Button>
      </>
    ),
    items: (Menu: typeof MantineMenu) => (
      <>
        <Menu.Item component={Link} to={to} leftSection={<IconSend size={16} aria-hidden />}>
          {label}
        </Menu.Item>
        <Menu.Item
          closeMenuOnClick
          leftSection={<IconUsersGroup size={16} aria-hidden />}
          onClick={() => setOpen(true)}
        >
          {t('Make a broadcast group')}
        </Menu.Item>
      </>
    ),
  }
  return { onward, dialog }
}
