// Recent bulk changes: who changed how many records, how many were refused, and Undo while it is possible.
import { Anchor, Button, VisuallyHidden } from '@mantine/core'
import { IconHistory, IconStack2 } from '@tabler/icons-react'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { Link } from 'react-router'
import {
  type BulkChange,
  type BulkEntry,
  BulkPage,
  bulkChanges,
  bulkDays,
  undoHours,
} from '../../../contract/bulk-changes.ts'
import { query } from '../../api.ts'
import { dateTime } from '../../platform/lib/format.ts'
import { useMay } from '../../platform/lib/permissions.ts'
import { t } from '../../platform/lib/text.ts'
import { useSearch } from '../../platform/lib/use-search.ts'
import { Text } from '../../platform/ui/box.tsx'
import { columnsOf, DataTable } from '../../platform/ui/data-table.tsx'
import { Empty } from '../../platform/ui/empty.tsx'
import { May } from '../../platform/ui/may.tsx'
import { Page } from '../../platform/ui/page.tsx'
import { undo } from './use-bulk.ts'
import { actText, countText, leftText, statusText } from './words.ts'

const RefusalShowDialog = lazy(() => import('./refusal-show-dialog.tsx'))

/** How often the list is fetched while a change is running. */
const progressMs = 1_500

export default function BulkChangeList() {
  const [search, setSearch] = useSearch(BulkPage)
  const client = useQueryClient()
  const page = useQuery({
    ...query(bulkChanges.list, { query: search }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data?.data.some(({ status }) => status === 'running' || status === 'undoing') ? progressMs : false,
  })
  const [shown, setShown] = useState<BulkEntry>()
  const [mayEdit, seesAmounts] = [useMay('edit'), useMay('see_amounts')]
  const undoOne = async (entry: BulkChange) => {
    await undo({ client }, entry)
    void page.refetch()
  }
  const empty = (
    <Empty
      icon={IconStack2}
      title={t('No bulk changes')}
      text={t('What you or your team change for many records at once is listed here for {days} days.', {
        days: bulkDays,
      })}
    />
  )
  return (
    <Page
      title={t('Bulk changes')}
      quietTitle
      subtitle={t('Changes of the last {days} days. Each can be undone for {hours} hours.', {
        days: bulkDays,
        hours: undoHours,
      })}
      actions={
        <May permission="see_audit_log">
          <Button
            component={Link}
            to="/audit?group=records"
            variant="default"
            leftSection={<IconHistory size={16} aria-hidden />}
          >
            {t('Audit log')}
          </Button>
        </May>
      }
    >
      <DataTable
        label={t('Bulk changes')}
        columns={columns({ onShow: setShown, onUndo: undoOne })}
        page={page}
        search={search}
        onSearch={(change) => setSearch(change as BulkPage)}
        isFiltered={false}
        empty={empty}
        noMatch={empty}
      />
      {shown && (
        <Suspense>
          <RefusalShowDialog
            made={shown}
            undo={mayEdit && (seesAmounts || shown.kind !== 'investments') && shown.can_undo ? undoOne : undefined}
            onClose={() => setShown(undefined)}
          />
        </Suspense>
      )}
    </Page>
  )
}

const column = columnsOf<BulkEntry>()

interface EntryActions {
  onShow: (entry: BulkEntry) => void
  onUndo: (entry: BulkEntry) => Promise<void>
}

const columns = (actions: EntryActions) => [
  column.accessor('action', {
    header: t('What'),
    meta: { card: 'title', words: true, least: 11 },
    cell: ({ row: { original } }) => actText(original),
  }),
  column.accessor('created_at', {
    header: t('Date and time'),
    meta: { width: '11rem', card: 'line' },
    cell: ({ row: { original } }) => (
      <>
        {dateTime(original.created_at)}
        <Text as="div" size={13} dimmed truncate>
          {t('by {name}', { name: original.made_by ?? t('Former member') })}
        </Text>
      </>
    ),
  }),
  column.accessor('changed', {
    header: t('Changed'),
    meta: { width: '11rem', card: 'line', words: true },
    cell: ({ row: { original } }) => <Outcome entry={original} {...actions} />,
  }),
  column.display({
    id: 'undo',
    header: () => <VisuallyHidden>{t('Undo')}</VisuallyHidden>,
    meta: { width: '9rem', align: 'end', card: 'aside' },
    cell: ({ row: { original } }) =>
      original.can_undo && (
        <May permission="edit">
          {original.kind === 'investments' ? (
            <May permission="see_amounts">
              <UndoButton entry={original} {...actions} />
            </May>
          ) : (
            <UndoButton entry={original} {...actions} />
          )}
        </May>
      ),
  }),
]

/** How many records were changed, or the progress of a running change; and a button that lists the refused records. */
function Outcome({ entry, onShow }: { entry: BulkEntry } & Pick<EntryActions, 'onShow'>) {
  const count = leftText(entry)
  return (
    <>
      {countText(entry.kind, entry.changed)}
      {entry.status !== 'done' && (
        <Text as="div" size={13} dimmed>
          {statusText(entry)}
        </Text>
      )}
      {count && (
        <Text as="div" size={13}>
          <Anchor component="button" type="button" inherit onClick={() => onShow(entry)}>
            {t('Left as they are: {count}', { count })}
          </Anchor>
        </Text>
      )}
    </>
  )
}

function UndoButton({ entry, onUndo }: { entry: BulkEntry } & Pick<EntryActions, 'onUndo'>) {
  const [busy, setBusy] = useState(false)
  const label = entry.status === 'running' ? t('Stop and undo') : t('Undo')
  return (
    <Button
      variant="default"
      size="xs"
      loading={busy}
      aria-label={`${label}: ${actText(entry)}, ${dateTime(entry.created_at)}`}
      onClick={() => {
        setBusy(true)
        void onUndo(entry).finally(() => setBusy(false))
      }}
    >
      {label}
    </Button>
  )
}
