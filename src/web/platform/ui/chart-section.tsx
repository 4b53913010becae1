// Chart section: a chart that can be switched to a table for accessibility.
import { Button } from '@mantine/core'
import { IconChartBar, IconTable } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { t } from '../lib/text.ts'
import styles from './chart-section.module.css'
import { Section } from './section.tsx'
import { Table } from './table.tsx'

interface ChartSectionProps {
  title: string
  text?: ReactNode
  /** Shown next to the chart/table switch, in the chart view only. */
  actions?: ReactNode
  chart: ReactNode
  /** Undefined while loading. */
  table: FigureTableProps | undefined
}

export function ChartSection({ title, text, actions, chart, table }: ChartSectionProps) {
  const [isTable, setTable] = useState(false)
  const Icon = isTable ? IconChartBar : IconTable
  return (
    <Section
      title={title}
      text={text}
      actions={
        <>
          {!isTable && actions}
          <Button
            variant="default"
            size="compact-sm"
            disabled={!table}
            leftSection={<Icon size={14} aria-hidden />}
            aria-label={isTable ? t('{title}: show as chart', { title }) : t('{title}: show as table', { title })}
            onClick={() => setTable(!isTable)}
          >
            {isTable ? t('Chart') : t('Table')}
          </Button>
        </>
      }
    >
      {isTable && table ? <FigureTable {...table} label={title} /> : chart}
    </Section>
  )
}

interface FigureTableProps {
  label?: string
  /** Column headers, beginning with that of the row labels. */
  heads: readonly string[]
  rows: readonly { key: string; name: ReactNode; cells: readonly ReactNode[] }[]
}

/** Scrolls sideways when it does not fit. */
export function FigureTable({ label, heads, rows }: FigureTableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what moves sideways must move by keyboard
    <div className={styles.scroll} tabIndex={0}>
      <Table className={styles.table} aria-label={label}>
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, name, cells }) => (
            <tr key={key}>
              <th scope="row">{name}</th>
              {cells.map((cell, place) => (
                <td key={heads[place + 1]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </Table>
    </div>
  )
}
