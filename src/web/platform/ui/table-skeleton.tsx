// Skeleton of a table with the height of the loaded rows, so that nothing shifts.
import { Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import styles from './data-table.module.css'
import { Table } from './table.tsx'

type SkeletonColumn = { header?: unknown; meta?: { width?: string; align?: 'end' } }

interface TableSkeletonProps {
  columns: SkeletonColumn[]
  rows?: number
  /** Minimum width of the table in rem. */
  least: number
  foot?: ReactNode
}

export function TableSkeleton({ columns, rows = 20, least, foot }: TableSkeletonProps) {
  return (
    <Table className={styles.table} style={{ minWidth: `${least}rem` }}>
      <thead aria-hidden>
        <tr>
          {columns.map(({ header, meta }, index) => (
            <th key={index} style={{ width: meta?.width }} data-align={meta?.align}>
              <span className={styles.sort}>{typeof header === 'string' && header}</span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody aria-hidden>
        {Array.from({ length: Math.min(rows, 20) }, (_, row) => (
          <tr key={row}>
            {columns.map(({ meta }, index) => (
              <td key={index} data-align={meta?.align}>
                <Skeleton height={10} radius="sm" width={`${45 + ((row * 17 + index * 29) % 40)}%`} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
      {foot}
    </Table>
  )
}
