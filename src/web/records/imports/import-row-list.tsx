// The rows of an import, filtered by action; editable in the preview.
import { ActionIcon, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { IconArrowRight, IconPencil } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { type Import, type ImportRow, imports, type RowAction } from '../../../contract/imports.ts'
import { query } from '../../api.ts'
import { number } from '../../platform/lib/format.ts'
import { t } from '../../platform/lib/text.ts'
import { type Tone, ToneBadge } from '../../platform/ui/badge.tsx'
import { PlainList, Row, Text } from '../../platform/ui/box.tsx'
import { useIsPhone } from '../../platform/ui/breakpoints.ts'
import { ErrorState } from '../../platform/ui/empty.tsx'
import { Pager } from '../../platform/ui/pager.tsx'
import { Table } from '../../platform/ui/table.tsx'
import { DuplicateChoiceEdit } from './duplicate-choice-edit.tsx'
import styles from './import-row-list.module.css'
import { ReasonShow } from './reason-show.tsx'
import { RowEdit } from './row-edit.tsx'
import { understood } from './understood.ts'

const perPage = 10
const actions: RowAction[] = ['create', 'update', 'skip', 'error']
/** As many as fit into the dialog; editing a row shows all of them. */
const shownColumns = 5

type Filter = RowAction | 'not_reverted' | 'identical' | 'similar' | 'warning' | 'remark'

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
  const { section, leave } = useRowFocus(edited)
  const rows = useQuery({
    ...query(imports.rows, { params: { id: made.id }, query: { page, per_page: perPage, ...wantedBy(filter) } }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  const choose = (next: Filter | undefined) => {
    setFilter(next)
    setPage(1)
    setEdited(undefined)
  }
  const close = (line: number) => {
    leave(line)
    setEdited(undefined)
  }
  return (
    <section ref={section} aria-label={t('Rows')}>
      <FilterChips made={made} filter={filter} onChoose={choose} isEditable={isEditable} />
      {made.rows_removed ? (
        <Text mt={12} dimmed>
          {t('The rows were removed 90 days after the import.')}
        </Text>
      ) : rows.error && !rows.data ? (
        <ErrorState error={rows.error} onRetry={rows.refetch} />
      ) : (
        <Text
          as="div"
          outlined
          className={styles.rows}
          data-stale={rows.isPlaceholderData || isStale || undefined}
          // Keeps the buttons below in place from page to page.
          data-long={(rows.data?.pagination.total_pages ?? 2) > 1 || undefined}
        >
          <Rows
            made={made}
            rows={rows.data?.data ?? []}
            edited={edited}
            onEdit={isEditable ? setEdited : undefined}
            onClose={close}
          />
          {rows.data?.data.length === 0 && (
            <Text dimmed textAlign="center" className={styles.none}>
              {t('Row not found.')}
            </Text>
          )}
        </Text>
      )}
      {rows.data && <Pager label={t('Rows of the file')} pagination={rows.data.pagination} onPage={setPage} />}
    </section>
  )
}

/** After a row was edited, the focus returns to it (`leave`), or to the row that took its place. */
function useRowFocus(edited: number | undefined) {
  const section = useRef<HTMLElement>(null)
  const left = useRef<number>(undefined)
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
  const leave = (line: number) => {
    left.current = line
  }
  return { section, leave }
}

interface FilterChipsProps {
  made: Import
  filter: Filter | undefined
  onChoose: (filter: Filter | undefined) => void
  isEditable: boolean
}

function FilterChips({ made, filter, onChoose, isEditable }: FilterChipsProps) {
  const chip = (value: Filter | undefined, label: string, count: number) => (
    <Chip key={value ?? 'all'} label={label} count={count} active={filter === value} onClick={() => onChoose(value)} />
  )
  const { identical, similar } = made.duplicates
  return (
    <fieldset className={styles.chips} aria-label={t('Show')}>
      {chip(undefined, t('All rows'), made.total)}
      {actions.map((each) => chip(each, chipText(each), made.counts[each]))}
      {made.warnings > 0 && chip('warning', t('Warnings'), made.warnings)}
      {made.remarks > 0 && chip('remark', t('Remarks'), made.remarks)}
      {isEditable && identical > 0 && chip('identical', t('Identical'), identical)}
      {isEditable && similar > 0 && chip('similar', t('Possible duplicate'), similar)}
      {made.not_reverted > 0 && chip('not_reverted', t('Not reverted'), made.not_reverted)}
    </fieldset>
  )
}

interface RowsProps {
  made: Import
  rows: readonly ImportRow[]
  /** The line of the row that is edited. */
  edited: number | undefined
  onEdit: ((line: number) => void) | undefined
  onClose: (line: number) => void
}

/** As a table, or as cards on a phone. */
function Rows({ made, rows, edited, onEdit, onClose }: RowsProps) {
  const isPhone = useIsPhone()
  const columns = made.columns.flatMap((column, index) => (column.field ? [{ ...column, index }] : []))
  const parts = { made, columns, onEdit }
  const edit = (row: ImportRow) =>
    edited === row.line && <RowEdit made={made} row={row} onClose={() => onClose(row.line)} />
  if (isPhone)
    return (
      <PlainList divided>
        {rows.map((row) => (
          <Text as="li" key={row.line} py={10} px={12}>
            {edit(row) || <RowCard {...parts} row={row} />}
          </Text>
        ))}
      </PlainList>
    )
  const shown = columns.slice(0, shownColumns)
  return (
    <div className={styles.scroll}>
      <Table className={styles.table} aria-label={t('Rows of the file')}>
        <thead>
          <tr>
            <th>{t('Line')}</th>
            <th>{t('Result')}</th>
            {shown.map(({ header, index }) => (
              <th key={index}>{header}</th>
            ))}
            {onEdit && (
              <th>
                <VisuallyHidden>{t('Edit')}</VisuallyHidden>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) =>
            edited === row.line ? (
              <tr key={row.line}>
                <td colSpan={shown.length + 3}>{edit(row)}</td>
              </tr>
            ) : (
              <TableRow key={row.line} {...parts} row={row} />
            ),
          )}
        </tbody>
      </Table>
    </div>
  )
}

function wantedBy(filter: Filter | undefined) {
  if (filter === 'not_reverted') return { not_reverted: 'true' as const }
  if (filter === 'identical' || filter === 'similar') return { duplicate_kind: filter }
  if (filter === 'warning' || filter === 'remark') return { remark: filter }
  return filter ? { action: filter } : {}
}

const chosenIn = (section: HTMLElement | null) => section?.querySelector<HTMLElement>('[aria-pressed="true"]')

interface RowProps {
  made: Import
  row: ImportRow
  columns: { header: string; index: number }[]
  onEdit: ((line: number) => void) | undefined
}

function TableRow({ made, row, columns, onEdit }: RowProps) {
  return (
    <tr>
      <td className={styles.line}>{number(row.line)}</td>
      <td>
        <Verdict made={made} row={row} />
      </td>
      {columns.slice(0, shownColumns).map(({ index }) => (
        <td key={index}>
          <CellShow row={row} index={index} />
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
  const [first, ...others] = columns
    .map(({ index }) => {
      const read = understood(row, index)
      return read ? `${row.cells[index]} (${read.text})` : row.cells[index]
    })
    .filter(Boolean)
  return (
    <>
      <Row gap={12} justify="between">
        <strong>{first || t('(no name)')}</strong>
        {onEdit && <EditButton line={row.line} onEdit={onEdit} />}
      </Row>
      <Verdict made={made} row={row} />
      <Text as="div" mt={4} size={13} dimmed className={styles.reason}>
        {[t('Line {line}', { line: number(row.line) }), ...others.slice(0, 4)].join(' · ')}
      </Text>
    </>
  )
}

/** A cell as typed, followed by how the import understood it. */
function CellShow({ row, index }: { row: ImportRow; index: number }) {
  const read = understood(row, index)
  return (
    <div className={styles.cell}>
      {row.cells[index]}
      {read && (
        <Text as="div" size={13} figures dimmed={!read.is_unusual} tone={read.is_unusual ? 'warning' : undefined}>
          <IconArrowRight size={12} aria-hidden className={styles.arrow} />
          <VisuallyHidden>{t('understood as')} </VisuallyHidden>
          {read.text}
        </Text>
      )}
    </div>
  )
}

/** The action for a row, the reason, and a link to its record once it exists. */
function Verdict({ made, row }: { made: Import; row: ImportRow }) {
  const badge = <ToneBadge tone={tones[row.action]}>{actionText(row.action)}</ToneBadge>
  // Transactions and offerings have no page of their own.
  const hasPage = made.kind !== 'transactions' && made.kind !== 'offerings'
  const isThere = made.status === 'done' && row.record_id && hasPage
  const isDoubtful = made.status === 'ready' && row.action !== 'error' && row.read.some(({ is_unusual }) => is_unusual)
  const reasons = row.revert_failure ? [row.revert_failure] : row.reasons
  return (
    <>
      <Row as="span" gap={4} wrap>
        {isThere ? <Link to={`/${made.kind}/${row.record_id}`}>{badge}</Link> : badge}
        {isDoubtful && <ToneBadge tone="warning">{t('Check number')}</ToneBadge>}
      </Row>
      {reasons.length > 0 && (
        <Text as="div" mt={4} size={13} dimmed className={styles.reason}>
          <ReasonShow reasons={reasons} />
        </Text>
      )}
      {made.status === 'ready' && row.duplicate_kind && <DuplicateChoiceEdit made={made} row={row} />}
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
  return { create: t('New'), update: t('Updates'), skip: t('Skipped'), error: t('Errors') }[action]
}
