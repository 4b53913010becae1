// The trash: what was deleted, by whom and until when it is kept; each entry can be restored, or deleted for good.
import { ActionIcon, Button, NativeSelect, VisuallyHidden } from '@mantine/core'
import { IconDots, IconEraser, IconTrash } from '@tabler/icons-react'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { broadcastGroups } from '../../../contract/broadcast-groups.ts'
import { broadcasts } from '../../../contract/broadcasts.ts'
import { contacts } from '../../../contract/contacts.ts'
import { customFields } from '../../../contract/custom-fields.ts'
import type { Endpoint, SignedInEndpoint } from '../../../contract/endpoint.ts'
import { investments } from '../../../contract/investments.ts'
import { investors } from '../../../contract/investors.ts'
import { notes } from '../../../contract/notes.ts'
import { offerings } from '../../../contract/offerings.ts'
import { tasks } from '../../../contract/tasks.ts'
import { templates } from '../../../contract/templates.ts'
import { transactions } from '../../../contract/transactions.ts'
import { type Trashed, TrashKind, TrashQuery, trash, trashDays } from '../../../contract/trash.ts'
import { waGroups } from '../../../contract/wa-groups.ts'
import { call, query } from '../../api.ts'
import { day } from '../../platform/lib/format.ts'
import { money } from '../../platform/lib/money.ts'
import { useAllows } from '../../platform/lib/permissions.ts'
import { t } from '../../platform/lib/text.ts'
import { useSearch } from '../../platform/lib/use-search.ts'
import { Ago } from '../../platform/ui/ago.tsx'
import { Row, Text } from '../../platform/ui/box.tsx'
import { columnsOf } from '../../platform/ui/data-table.tsx'
import { Empty } from '../../platform/ui/empty.tsx'
import { May } from '../../platform/ui/may.tsx'
import { ActionMenu } from '../../platform/ui/menu.tsx'
import { notify, notifyError } from '../../platform/ui/notices.tsx'
import { SearchList } from '../../platform/ui/search-list.tsx'
import { kindLabels } from './labels.ts'

const EraseDialog = lazy(() => import('../../records/erasures/erase-panel.tsx'))
const PurgeDialog = lazy(() => import('./record-purge-dialog.tsx'))

export default function TrashList() {
  const [search, setSearch] = useSearch(TrashQuery)
  const page = useQuery({ ...query(trash.list, { query: search }), placeholderData: keepPreviousData })
  const [asking, setAsking] = useState<Trashed>()
  const [erasing, setErasing] = useState<Trashed>()
  return (
    <SearchList
      title={t('Trash')}
      searchLabel={t('Search the trash')}
      text={search.q}
      onText={(q) => setSearch({ q }, { replace: true })}
      choice={{
        field: (
          <NativeSelect
            aria-label={t('Kind')}
            value={search.kind?.[0] ?? ''}
            onChange={(event) => setSearch({ kind: event.currentTarget.value || undefined })}
            data={[
              { value: '', label: t('All kinds') },
              ...TrashKind.options.map((kind) => ({ value: kind, label: t(kindLabels[kind]) })),
            ]}
          />
        ),
        isMade: Boolean(search.kind),
        hint: t('Try another name or kind.'),
        onClear: () => setSearch({ q: '', kind: undefined }),
      }}
      actions={undefined}
      columns={columns({ onPurge: setAsking, onErase: setErasing })}
      page={page}
      search={search}
      onSearch={(change) => setSearch(change as TrashQuery)}
      defaultSort="-deleted_at"
      empty={
        <Empty
          icon={IconTrash}
          title={t('The trash is empty')}
          text={t('What you or your team delete can be restored from here for {days} days.', { days: trashDays })}
        />
      }
      noMatch={t('Nothing deleted matches')}
    >
      {erasing && (
        <Suspense>
          <EraseDialog
            person={erasing.kind === 'contact' ? { contact_id: erasing.id } : { investor_id: erasing.id }}
            onErased={() => setErasing(undefined)}
            onClose={() => setErasing(undefined)}
          />
        </Suspense>
      )}
      {asking && (
        <Suspense>
          <PurgeDialog entry={asking} onClose={() => setAsking(undefined)} />
        </Suspense>
      )}
    </SearchList>
  )
}

const column = columnsOf<Trashed>()

interface EntryActions {
  onPurge: (entry: Trashed) => void
  onErase: (entry: Trashed) => void
}

const columns = (actions: EntryActions) => [
  column.accessor('name', {
    header: t('Name'),
    meta: { sort: 'name', card: 'title', words: true, least: 9 },
    cell: ({ row: { original } }) => [original.name, original.code].filter(Boolean).join(' · '),
  }),
  column.accessor('kind', {
    header: t('Kind'),
    meta: { width: '7rem', words: true },
    cell: ({ getValue }) => t(kindLabels[getValue()]),
  }),
  column.accessor('amount', {
    header: t('Amount'),
    meta: { width: '11rem', align: 'end', wide: true },
    cell: ({ row: { original } }) => original.amount && original.currency && money(original.amount, original.currency),
  }),
  column.accessor('deleted_at', {
    header: t('Deleted'),
    meta: { sort: 'deleted_at', width: '8.5rem', words: true },
    cell: ({ row: { original } }) => (
      <>
        <Ago time={original.deleted_at} />
        {original.deleted_by && (
          <Text as="div" size={13} dimmed truncate>
            {t('by {name}', { name: original.deleted_by })}
          </Text>
        )}
      </>
    ),
  }),
  column.accessor('purge_at', {
    header: t('Kept until'),
    meta: { width: '7.5rem' },
    cell: ({ getValue }) => day(getValue()),
  }),
  column.display({
    id: 'restore',
    header: () => <VisuallyHidden>{t('Restore')}</VisuallyHidden>,
    meta: { width: '9rem', align: 'end', card: 'aside' },
    cell: ({ row: { original } }) => <RowActions entry={original} {...actions} />,
  }),
]

const restores: Record<TrashKind, SignedInEndpoint> = {
  contact: contacts.restore,
  investor: investors.restore,
  investment: investments.restore,
  transaction: transactions.restore,
  offering: offerings.restore,
  note: notes.restore,
  task: tasks.restore,
  template: templates.restore,
  broadcast_group: broadcastGroups.restore,
  broadcast: broadcasts.restore,
  wa_group: waGroups.restore,
  custom_field: customFields.restore,
}

function RowActions({ entry, onPurge, onErase }: EntryActions & { entry: Trashed }) {
  return (
    <Row gap={4} justify="end">
      <RestoreButton {...entry} />
      <May permission="delete_for_good">
        <ActionMenu
          button={
            <ActionIcon
              variant="subtle"
              color="gray"
              size="input-xs"
              aria-label={t('More about {name}', { name: entry.name })}
            >
              <IconDots size={16} aria-hidden />
            </ActionIcon>
          }
        >
          {(Menu) => (
            <>
              <Menu.Item leftSection={<IconTrash size={16} aria-hidden />} onClick={() => onPurge(entry)}>
                {t('Delete for good…')}
              </Menu.Item>
              {(entry.kind === 'contact' || entry.kind === 'investor') && (
                <Menu.Item leftSection={<IconEraser size={16} aria-hidden />} onClick={() => onErase(entry)}>
                  {t('Erase personal data…')}
                </Menu.Item>
              )}
            </>
          )}
        </ActionMenu>
      </May>
    </Row>
  )
}

function RestoreButton({ id, kind, name, investment_id }: Trashed) {
  const client = useQueryClient()
  const restore = useMutation({
    mutationFn: () => {
      const params = kind === 'transaction' ? { id: investment_id!, transaction_id: id } : { id }
      return call<Endpoint>(restores[kind], { params } as never)
    },
    onSuccess: () => notify({ title: t('{name} was restored', { name }) }),
    onError: (error) => notifyError(error, t('{name} could not be restored', { name })),
    onSettled: () => client.invalidateQueries(),
  })
  const allows = useAllows()
  const { permission, also } = restores[kind]
  if (!allows(permission) || !allows(also)) return null
  return (
    <Button
      variant="default"
      size="xs"
      aria-label={t('Restore {name}', { name })}
      loading={restore.isPending}
      onClick={() => restore.mutate()}
    >
      {t('Restore')}
    </Button>
  )
}
