// A table's rows before they are known, as high as they will be, so that nothing jumps.
import { Skeleton, Table } from '@mantine/core'
import styles from './data-table.module.css'

type SkeletonColumn = { header?: unknown; meta?: { width?: string; align?: 'end' } }

interface TableSkeletonProps {
  columns: SkeletonColumn[]
  rows?: number
  /** The table's least width in rem. */
  least: number
}

export function TableSkeleton({ columns, rows = 20, least }: TableSkeletonProps) {
  return (
    <Table className={styles.table} style={{ minWidth: `${least}rem` }} layout="fixed" aria-hidden>
      <Table.Thead>
        <Table.Tr>
          {columns.map(({ header, meta }, index) => (
            <Table.Th key={index} style={{ width: meta?.width }} data-align={meta?.align}>
              <span className={styles.sort}>{String(header ?? '')}</span>
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {Array.from({ length: Math.min(rows, 20) }, (_, row) => (
          <Table.Tr key={row}>
            {columns.map(({ meta }, index) => (
              <Table.Td key={index} data-align={meta?.align}>
                <Skeleton height={10} radius="sm" width={`${45 + ((row * 17 + index * 29) % 40)}%`} />
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}
