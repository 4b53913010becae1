// The deliveries of a webhook: event, time, the receiver's answer, and a button to send it again.
import { Button, VisuallyHidden } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type Delivery, DeliveryQuery, DeliveryState, type Webhook, webhooks } from '../../../contract/webhooks.ts'
import { call, invalidate, query } from '../../api.ts'
import { dateTime } from '../../platform/lib/format.ts'
import { t } from '../../platform/lib/text.ts'
import { useSearch } from '../../platform/lib/use-search.ts'
import { ToneBadge } from '../../platform/ui/badge.tsx'
import { Stack, Text } from '../../platform/ui/box.tsx'
import { columnsOf, DataTable } from '../../platform/ui/data-table.tsx'
import { Empty, NoMatch } from '../../platform/ui/empty.tsx'
import { type Filter, FilterBar, isFiltered, withoutFilters } from '../../platform/ui/filter-bar.tsx'
import { notify, notifyError } from '../../platform/ui/notices.tsx'
import { Toolbar } from '../../platform/ui/page.tsx'
import { deliveryStates, eventLabel, failureText } from './words.ts'

const refetchMs = 5_000

export function DeliveryList({ webhook }: { webhook: Webhook }) {
  const [search, setSearch] = useSearch(DeliveryQuery)
  const page = useQuery({
    ...query(webhooks.deliveries, { params: { id: webhook.id }, query: search }),
    placeholderData: keepPreviousData,
    refetchInterval: refetchMs,
  })
  const states = deliveryStates()
  const filters: Filter[] = [
    {
      key: 'state',
      label: t('Status'),
      choices: DeliveryState.options.map((state) => ({ value: state, label: states[state].label })),
    },
  ]
  return (
    <>
      <Toolbar>
        <FilterBar filters={filters} search={search} onSearch={setSearch} />
      </Toolbar>
      <DataTable
        label={t('Deliveries')}
        columns={columns(webhook.active)}
        page={page}
        search={search}
        onSearch={setSearch}
        isFiltered={isFiltered(filters, search)}
        empty={
          <Empty
            icon={IconSend}
            title={t('Nothing sent yet')}
            text={t(
              'Every event and what the receiver answered is listed here for 30 days. Send a test event to try it.',
            )}
          />
        }
        noMatch={
          <NoMatch
            title={t('No delivery matches')}
            clearLabel={t('Clear filters')}
            onClear={() => setSearch(withoutFilters(filters))}
          />
        }
      />
    </>
  )
}

const column = columnsOf<Delivery>()

const columns = (isActive: boolean) => [
  column.accessor('type', {
    header: t('Event'),
    meta: { card: 'title', words: true, least: 11 },
    cell: ({ row: { original } }) => (
      <>
        {eventLabel(original.type)}
        <Text as="div" size={13} dimmed truncate>
          {original.id}
        </Text>
      </>
    ),
  }),
  column.accessor('at', {
    header: t('Date and time'),
    meta: { width: '11.5rem', card: 'line' },
    cell: ({ getValue }) => dateTime(getValue()),
  }),
  column.accessor('state', {
    header: t('Status'),
    meta: { width: '8.5rem', card: 'line' },
    cell: ({ getValue }) => {
      const { label, tone } = deliveryStates()[getValue()]
      return <ToneBadge tone={tone}>{label}</ToneBadge>
    },
  }),
  column.accessor('attempts', {
    header: t('Result'),
    meta: { width: '40%', card: 'line', least: 14 },
    cell: ({ row: { original } }) => <Result delivery={original} />,
  }),
  column.display({
    id: 'replay',
    header: () => <VisuallyHidden>{t('Send again')}</VisuallyHidden>,
    meta: { width: '8.5rem', align: 'end', card: 'aside' },
    cell: ({ row: { original } }) =>
      isActive && original.state !== 'waiting' ? <ReplayButton delivery={original} /> : null,
  }),
]

/** The failure in words, the time of the next attempt, and the beginning of the receiver's answer. */
function Result({ delivery }: { delivery: Delivery }) {
  const { state, attempts, failure, next_attempt_at, response_status, response, duration_ms } = delivery
  const facts = []
  if (state === 'delivered') facts.push(t('Answered with {status}', { status: String(response_status) }))
  if (duration_ms !== null) facts.push(t('{ms} ms', { ms: String(duration_ms) }))
  if (attempts > 0) facts.push(t.plural(attempts, '{count} attempt', '{count} attempts'))
  return (
    <Stack py={4}>
      <Text as="div">{failureText(delivery)}</Text>
      <Text as="div" size={13} dimmed figures>
        {facts.join(' · ')}
      </Text>
      {failure && next_attempt_at && (
        <Text as="div" size={13} dimmed figures>
          {t('Next attempt: {time}', { time: dateTime(next_attempt_at) })}
        </Text>
      )}
      {response && (
        <Text as="div" size={13} dimmed truncate>
          {response}
        </Text>
      )}
    </Stack>
  )
}

function ReplayButton({ delivery: { id, type, at } }: { delivery: Delivery }) {
  const client = useQueryClient()
  const replay = useMutation({
    mutationFn: () => call(webhooks.replay, { params: { id } }),
    onSuccess: () => notify({ title: t('Sending it again') }),
    onError: (error) => notifyError(error, t('It could not be sent again')),
    onSettled: () => invalidate(client, webhooks.list.path),
  })
  return (
    <Button
      variant="default"
      size="xs"
      loading={replay.isPending}
      aria-label={`${t('Send again')}: ${eventLabel(type)}, ${dateTime(at)}`}
      onClick={() => replay.mutate()}
    >
      {t('Send again')}
    </Button>
  )
}
