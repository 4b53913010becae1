// Probable duplicates among contacts or investors. The user merges each pair, or marks it as two different people.
import { Anchor, Button, SegmentedControl } from '@mantine/core'
import { IconCopyCheck } from '@tabler/icons-react'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useLocation } from 'react-router'
import { mergePath } from '../../../contract/merge-start.ts'
import {
  type DuplicatePair,
  DuplicateQuery,
  type MergeKind,
  type MergeRecord,
  merges,
  undoDays,
} from '../../../contract/merges.ts'
import { call, query } from '../../api.ts'
import { dateTime } from '../../platform/lib/format.ts'
import { t } from '../../platform/lib/text.ts'
import { useSearch } from '../../platform/lib/use-search.ts'
import { Row, Stack, Text } from '../../platform/ui/box.tsx'
import { Empty, ErrorState } from '../../platform/ui/empty.tsx'
import { May } from '../../platform/ui/may.tsx'
import { notifyError } from '../../platform/ui/notices.tsx'
import { Page } from '../../platform/ui/page.tsx'
import { Pager } from '../../platform/ui/pager.tsx'
import { Section } from '../../platform/ui/section.tsx'
import { SkeletonLines } from '../../platform/ui/skeleton-lines.tsx'

export default function DuplicateList() {
  const [search, setSearch] = useSearch(DuplicateQuery)
  const { kind = 'contact' } = search
  const { data, error, refetch } = useQuery({
    ...query(merges.duplicates, { query: search }),
    placeholderData: keepPreviousData,
  })
  return (
    <Page title={t('Duplicates')} quietTitle>
      <Stack gap={16}>
        <Row>
          <SegmentedControl
            aria-label={t('Kind')}
            value={kind}
            onChange={(next) => setSearch({ kind: next as MergeKind, page: undefined })}
            data={[
              { value: 'contact', label: t('Contacts') },
              { value: 'investor', label: t('Investors') },
            ]}
          />
        </Row>
        {error && <ErrorState error={error} onRetry={() => refetch()} />}
        {!data && !error && <SkeletonLines height={72} />}
        {data?.data.length === 0 && (
          <Section flush>
            <Empty
              icon={IconCopyCheck}
              title={t('No duplicates found')}
              text={t('Records with the same email address or the same name would be listed here.')}
            />
          </Section>
        )}
        {data && data.data.length > 0 && (
          <>
            <Stack gap={12}>
              {data.data.map((pair) => (
                <Pair key={pair.id} kind={kind} pair={pair} />
              ))}
            </Stack>
            <Pager label={t('Duplicates')} pagination={data.pagination} onPage={(page) => setSearch({ page })} />
          </>
        )}
      </Stack>
      {/* The key makes the list of the other kind start at its first page. */}
      <MergedList key={kind} kind={kind} />
    </Page>
  )
}

const mergesPerPage = 20

/** Merges of the last 30 days, each with Undo. */
function MergedList({ kind }: { kind: MergeKind }) {
  const client = useQueryClient()
  const [page, setPage] = useState(1)
  const { data } = useQuery({
    ...query(merges.list, { query: { kind, page, per_page: mergesPerPage } }),
    placeholderData: keepPreviousData,
  })
  const undo = useMutation({
    mutationFn: (id: string) => call(merges.undo, { params: { id } }),
    onError: (error) => notifyError(error, t('The merge could not be undone')),
    onSettled: () => client.invalidateQueries(),
  })
  if (!data || data.pagination.total === 0) return null
  return (
    <Section title={t('Merged in the last {days} days', { days: undoDays })}>
      <Stack gap={12}>
        {data.data.map(({ id, name, winner_id, at, merged_by }) => (
          <Row key={id} gap={16} justify="between" wrap>
            <Stack gap={2}>
              <Anchor component={Link} to={`/${kind}s/${winner_id}`}>
                {name}
              </Anchor>
              <Text size={13} dimmed>
                {[dateTime(at), merged_by].filter(Boolean).join(' · ')}
              </Text>
            </Stack>
            <May permission="edit">
              <Button
                variant="default"
                aria-label={t('Undo the merge of {name}', { name })}
                loading={undo.isPending && undo.variables === id}
                onClick={() => undo.mutate(id)}
              >
                {t('Undo')}
              </Button>
            </May>
          </Row>
        ))}
      </Stack>
      {data.pagination.total > mergesPerPage && (
        <Pager label={t('Merges')} pagination={data.pagination} onPage={setPage} />
      )}
    </Section>
  )
}

interface PairProps {
  kind: MergeKind
  pair: DuplicatePair
}

function Pair({ kind, pair: { reason, records } }: PairProps) {
  const client = useQueryClient()
  const { pathname, search } = useLocation()
  const [first, second] = records as [MergeRecord, MergeRecord]
  const ignore = useMutation({
    mutationFn: () => call(merges.ignore, { body: { ids: [first.id, second.id] } }),
    onError: (error) => notifyError(error, t('The pair could not be left out')),
    onSettled: () => client.invalidateQueries(),
  })
  return (
    <Row gap={16} justify="between" wrap surface outlined py={16} px={20}>
      <Stack gap={12}>
        <Text size={13} dimmed>
          {reason === 'email' ? t('Same email address') : t('Same name')}
        </Text>
        {records.map((record) => (
          <Stack key={record.id} gap={2}>
            <Anchor component={Link} to={`/${kind}s/${record.id}`}>
              {record.fields.name}
            </Anchor>
            <Text size={13} dimmed>
              {factsOf(record).join(' · ') || '–'}
            </Text>
          </Stack>
        ))}
      </Stack>
      <May permission="edit">
        <Row gap={8} wrap fillOnPhone>
          <Button
            variant="default"
            loading={ignore.isPending}
            aria-label={t('Not duplicates: {name}', { name: first.fields.name! })}
            onClick={() => ignore.mutate()}
          >
            {t('Not duplicates')}
          </Button>
          <Button
            component={Link}
            to={mergePath(kind, [first.id, second.id], pathname + search)}
            aria-label={t('Merge {name}', { name: first.fields.name! })}
          >
            {t('Merge…')}
          </Button>
        </Row>
      </May>
    </Row>
  )
}

function factsOf({ code, phone_text, fields, investments }: MergeRecord): string[] {
  const count = investments > 0 && t.plural(investments, 'one investment', '{count} investments')
  return [code, phone_text, fields.email, fields.company, fields.city, count].filter(Boolean) as string[]
}
