// Table rows as cards, for phones.
import { Skeleton } from '@mantine/core'
import { Link } from 'react-router'
import { PlainList, Row, Stack, Text } from './box.tsx'
import styles from './data-cards.module.css'
import type { ColumnMeta, DataTableParts, DataTableRows } from './data-columns.ts'

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
}: DataTableParts<Row> & { row: DataTableRows<Row>[number] }) {
  const cells = row.getAllCells().map((cell) => ({ cell, meta: (cell.column.columnDef.meta ?? {}) as ColumnMeta }))
  const at = (place: ColumnMeta['card']) => cells.filter(({ meta }) => (meta.card ?? 'line') === place)
  const title = at('title').map(({ cell }) => <table.FlexRender key={cell.id} cell={cell} />)
  return (
    <li className={styles.card}>
      <Row gap={12} justify="between">
        {rowTo ? (
          <Text as={Link} to={rowTo(row.original)} shrink weight={600} className={styles.open}>
            {title}
          </Text>
        ) : (
          <Text as="span" shrink weight={600} className={styles.title}>
            {title}
          </Text>
        )}
        {at('aside').map(({ cell }) => (
          <span key={cell.id}>
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

const isNothing = (value: unknown) => value === null || value === '' || (Array.isArray(value) && value.length === 0)
