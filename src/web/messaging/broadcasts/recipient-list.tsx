// Recipients of a broadcast: search by name or number, filter by status, and the message of each.
import { Button, NativeSelect } from '@mantine/core'
import { IconUsers } from '@tabler/icons-react'
import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import {
  type Broadcast,
  broadcasts,
  type Recipient,
  type RecipientQuery,
  type RecipientStatus,
  recipientStatuses,
} from '../../../contract/broadcasts.ts'
import type { ResponseOf } from '../../../contract/endpoint.ts'
import { call } from '../../api.ts'
import { ExportPicker } from '../../platform/downloads/export-picker.tsx'
import { number } from '../../platform/lib/format.ts'
import { t } from '../../platform/lib/text.ts'
import type { Change } from '../../platform/lib/use-search.ts'
import { useIsMedium } from '../../platform/ui/breakpoints.ts'
import { DataTable } from '../../platform/ui/data-table.tsx'
import { Empty } from '../../platform/ui/empty.tsx'
import { Toolbar } from '../../platform/ui/page.tsx'
import { SearchField } from '../../platform/ui/search-field.tsx'
import { useProfile } from '../../session.tsx'
import { recipientStates } from './recipient-badge.tsx'
import { recipientColumns } from './recipient-columns.tsx'
import { RecipientShow } from './recipient-show.tsx'
import { useReasonText } from './use-reason-text.ts'

const reasonsMs = 10_000

interface RecipientListProps {
  broadcast: Broadcast
  page: UseQueryResult<ResponseOf<typeof broadcasts.recipients>>
  search: RecipientQuery
  onSearch: (change: Change<RecipientQuery>, options?: { replace?: boolean }) => void
}

export function RecipientList({ broadcast, page, search, onSearch }: RecipientListProps) {
  const { data: reader } = useProfile()
  const isWide = !useIsMedium()
  const reasonText = useReasonText()
  // Before an approved broadcast starts, its messages matter: they await approval or are approved.
  const isWritten = broadcast.approval !== null && broadcast.started_at === null
  const columns = useMemo(
    () => recipientColumns(reader, { isWide, isWritten }, reasonText),
    [reader, isWide, isWritten, reasonText],
  )
  const { shown, opened, toRecipient, close } = useOpened(page.data?.data)
  const reasons = useReasons(broadcast, search.status)
  return (
    <>
      <Toolbar
        actions={
          <ExportPicker
            disabled={page.data?.pagination.total === 0}
            request={(format) => ({ kind: 'recipients', input: { format, query: filterOf(broadcast.id, search) } })}
          />
        }
      >
        <SearchField
          label={t('Search by name or number')}
          value={search.q ?? ''}
          onChange={(q) => onSearch({ q }, { replace: true })}
        />
        <NativeSelect
          aria-label={t('State')}
          w="12rem"
          value={search.status ?? ''}
          onChange={(event) => onSearch({ status: event.currentTarget.value as RecipientStatus | '', reason: '' })}
          data={[
            { value: '', label: t('All statuses') },
            ...recipientStatuses
              .filter((status) => broadcast.counts[status] > 0 || status === search.status)
              .map((status) => ({
                value: status,
                label: t('{state} ({count})', {
                  state: t(recipientStates[status].label),
                  count: number(broadcast.counts[status]),
                }),
              })),
          ]}
        />
        {(reasons.length > 0 || search.reason) && (
          <NativeSelect
            aria-label={t('Reason')}
            w="14rem"
            value={search.reason ?? ''}
            onChange={(event) => onSearch({ reason: event.currentTarget.value })}
            data={[
              { value: '', label: t('All reasons') },
              ...reasons.map(({ reason, count }) => ({
                value: reason,
                label: t('{reason} ({count})', { reason: reasonText(reason), count: number(count) }),
              })),
            ]}
          />
        )}
        {(broadcast.replied > 0 || search.replied) && (
          <NativeSelect
            aria-label={t('Replies')}
            w="13rem"
            value={search.replied ?? ''}
            onChange={(event) => onSearch({ replied: event.currentTarget.value as 'true' | 'false' | '' })}
            data={[
              { value: '', label: t('All replies') },
              { value: 'true', label: t('Answered') },
              { value: 'false', label: t('Not answered') },
            ]}
          />
        )}
      </Toolbar>
      <DataTable
        label={t('Recipients')}
        columns={columns}
        page={page}
        search={search}
        onSearch={(change) => onSearch(change as Change<RecipientQuery>)}
        defaultSort="name"
        rowTo={toRecipient}
        isFiltered={Boolean(search.q || search.status || search.reason || search.replied)}
        empty={
          <Empty
            icon={IconUsers}
            title={broadcast.status === 'preparing' ? t('Preparing recipients') : t('No recipients')}
            text={
              broadcast.status === 'preparing'
                ? t('Recipients appear here in a moment.')
                : t('This broadcast has no recipients.')
            }
          />
        }
        noMatch={
          <Empty
            icon={IconUsers}
            title={t('No recipients match')}
            action={
              <Button variant="default" onClick={() => onSearch({ q: '', status: '', reason: '', replied: '' })}>
                {t('Show all')}
              </Button>
            }
          />
        }
      />
      {shown && <RecipientShow recipient={shown} media={broadcast.media} opened={opened} onClose={close} />}
    </>
  )
}

/** The export uses the list's filters. */
function filterOf(broadcast_id: string, { page: _page, per_page: _perPage, ...search }: RecipientQuery) {
  return { ...search, broadcast_id }
}

/** The reasons of the selected status. */
function useReasons({ id, status, counts }: Broadcast, shown: RecipientStatus | undefined) {
  const { data } = useQuery({
    queryFn: ({ signal }) => call(broadcasts.reasons, { params: { id } }, { signal }),
    // Refetched once when it ends: changes since the last poll would otherwise be missed.
    queryKey: [broadcasts.reasons.path, { params: { id } }, status],
    placeholderData: keepPreviousData,
    enabled: counts.failed + counts.skipped + counts.pending + counts.unknown > 0,
    staleTime: 0,
    refetchInterval: status === 'sending' ? reasonsMs : false,
  })
  const sums = new Map<string, number>()
  for (const { status, reason, count } of data?.data ?? [])
    if (!shown || status === shown) sums.set(reason, (sums.get(reason) ?? 0) + count)
  return [...sums].map(([reason, count]) => ({ reason, count }))
}

/** The open recipient is in the URL, and stays open if the row moves to another page. */
function useOpened(rows: Recipient[] | undefined) {
  const [params, setParams] = useSearchParams()
  const id = params.get('recipient')
  const here = rows?.find((row) => row.id === id)
  const [last, setLast] = useState(here)
  useEffect(() => {
    if (here) setLast(here)
  }, [here])
  const shown = here ?? last
  const toRecipient = (row: Recipient) => {
    const next = new URLSearchParams(params)
    next.set('recipient', row.id)
    return `?${next}`
  }
  const close = () =>
    setParams((before) => {
      const next = new URLSearchParams(before)
      next.delete('recipient')
      return next
    })
  return { shown, opened: id !== null && shown?.id === id, toRecipient, close }
}
