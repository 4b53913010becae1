// Icon at the end of a row that links to another page. Its name is shown on hover and read by screen readers.
import { ActionIcon } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'
import { Link } from 'react-router'
import { useMayOpen } from '../lib/permissions.ts'

/** Shows nothing to users who may not open the page. */
export function RowLink({ to, label, icon: Sign }: { to: string; label: string; icon: Icon }) {
  if (!useMayOpen()(to)) return null
  return (
    <ActionIcon component={Link} to={to} variant="subtle" size="lg" aria-label={label} title={label}>
      <Sign size={18} aria-hidden />
    </ActionIcon>
  )
}
