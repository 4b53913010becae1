// View menu of a list: rows per page, density and columns; on a phone the order, and actions that the toolbar has no room for.
import { ActionIcon, type Menu as MantineMenu } from '@mantine/core'
import { IconAdjustmentsHorizontal, IconDots } from '@tabler/icons-react'
import type { RowData } from '@tanstack/react-table'
import type { ReactNode } from 'react'
import { choose, pageSizes, useDensity } from '../lib/device-choice.ts'
import { number } from '../lib/format.ts'
import { t } from '../lib/text.ts'
import { useIsPhone } from './breakpoints.ts'
import type { ColumnChoice } from './column-choice.ts'
import { type Columns, columnId } from './data-columns.ts'
import { ActionMenu } from './menu.tsx'
import { type Sorted, sortChoices } from './sort-choices.ts'
import styles from './view-menu.module.css'

export interface ViewMenuProps<Row extends RowData> extends Sorted<Row> {
  onSearch: (change: { sort?: string; per_page?: number }) => void
  /** Set for lists whose columns the user can choose. */
  choice?: ColumnChoice<Row> | undefined
  /** Export and import, if the toolbar has no room for their buttons. */
  items?: ((menu: typeof MantineMenu) => ReactNode) | undefined
  /** Set for lists that can be shown as a board. */
  board?:
    | { isShown: boolean; onShow: (isShown: boolean) => void; items: (menu: typeof MantineMenu) => ReactNode }
    | undefined
}

export function ViewMenu<Row extends RowData>(props: ViewMenuProps<Row>) {
  const isPhone = useIsPhone()
  const isBoard = props.board?.isShown === true
  const hasItems = props.items !== undefined
  const label = hasItems ? t('View and more') : t('View')
  return (
    <ActionMenu
      closeOnItemClick={false}
      button={
        <ActionIcon variant="default" size="input-sm" aria-label={label} title={label}>
          {hasItems ? <IconDots size={18} aria-hidden /> : <IconAdjustmentsHorizontal size={18} aria-hidden />}
        </ActionIcon>
      }
    >
      {(Menu) => (
        // Focusable, so that the keyboard can scroll the menu: Mantine keeps the dropdown itself out of the tab order.
        // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
        // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be in a menu
        <div role="group" aria-label={label} tabIndex={0} className={styles.menu}>
          {hasItems && (
            <>
              {props.items!(Menu)}
              <Menu.Divider />
            </>
          )}
          {isPhone && props.board && <LayoutItems Menu={Menu} board={props.board} />}
          {isPhone || isBoard ? <SortItems Menu={Menu} {...props} /> : <DensityItems Menu={Menu} />}
          {!isBoard && <SizeItems Menu={Menu} {...props} />}
          {!isPhone && !isBoard && props.choice && <ColumnItems Menu={Menu} choice={props.choice} />}
        </div>
      )}
    </ActionMenu>
  )
}

interface Items {
  Menu: typeof MantineMenu
}

function LayoutItems({ Menu, board }: Items & { board: NonNullable<ViewMenuProps<RowData>['board']> }) {
  return (
    <>
      <Menu.Label>{t('Show as')}</Menu.Label>
      <Menu.RadioGroup value={board.isShown ? 'board' : 'list'} onChange={(next) => board.onShow(next === 'board')}>
        <Menu.RadioItem value="list">{t('List')}</Menu.RadioItem>
        <Menu.RadioItem value="board">{t('Board')}</Menu.RadioItem>
      </Menu.RadioGroup>
      {board.isShown && board.items(Menu)}
    </>
  )
}

function SizeItems<Row extends RowData>({ Menu, search, onSearch }: Items & ViewMenuProps<Row>) {
  const change = (size: string) => {
    choose('per_page', size)
    onSearch({ per_page: Number(size) })
  }
  return (
    <>
      <Menu.Label>{t('Rows per page')}</Menu.Label>
      <Menu.RadioGroup value={String(search.per_page ?? pageSizes[0])} onChange={change}>
        {pageSizes.map((size) => (
          <Menu.RadioItem key={size} value={String(size)}>
            {number(size)}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
    </>
  )
}

function DensityItems({ Menu }: Items) {
  return (
    <>
      <Menu.Label>{t('Density')}</Menu.Label>
      <Menu.RadioGroup value={useDensity()} onChange={(density) => choose('density', density)}>
        <Menu.RadioItem value="comfortable">{t('Comfortable')}</Menu.RadioItem>
        <Menu.RadioItem value="compact">{t('Compact')}</Menu.RadioItem>
      </Menu.RadioGroup>
    </>
  )
}

/** Cards have no column headers to sort by, so the menu offers the orders. */
function SortItems<Row extends RowData>({ Menu, onSearch, ...sorted }: Items & ViewMenuProps<Row>) {
  const { fields, field, isDescending } = sortChoices(sorted)
  if (fields.length === 0) return null
  const sort = (by: string, descending: boolean) => onSearch({ sort: descending ? `-${by}` : by })
  return (
    <>
      <Menu.Label>{t('Sort by')}</Menu.Label>
      <Menu.RadioGroup value={field} onChange={(next) => sort(next, isDescending)}>
        {fields.map(({ value, label }) => (
          <Menu.RadioItem key={value} value={value}>
            {label}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
      <Menu.Label>{t('Direction')}</Menu.Label>
      <Menu.RadioGroup
        value={isDescending ? 'descending' : 'ascending'}
        onChange={(direction) => sort(field, direction === 'descending')}
      >
        <Menu.RadioItem value="ascending">{t('Ascending')}</Menu.RadioItem>
        <Menu.RadioItem value="descending">{t('Descending')}</Menu.RadioItem>
      </Menu.RadioGroup>
    </>
  )
}

function ColumnItems<Row extends RowData>({ Menu, choice }: Items & { choice: ColumnChoice<Row> }) {
  const { all, shown, choose, reset } = choice
  const ids = shown.map(columnId)
  return (
    <>
      <Menu.Label>{t('Columns')}</Menu.Label>
      {all
        .filter((column) => column.meta?.card !== 'title')
        .map((column: Columns<Row>[number]) => (
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
  )
}
