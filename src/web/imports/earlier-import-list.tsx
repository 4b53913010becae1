// Earlier imports of one kind with their outcome; each opens its report.
import { UnstyledButton } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type ImportKind, type ImportStatus, imports, type ListedImport } from '../../contract/imports.ts'
import { query } from '../api.ts'
import { dateTime, number } from '../lib/format.ts'
import { t } from '../lib/text.ts'
import { type Tone, ToneBadge } from '../ui/badge.tsx'
import { ErrorState } from '../ui/empty.tsx'
import { Pager } from '../ui/pager.tsx'
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
    <section className={styles.section} aria-label={t('Earlier imports')}>
      <h3 className={styles.title}>{t('Earlier imports')}</h3>
      <ul className={styles.list}>
        {data.data.map((made) => (
          <li key={made.id}>
            <UnstyledButton className={styles.row} onClick={() => onId(made.id)}>
              <span className={styles.what}>
                <span className={styles.name}>{t.told(made.file_name)}</span>
                <span className={styles.more}>
                  {[dateTime(made.created_at), made.created_by?.name, outcome(made)].filter(Boolean).join(' · ')}
                </span>
              </span>
              <ToneBadge tone={tones[made.status]}>{statusText(made.status)}</ToneBadge>
            </UnstyledButton>
          </li>
        ))}
      </ul>
      {data.pagination.total_pages > 1 && (
        <Pager label={t('Earlier imports')} pagination={data.pagination} onPage={setPage} />
      )}
    </section>
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

function outcome({ status, counts, total, done, undone, kept }: ListedImport): string {
  if (status === 'reverting' || status === 'reverted')
    return t.plural(undone + kept, '{done} of one row reverted', '{done} of {total} rows reverted', {
      done: number(undone),
      total: number(undone + kept),
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
