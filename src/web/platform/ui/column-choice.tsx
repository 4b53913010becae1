// Column chooser: which columns a list shows, saved on this device.
import { ActionIcon } from '@mantine/core'
import { IconColumns3 } from '@tabler/icons-react'
import type { RowData } from '@tanstack/react-table'
import { useMemo, useState } from 'react'
import { t } from '../lib/text.ts'
import { type Columns, columnId } from './data-columns.ts'
import { ActionMenu } from './menu.tsx'

/** `name` is the list's key in local storage. Columns added later are visible until the user hides them. */
export function useColumns<Row extends RowData>(name: string, all: Columns<Row>) {
  const [said, setSaid] = useState(() => read(name))
  const chosen = useMemo(
    () =>
      all
        .filter((column) => column.meta?.card === 'title' || (said[columnId(column)] ?? !column.meta?.optional))
        // A column that the user chose is shown even when it does not fit.
        .map((column) => (said[columnId(column)] ? { ...column, meta: { ...column.meta, wide: false } } : column)),
    [all, said],
  )
  const choose = (id: string, isWanted: boolean) => {
    const next = { ...said, [id]: isWanted }
    setSaid(next)
    write(name, next)
  }
  const reset = () => {
    setSaid({})
    write(name, {})
  }
  return { columns: chosen, ids: chosen.map(columnId), choice: { all, choose, reset } }
}

interface ColumnChoiceProps<Row extends RowData> {
  choice: ReturnType<typeof useColumns<Row>>['choice']
  /** The chosen columns that fit. */
  shown: Columns<Row>
}

export function ColumnChoice<Row extends RowData>({ choice, shown }: ColumnChoiceProps<Row>) {
  const { all, choose, reset } = choice
  const ids = shown.map(columnId)
  return (
    <ActionMenu
      closeOnItemClick={false}
      button={
        <ActionIcon variant="default" size="input-sm" aria-label={t('Columns')} title={t('Columns')} visibleFrom="sm">
          <IconColumns3 size={18} aria-hidden />
        </ActionIcon>
      }
    >
      {(Menu) => (
        <>
          <Menu.Label>{t('Columns')}</Menu.Label>
          {all
            .filter((column) => column.meta?.card !== 'title')
            .map((column) => (
              <Menu.CheckboxItem
                key={columnId(column)}
                value={columnId(column)}
                checked={ids.includes(columnId(column))}
                onChange={(isWanted) => choose(columnId(column), isWanted)}
              >
                {String(column.header ?? '')}
              </Menu.CheckboxItem>
            ))}
          <Menu.Divider />
          <Menu.Item onClick={reset}>{t('Reset columns')}</Menu.Item>
        </>
      )}
    </ActionMenu>
  )
}

type ColumnOverrides = Record<string, boolean>
const keyOf = (name: string) => `columns:${name}`

function read(name: string): ColumnOverrides {
  try {
    const said: unknown = JSON.parse(localStorage.getItem(keyOf(name)) ?? '{}')
    return said && typeof said === 'object' ? (said as ColumnOverrides) : {}
  } catch {
    return {}
  }
}

function write(name: string, said: ColumnOverrides) {
  try {
    localStorage.setItem(keyOf(name), JSON.stringify(said))
  } catch {
    // Storage is full or blocked: the choice lasts until the page is left.
  }
}
