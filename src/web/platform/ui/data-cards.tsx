// Table rows as cards, for phones.
import { Skeleton } from '@mantine/core'
import { type MouseEvent, type TouchEvent, useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { t } from '../lib/text.ts'
import { PlainList, Row, Stack, Text } from './box.tsx'
import styles from './data-cards.module.css'
import type { ColumnMeta, DataTableParts, DataTableRows } from './data-columns.ts'
import { RowCheck } from './row-check.tsx'

export function DataCards<Row extends { id: string }>(props: DataTableParts<Row>) {
  const { page, rows, label } = props
  return (
    <PlainList surface className={styles.cards} aria-label={label}>
      {page.data
        ? rows.map((row) => <Card key={row.id} {...props} row={row} />)
        : Array.from({ length: 8 }, (_, index) => (
            <li key={index} className={styles.card} data-waits aria-hidden>
              <Skeleton height={14} width="55%" my={4} />
              <Skeleton height={12} width="80%" mt={10} mb={4} />
            </li>
          ))}
    </PlainList>
  )
}

function Card<Row extends { id: string }>({
  row,
  table,
  rowTo,
  selection,
}: DataTableParts<Row> & { row: DataTableRows<Row>[number] }) {
  const press = useLongPress(selection && !selection.isMode ? () => selection.choose(row.id, false) : undefined)
  const isMode = selection?.isMode === true
  const cells = row.getAllCells().map((cell) => ({ cell, meta: (cell.column.columnDef.meta ?? {}) as ColumnMeta }))
  const at = (place: ColumnMeta['card']) => cells.filter(({ meta }) => (meta.card ?? 'line') === place)
  const title = at('title').map(({ cell }) => <table.FlexRender key={cell.id} cell={cell} />)
  return (
    <li
      className={styles.card}
      data-row={row.id}
      data-selectable={selection ? true : undefined}
      data-selected={selection?.has(row.id) || undefined}
      {...press}
    >
      <Row gap={12} justify="between">
        {isMode && (
          <span className={styles.check}>
            <RowCheck
              label={t('Select {name}', { name: selection.nameOf(row.original) })}
              checked={selection.has(row.id)}
              onChange={(isRange) => selection.choose(row.id, isRange)}
            />
          </span>
        )}
        {rowTo ? (
          <Text as={Link} to={rowTo(row.original)} shrink grow weight={600} className={styles.open} data-open>
            {title}
          </Text>
        ) : (
          <Text as="span" shrink weight={600} className={styles.title}>
            {title}
          </Text>
        )}
        {at('aside').map(({ cell }) => (
          <span key={cell.id} className={styles.aside}>
            <table.FlexRender cell={cell} />
          </span>
        ))}
      </Row>
      <Stack as="dl" gap={2} mt={4} size={13} figures className={styles.lines}>
        {at('line')
          .filter(({ cell }) => !isNothing(cell.getValue()))
          .map(({ cell }) => (
            <div key={cell.id}>
              <dt>{String(cell.column.columnDef.header ?? '')}</dt>
              <dd>
                <table.FlexRender cell={cell} />
              </dd>
            </div>
          ))}
      </Stack>
    </li>
  )
}

/** Runs `act` when a finger stays for half a second, instead of following the link below it. */
function useLongPress(act: (() => void) | undefined) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const hasActed = useRef(false)
  useEffect(() => () => clearTimeout(timer.current), [])
  if (!act) return {}
  const stop = () => clearTimeout(timer.current)
  return {
    onTouchStart: () => {
      hasActed.current = false
      stop()
      timer.current = setTimeout(() => {
        hasActed.current = true
        act()
      }, longPressMs)
    },
    onTouchMove: stop,
    onTouchCancel: stop,
    onTouchEnd: (event: TouchEvent) => {
      stop()
      // The end of a long press must not be a tap.
      if (hasActed.current) event.preventDefault()
    },
    // Android would open the link's own menu.
    onContextMenu: (event: MouseEvent) => hasActed.current && event.preventDefault(),
  }
}
const longPressMs = 500

const isNothing = (value: unknown) => value === null || value === '' || (Array.isArray(value) && value.length === 0)
