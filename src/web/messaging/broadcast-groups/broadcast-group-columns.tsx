// Columns of the list of broadcast groups.
import { VisuallyHidden } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'
import type { BroadcastGroup } from '../../../contract/broadcast-groups.ts'
import { broadcastPath } from '../../../contract/broadcast-start.ts'
import { t } from '../../platform/lib/text.ts'
import { Ago } from '../../platform/ui/ago.tsx'
import { ToneBadge } from '../../platform/ui/badge.tsx'
import { type Columns, columnsOf } from '../../platform/ui/data-columns.ts'
import { RowLink } from '../../platform/ui/row-link.tsx'
import { CountBadge } from './count-badge.tsx'
import { groupSummary } from './summary.ts'

const column = columnsOf<BroadcastGroup>()

export const broadcastGroupColumns = (): Columns<BroadcastGroup> => [
  column.accessor('name', { header: t('Name'), meta: { sort: 'name', card: 'title', width: '26%' } }),
  column.display({
    id: 'parts',
    header: t('Members'),
    meta: { words: true },
    cell: ({ row }) =>
      row.original.broken_rules.length > 0 ? (
        <ToneBadge tone="bad">{groupSummary(row.original)}</ToneBadge>
      ) : (
        groupSummary(row.original)
      ),
  }),
  column.display({
    id: 'count',
    header: t('Can be messaged'),
    meta: { align: 'end', width: '10rem' },
    cell: ({ row }) => <CountBadge group={row.original} />,
  }),
  column.accessor(({ used_by }) => used_by.map(({ name }) => name).join(', '), {
    id: 'used_by',
    header: t('Used by'),
    meta: { width: '14rem', wide: true, words: true },
    cell: ({ getValue }) => getValue() || '–',
  }),
  column.accessor('updated_at', {
    header: t('Changed'),
    meta: { sort: 'updated_at', width: '11rem', wide: true },
    cell: ({ getValue }) => <Ago time={getValue()} />,
  }),
  column.display({
    id: 'send',
    header: () => <VisuallyHidden>{t('Send')}</VisuallyHidden>,
    meta: { width: '4.5rem', align: 'end', card: 'hidden' },
    cell: ({ row: { original } }) => (
      <RowLink
        to={broadcastPath({ broadcast_group_id: [original.id] })}
        label={t('Send to {name}', { name: original.name })}
        icon={IconSend}
      />
    ),
  }),
]
