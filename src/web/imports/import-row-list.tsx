// The rows of an import, filtered by action; editable in the preview.
import { ActionIcon, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconPencil } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { type Import, type ImportRow, imports, type RowAction } from '../../contract/imports.ts'
import { query } from '../api.ts'
import { number } from '../lib/format.ts'
import { t } from '../lib/text.ts'
import { type Tone, ToneBadge } from '../ui/badge.tsx'
import { ErrorState } from '../ui/empty.tsx'
import { Pager } from '../ui/pager.tsx'
import { Table } from '../ui/table.tsx'
import styles from './import-row-list.module.css'
import { ReasonShow } from './reason-show.tsx'
import { RowEdit } from './row-edit.tsx'
import { SameEdit } from './same-edit.tsx'

const perPage = 10
const actions: RowAction[] = ['create', 'update', 'skip', 'error']
/** As many as fit into the dialog; editing a row shows all of them. */
const shownColumns = 5

type Filter = RowAction | 'kept' | 'equal' | 'similar'

interface ImportRowListProps {
  made: Import
  initial?: Filter | undefined
  isEditable?: boolean
  isStale?: boolean
}

export function ImportRowList({ made, initial, isEditable = false, isStale = false }: ImportRowListProps) {
  const [filter, setFilter] = useState<Filter | undefined>(initial)
  const [page, setPage] = useState(1)
  const [edited, setEdited] = useState<number>()
  const section = useRef<HTMLElement>(null)
  // The row that was just edited: the focus returns to it, or to the row that took its place.
  const left = useRef<number>(undefined)
  const isPhone = useMediaQuery('(max-width: 640px)', undefined, { getInitialValueInEffect: false })
  const wanted = wantedBy(filter)
  const rows = useQuery({
    ...query(imports.rows, { params: { id: made.id }, query: { page, per_page: perPage, ...wanted } }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  useEffect(() => {
    if (left.current === undefined || edited !== undefined) return
    const buttons = [...(section.current?.querySelectorAll<HTMLElement>('[data-line]') ?? [])]
    const next = buttons.find((button) => Number(button.dataset.line) >= left.current!) ?? buttons.at(-1)
    ;(next ?? chosenIn(section.current))?.focus()
    left.current = undefined
  })
  // The pressed button is gone, and so is the last row in error once it is corrected.
  useEffect(() => {
    if (document.activeElement === document.body) chosenIn(section.current)?.focus({ preventScroll: true })
  }, [])
  const choose = (next: Filter | undefined) => {
    setFilter(next)
    setPage(1)
    setEdited(undefined)
  }
  const columns = made.columns.flatMap((column, index) => (column.field ? [{ ...column, index }] : []))
  const parts = { made, columns, onEdit: isEditable ? setEdited : undefined }
  const edit = (row: ImportRow) =>
    edited === row.line && (
      <RowEdit
        made={made}
        row={row}
        onClose={() => {
          left.current = row.line
          setEdited(undefined)
        }}
      />
    )
  return (
    <section ref={section} aria-label={t('Rows')}>
      <fieldset className={styles.chips} aria-label={t('Show')}>
        <Chip label={t('All rows')} count={made.total} active={!filter} onClick={() => choose(undefined)} />
        {actions.map((each) => (
          <Chip
            key={each}
            label={chipText(each)}
            count={made.counts[each]}
            active={filter === each}
            onClick={() => choose(each)}
          />
        ))}
        {isEditable &&
          (['equal', 'similar'] as const).map(
            (each) =>
              made.questions[each] > 0 && (
                <Chip
                  key={each}
                  label={each === 'equal' ? t('Identical') : t('Possible duplicate')}
                  count={made.questions[each]}
                  active={filter === each}
                  onClick={() => choose(each)}
                />
              ),
          )}
        {made.kept > 0 && (
          <Chip label={t('Not reverted')} count={made.kept} active={filter === 'kept'} onClick={() => choose('kept')} />
        )}
      </fieldset>
      {made.rows_removed ? (
        <p className={styles.removed}>{t('The rows were removed 90 days after the import.')}</p>
      ) : rows.error && !rows.data ? (
        <ErrorState error={rows.error} onRetry={rows.refetch} />
      ) : (
        <div
          className={styles.rows}
          data-stale={rows.isPlaceholderData || isStale || undefined}
          // Keeps the buttons below in place from page to page.
          data-long={(rows.data?.pagination.total_pages ?? 2) > 1 || undefined}
        >
          {isPhone ? (
            <ul className={styles.cards}>
              {rows.data?.data.map((row) => (
                <li key={row.line} className={styles.card}>
                  {edit(row) || <RowCard {...parts} row={row} />}
                </li>
              ))}
            </ul>
          ) : (
            <div className={styles.scroll}>
              <Table className={styles.table} aria-label={t('Rows of the file')}>
                <thead>
                  <tr>
                    <th>{t('Line')}</th>
                    <th>{t('Result')}</th>
                    {columns.slice(0, shownColumns).map(({ header, index }) => (
                      <th key={index}>{header}</th>
                    ))}
                    {isEditable && (
                      <th>
                        <VisuallyHidden>{t('Edit')}</VisuallyHidden>
                      </th>
                    )}
                  </tr>
                </thead>
                <tbody>
                  {rows.data?.data.map((row) =>
                    edited === row.line ? (
                      <tr key={row.line}>
                        <td colSpan={columns.slice(0, shownColumns).length + 3}>{edit(row)}</td>
                      </tr>
                    ) : (
                      <Row key={row.line} {...parts} row={row} />
                    ),
                  )}
                </tbody>
              </Table>
            </div>
          )}
          {rows.data?.data.length === 0 && <p className={styles.none}>{t('No such row.')}</p>}
        </div>
      )}
      {rows.data && <Pager label={t('Rows of the file')} pagination={rows.data.pagination} onPage={setPage} />}
    </section>
  )
}

function wantedBy(filter: Filter | undefined) {
  if (filter === 'kept') return { kept: 'true' as const }
  if (filter === 'equal' || filter === 'similar') return { question: filter }
  return filter ? { action: filter } : {}
}

const chosenIn = (section: HTMLElement | null) => section?.querySelector<HTMLElement>('[aria-pressed="true"]')

interface RowProps {
  made: Import
  row: ImportRow
  columns: { header: string; index: number }[]
  onEdit: ((line: number) => void) | undefined
}

function Row({ made, row, columns, onEdit }: RowProps) {
  return (
    <tr>
      <td className={styles.line}>{number(row.line)}</td>
      <td>
        <Verdict made={made} row={row} />
      </td>
      {columns.slice(0, shownColumns).map(({ index }) => (
        <td key={index}>
          <div className={styles.cell}>{row.cells[index]}</div>
        </td>
      ))}
      {onEdit && (
        <td className={styles.edit}>
          <EditButton line={row.line} onEdit={onEdit} />
        </td>
      )}
    </tr>
  )
}

function RowCard({ made, row, columns, onEdit }: RowProps) {
  const [first, ...others] = columns.map(({ index }) => row.cells[index]).filter(Boolean)
  return (
    <>
      <div className={styles.head}>
        <strong>{first || t('(no name)')}</strong>
        {onEdit && <EditButton line={row.line} onEdit={onEdit} />}
      </div>
      <Verdict made={made} row={row} />
      <div className={styles.reason}>
        {[t('Line {line}', { line: number(row.line) }), ...others.slice(0, 4)].join(' · ')}
      </div>
    </>
  )
}

/** The action for a row, the reason, and a link to its record once it exists. */
function Verdict({ made, row }: { made: Import; row: ImportRow }) {
  const badge = <ToneBadge tone={tones[row.action]}>{actionText(row.action)}</ToneBadge>
  // Transactions have no page of their own.
  const isThere = made.status === 'done' && row.record_id && made.kind !== 'transactions'
  const reason = row.kept ?? row.reason
  return (
    <>
      {isThere ? <Link to={`/${made.kind}/${row.record_id}`}>{badge}</Link> : badge}
      {reason && (
        <div className={styles.reason}>
          <ReasonShow text={reason} />
        </div>
      )}
      {made.status === 'ready' && row.question && <SameEdit made={made} row={row} />}
    </>
  )
}

function EditButton({ line, onEdit }: { line: number; onEdit: (line: number) => void }) {
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      data-line={line}
      aria-label={t('Edit line {line}', { line: number(line) })}
      onClick={() => onEdit(line)}
    >
      <IconPencil size={16} aria-hidden />
    </ActionIcon>
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
