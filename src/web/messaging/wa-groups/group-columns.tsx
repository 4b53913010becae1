// Columns of the list of imported groups.
import { VisuallyHidden } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'
import { broadcastPath } from '../../../contract/broadcast-start.ts'
import type { ImportedGroup } from '../../../contract/wa-groups.ts'
import { day, number } from '../../platform/lib/format.ts'
import { t } from '../../platform/lib/text.ts'
import { Text } from '../../platform/ui/box.tsx'
import { type Columns, columnsOf } from '../../platform/ui/data-table.tsx'
import { RowLink } from '../../platform/ui/row-link.tsx'
import { GroupBadge } from './group-badge.tsx'
import styles from './group-columns.module.css'

const column = columnsOf<ImportedGroup>()

export const groupColumns = (): Columns<ImportedGroup> =>
  column.columns([
    column.accessor('name', { header: t('Name'), meta: { sort: 'name', card: 'title', width: '30%' } }),
    column.accessor('participants_count', {
      header: t('Members'),
      meta: { sort: 'participants_count', align: 'end', width: '7rem' },
      cell: ({ getValue }) => number(getValue()),
    }),
    column.accessor('contact_count', {
      header: t('Known contacts'),
      meta: { sort: 'contact_count', align: 'end', width: '9.5rem' },
      cell: ({ getValue }) => number(getValue()),
    }),
    column.accessor('session_name', {
      header: t('Session'),
      meta: { sort: 'session_name', wide: true, words: true },
      cell: ({ row: { original } }) => (
        <>
          {original.session_name}
          {original.session_driver === 'simulator' && (
            <Text as="span" size={13} dimmed className={styles.driver}>
              {t('Simulator')}
            </Text>
          )}
        </>
      ),
    }),
    column.accessor('imported_at', {
      header: t('Imported'),
      meta: { sort: 'imported_at', wide: true, width: '9rem', card: 'hidden' },
      cell: ({ getValue }) => day(getValue()),
    }),
    column.accessor('reason', {
      header: t('State'),
      meta: { sort: 'state', width: '11rem', card: 'aside' },
      cell: ({ getValue }) => <GroupBadge reason={getValue()} />,
    }),
    column.display({
      id: 'send',
      header: () => <VisuallyHidden>{t('Send')}</VisuallyHidden>,
      meta: { width: '4.5rem', align: 'end', card: 'hidden' },
      cell: ({ row: { original } }) => (
        <RowLink
          to={broadcastPath({ wa_group_id: [original.id] })}
          label={t('Send to {name}', { name: original.name })}
          icon={IconSend}
        />
      ),
    }),
  ])
