// The recipients of a broadcast: found by name or number, filtered by state, each with what was sent to them.
import { Button, NativeSelect } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconUsers } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import {
  type Broadcast,
  type broadcasts,
  type Recipient,
  type RecipientQuery,
  type RecipientStatus,
  recipientStatuses,
} from '../../contract/broadcasts.ts'
import type { ResponseOf } from '../../contract/endpoint.ts'
import { number } from '../lib/format.ts'
import { t } from '../lib/text.ts'
import type { Change } from '../lib/use-search.ts'
import { useProfile } from '../session.tsx'
import { DataTable } from '../ui/data-table.tsx'
import { Empty } from '../ui/empty.tsx'
import { Toolbar } from '../ui/page.tsx'
import { SearchField } from '../ui/search-field.tsx'
import { recipientStates } from './recipient-badge.tsx'
import { recipientColumns } from './recipient-columns.tsx'
import { RecipientShow } from './recipient-show.tsx'

interface RecipientListProps {
  broadcast: Broadcast
  page: UseQueryResult<ResponseOf<typeof broadcasts.recipients>>
  search: RecipientQuery
  onSearch: (change: Change<RecipientQuery>, options?: { replace?: boolean }) => void
}

export function RecipientList({ broadcast, page, search, onSearch }: RecipientListProps) {
  const { data: reader } = useProfile()
  const isWide = useMediaQuery('(min-width: 75em)', undefined, { getInitialValueInEffect: false }) ?? true
  const columns = useMemo(() => recipientColumns(reader, isWide), [reader, isWide])
  const { shown, opened, toRecipient, close } = useOpened(page.data?.data)
  return (
    <>
      <Toolbar>
        <SearchField
          label={t('Search by name or number')}
          value={search.q ?? ''}
          onChange={(q) => onSearch({ q }, { replace: true })}
        />
        <NativeSelect
          aria-label={t('State')}
          w="12rem"
          value={search.status ?? ''}
          onChange={(event) => onSearch({ status: event.currentTarget.value as RecipientStatus | '' })}
          data={[
            { value: '', label: t('Every state') },
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
      </Toolbar>
      <DataTable
        label={t('Recipients')}
        columns={columns}
        page={page}
        search={search}
        onSearch={(change) => onSearch(change as Change<RecipientQuery>)}
        defaultSort="name"
        rowTo={toRecipient}
        isFiltered={Boolean(search.q || search.status)}
        empty={
          <Empty
            icon={IconUsers}
            title={broadcast.status === 'preparing' ? t('The recipients are being written down') : t('No recipients')}
            text={
              broadcast.status === 'preparing'
                ? t('They appear here in a moment.')
                : t('Nobody was written down for it.')
            }
          />
        }
        noMatch={
          <Empty
            icon={IconUsers}
            title={t('Nobody is in this state or has this name')}
            action={
              <Button variant="default" onClick={() => onSearch({ q: '', status: '' })}>
                {t('Show all')}
              </Button>
            }
          />
        }
      />
      {shown && <RecipientShow recipient={shown} opened={opened} onClose={close} />}
    </>
  )
}

/** Who is opened stands in the address; they stay opened when the row has moved to another page meanwhile. */
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
