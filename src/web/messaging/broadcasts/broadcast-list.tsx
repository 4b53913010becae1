// List of broadcasts with their progress; polls while one is sending.
import { Button, NativeSelect } from '@mantine/core'
import { IconSend, IconSpeakerphone } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { BroadcastQuery, BroadcastStatus, broadcasts } from '../../../contract/broadcasts.ts'
import { query } from '../../api.ts'
import { SampleStart } from '../../identity/sample-data/sample-panel.tsx'
import { useMay } from '../../platform/lib/permissions.ts'
import { t } from '../../platform/lib/text.ts'
import { useSearch } from '../../platform/lib/use-search.ts'
import { useIsMedium } from '../../platform/ui/breakpoints.ts'
import { Empty } from '../../platform/ui/empty.tsx'
import { SearchList } from '../../platform/ui/search-list.tsx'
import { useSavedView, useViewMenu } from '../../records/views/view-picker.tsx'
import { statusLabel } from './broadcast-badge.tsx'
import { broadcastColumns } from './broadcast-columns.tsx'

/** This list always shows all columns, so views do not store any. */
const noColumns = { overrides: {}, isChosen: false, choice: { reset: () => {} } }
const pollMs = 2_000
/** A scheduled one starts automatically. */
const waitMs = 15_000

export default function BroadcastList() {
  const [search, change] = useSearch(BroadcastQuery)
  const view = useSavedView('broadcasts')
  const { mark, isOpening } = view.saved
  const views = useViewMenu(view, noColumns)
  // Without `saved`, removing the last filter would leave an empty address, which opens the default view.
  const marked = <T extends object>(next: T): T => (mark ? { ...next, saved: mark } : next)
  const setSearch: typeof change = (next, options) => change(marked(next), options)
  const list = useQuery({
    ...query(broadcasts.list, { query: search }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.data.some(({ status }) => status === 'preparing' || status === 'sending')
        ? pollMs
        : state.data?.data.some(({ status }) => status === 'scheduled')
          ? waitMs
          : false,
  })
  const page = isOpening ? { ...list, data: undefined, error: null } : list
  const isWide = !useIsMedium()
  const mayEdit = useMay('edit')
  const add = (
    <Button component={Link} to="/broadcasts/add" leftSection={<IconSend size={18} aria-hidden />}>
      {t('New broadcast')}
    </Button>
  )
  return (
    <SearchList
      title={t('Broadcasts')}
      searchLabel={t('Search broadcasts')}
      text={search.q}
      onText={(q) => setSearch({ q }, { replace: true })}
      choice={{
        field: (
          <NativeSelect
            aria-label={t('State')}
            value={search.status ?? ''}
            onChange={(event) => setSearch({ status: event.currentTarget.value as BroadcastStatus | '' })}
            data={[
              { value: '', label: t('All statuses') },
              ...BroadcastStatus.options.map((status) => ({ value: status, label: statusLabel(status) })),
            ]}
          />
        ),
        isMade: Boolean(search.status),
        hint: t('Try another name or status.'),
        onClear: () => setSearch({ q: '', status: '' }),
      }}
      actions={add}
      columns={broadcastColumns(isWide)}
      page={page}
      search={search}
      onSearch={(change) => setSearch(change as BroadcastQuery)}
      defaultSort="-created_at"
      rowTo={({ id, status }) => (status === 'draft' && mayEdit ? `/broadcasts/${id}/edit` : `/broadcasts/${id}`)}
      empty={
        <Empty
          icon={IconSpeakerphone}
          permission="edit"
          title={t('No broadcasts yet')}
          text={t('A broadcast sends one personalized message to many contacts and shows who received and read it.')}
          action={
            <>
              {add}
              <SampleStart />
            </>
          }
        />
      }
      noMatch={t('No broadcasts match')}
      views={views.menu}
    >
      {views.dialog}
    </SearchList>
  )
}
