// An action at the end of a list's row that leads to another page: an icon whose name is read and shown on hover.
import { ActionIcon } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'
import { Link } from 'react-router'

export function RowLink({ to, label, icon: Sign }: { to: string; label: string; icon: Icon }) {
  return (
    <ActionIcon component={Link} to={to} variant="subtle" size="lg" aria-label={label} title={label}>
      <Sign size={18} aria-hidden />
    </ActionIcon>
  )
}
