// Earlier imports of one kind with their outcome; each opens its report.
import { UnstyledButton } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type ImportKind, type ImportStatus, imports, type ListedImport } from '../../../contract/imports.ts'
import { query } from '../../api.ts'
import { dateTime, number } from '../../platform/lib/format.ts'
import { t } from '../../platform/lib/text.ts'
import { type Tone, ToneBadge } from '../../platform/ui/badge.tsx'
import { PlainList, Stack, Text } from '../../platform/ui/box.tsx'
import { ErrorState } from '../../platform/ui/empty.tsx'
import { Pager } from '../../platform/ui/pager.tsx'
import styles from './earlier-import-list.module.css'

const perPage = 5

export function EarlierImportList({ kind, onId }: { kind: ImportKind; onId: (id: string) => void }) {
  const [page, setPage] = useState(1)
  const { data, error, refetch } = useQuery({
    ...query(imports.list, { query: { kind, page, per_page: perPage } }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  if (error) return <ErrorState error={error} onRetry={refetch} />
  if (!data || data.pagination.total === 0) return null
  return (
    <Stack as="section" gap={8} aria-label={t('Earlier imports')}>
      <Text as="h3" size={15} weight={600}>
        {t('Earlier imports')}
      </Text>
      <PlainList>
        {data.data.map((made) => (
          <li key={made.id}>
            <UnstyledButton className={styles.row} onClick={() => onId(made.id)}>
              <Stack as="span">
                <Text as="span" weight={500} breakWords>
                  {made.file_name ?? t('Pasted cells')}
                </Text>
                <Text as="span" size={13} dimmed figures>
                  {[dateTime(made.created_at), made.created_by?.name, outcome(made)].filter(Boolean).join(' · ')}
                </Text>
              </Stack>
              <ToneBadge tone={tones[made.status]}>{statusText(made.status)}</ToneBadge>
            </UnstyledButton>
          </li>
        ))}
      </PlainList>
      {data.pagination.total_pages > 1 && (
        <Pager label={t('Earlier imports')} pagination={data.pagination} onPage={setPage} />
      )}
    </Stack>
  )
}

const tones: Record<ImportStatus, Tone> = {
  reading: 'accent',
  ready: 'neutral',
  running: 'accent',
  done: 'good',
  cancelled: 'warning',
  failed: 'bad',
  reverting: 'accent',
  reverted: 'neutral',
}

const statusText = (status: ImportStatus) =>
  ({
    reading: t('Reading'),
    ready: t('Not started'),
    running: t('Running'),
    done: t('Done'),
    cancelled: t('Cancelled'),
    failed: t('Failed'),
    reverting: t('Reverting'),
    reverted: t('Reverted'),
  })[status]

function outcome({ status, counts, total, done, reverted, not_reverted }: ListedImport): string {
  if (status === 'reverting' || status === 'reverted')
    return t.plural(reverted + not_reverted, '{done} of one row reverted', '{done} of {total} rows reverted', {
      done: number(reverted),
      total: number(reverted + not_reverted),
    })
  if (status === 'cancelled' || status === 'failed' || status === 'running')
    return t.plural(total, '{done} of one row', '{done} of {total} rows', { done: number(done), total: number(total) })
  const parts = [
    t('{count} new', { count: number(counts.create) }),
    t('{count} updated', { count: number(counts.update) }),
    counts.skip > 0 && t('{count} skipped', { count: number(counts.skip) }),
    counts.error > 0 && t('{count} in error', { count: number(counts.error) }),
  ]
  return parts.filter(Boolean).join(', ')
}
