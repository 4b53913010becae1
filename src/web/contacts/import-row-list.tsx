// The rows of an import, filtered by what is done with them.
import { Table, UnstyledButton } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Import, type ImportRow, imports, type RowAction } from '../../contract/imports.ts'
import { query } from '../api.ts'
import { number } from '../lib/format.ts'
import { t } from '../lib/text.ts'
import { type Tone, ToneBadge } from '../ui/badge.tsx'
import { ErrorState } from '../ui/empty.tsx'
import { Pager } from '../ui/pager.tsx'
import styles from './import-row-list.module.css'

const perPage = 10
const actions: RowAction[] = ['create', 'update', 'skip', 'error']

export function ImportRowList({ made, initial }: { made: Import; initial?: RowAction }) {
  const [action, setAction] = useState<RowAction | undefined>(initial)
  const [page, setPage] = useState(1)
  const isPhone = useMediaQuery('(max-width: 640px)', undefined, { getInitialValueInEffect: false })
  const rows = useQuery({
    ...query(imports.rows, { params: { id: made.id }, query: { page, per_page: perPage, ...(action && { action }) } }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  const choose = (next: RowAction | undefined) => {
    setAction(next)
    setPage(1)
  }
  const total = actions.reduce((sum, each) => sum + made.counts[each], 0)
  return (
    <section aria-label={t('Rows')}>
      <fieldset className={styles.chips} aria-label={t('Show')}>
        <Chip label={t('All rows')} count={total} active={!action} onClick={() => choose(undefined)} />
        {actions.map((each) => (
          <Chip
            key={each}
            label={chipText(each)}
            count={made.counts[each]}
            active={action === each}
            onClick={() => choose(each)}
          />
        ))}
      </fieldset>
      {made.rows_removed ? (
        <p className={styles.removed}>{t('The rows were removed 90 days after the import.')}</p>
      ) : rows.error && !rows.data ? (
        <ErrorState error={rows.error} onRetry={rows.refetch} />
      ) : (
        <div className={styles.rows} data-stale={rows.isPlaceholderData || undefined}>
          {isPhone ? (
            <ul className={styles.cards}>
              {rows.data?.data.map((row) => (
                <RowCard key={row.line} row={row} />
              ))}
            </ul>
          ) : (
            <Table className={styles.table} aria-label={t('Rows of the file')}>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>{t('Line')}</Table.Th>
                  <Table.Th>{t('Result')}</Table.Th>
                  <Table.Th>{t('Name')}</Table.Th>
                  <Table.Th>{t('Phone')}</Table.Th>
                  <Table.Th>{t('E-mail')}</Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {rows.data?.data.map((row) => (
                  <Row key={row.line} row={row} />
                ))}
              </Table.Tbody>
            </Table>
          )}
          {rows.data?.data.length === 0 && <p className={styles.none}>{t('No such row.')}</p>}
        </div>
      )}
      {rows.data && <Pager label={t('Rows of the file')} pagination={rows.data.pagination} onPage={setPage} />}
    </section>
  )
}

function Row({ row }: { row: ImportRow }) {
  return (
    <Table.Tr>
      <Table.Td className={styles.line}>{number(row.line)}</Table.Td>
      <Table.Td>
        <ToneBadge tone={tones[row.action]}>{actionText(row.action)}</ToneBadge>
        {row.reason && <div className={styles.reason}>{t.told(row.reason)}</div>}
      </Table.Td>
      <Table.Td>{row.name}</Table.Td>
      <Table.Td>{row.phone_text}</Table.Td>
      <Table.Td>{row.email}</Table.Td>
    </Table.Tr>
  )
}

function RowCard({ row }: { row: ImportRow }) {
  return (
    <li className={styles.card}>
      <div className={styles.head}>
        <strong>{row.name || t('(no name)')}</strong>
        <ToneBadge tone={tones[row.action]}>{actionText(row.action)}</ToneBadge>
      </div>
      {row.reason && <div className={styles.reason}>{t.told(row.reason)}</div>}
      <div className={styles.reason}>
        {[t('Line {line}', { line: number(row.line) }), row.phone_text, row.email].filter(Boolean).join(' · ')}
      </div>
    </li>
  )
}

function Chip({
  label,
  count,
  active,
  onClick,
}: {
  label: string
  count: number
  active: boolean
  onClick: () => void
}) {
  return (
    <UnstyledButton className={styles.chip} aria-pressed={active} onClick={onClick}>
      {label} <span className={styles.count}>{number(count)}</span>
    </UnstyledButton>
  )
}

const tones: Record<RowAction, Tone> = { create: 'good', update: 'accent', skip: 'neutral', error: 'bad' }

function actionText(action: RowAction) {
  return { create: t('New'), update: t('Update'), skip: t('Skip'), error: t('Error') }[action]
}

function chipText(action: RowAction) {
  return { create: t('New'), update: t('Updates'), skip: t('Skipped'), error: t('Errors only') }[action]
}
