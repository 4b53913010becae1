// One row: drag handle, name and color, properties, usage, active switch and actions.
import { arrayMove } from '@dnd-kit/sortable'
import { ActionIcon, Switch } from '@mantine/core'
import {
  IconArrowDown,
  IconArrowRight,
  IconArrowUp,
  IconDots,
  IconFlag,
  IconPencil,
  IconTrash,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { number } from '../../platform/lib/format.ts'
import { useMay } from '../../platform/lib/permissions.ts'
import { t } from '../../platform/lib/text.ts'
import { ToneBadge } from '../../platform/ui/badge.tsx'
import { Row, Text } from '../../platform/ui/box.tsx'
import { ColorDot } from '../../platform/ui/color-badge.tsx'
import { ActionMenu } from '../../platform/ui/menu.tsx'
import type { MasterDataRow } from './kinds.ts'
import styles from './row-list.module.css'
import { CategoryBadge } from './status-badge.tsx'
import type { Changes } from './use-changes.ts'
import { kindText } from './words.ts'

interface RowShowProps {
  row: MasterDataRow
  rows: readonly MasterDataRow[]
  handle: ReactNode
  records: (count: number) => string
  recordsAt: ((id: string) => string) | undefined
  changes: Changes
  onEdit: () => void
  onMove: () => void
}

export function RowShow({ row, rows, handle, records, recordsAt, changes, onEdit, onMove }: RowShowProps) {
  const { name, in_use } = row
  const mayManage = useMay('manage_settings')
  const label = (
    <>
      <ColorDot color={row.color} large />
      {name}
    </>
  )
  return (
    <div className={styles.row}>
      <span className={styles.handle}>{mayManage && handle}</span>
      <span className={styles.what}>
        {mayManage ? (
          <button type="button" className={styles.name} data-inactive={!row.is_active || undefined} onClick={onEdit}>
            {label}
          </button>
        ) : (
          <span className={styles.name} data-inactive={!row.is_active || undefined}>
            {label}
          </span>
        )}
        <About row={row} />
      </span>
      <Text as="span" size={13} figures className={styles.uses} data-none={in_use === 0 || undefined}>
        {in_use === 0 ? (
          t('Not in use')
        ) : recordsAt ? (
          <Link to={recordsAt(row.id)}>{records(in_use)}</Link>
        ) : (
          records(in_use)
        )}
      </Text>
      {mayManage ? (
        <Switch
          className={styles.active}
          aria-label={t('{name} is active', { name })}
          checked={row.is_active}
          onChange={(event) => changes.update(row, { is_active: event.currentTarget.checked })}
        />
      ) : (
        <Text as="span" size={13} dimmed className={styles.active}>
          {row.is_active ? t('Active') : t('Not active')}
        </Text>
      )}
      <span className={styles.more}>
        {mayManage && <RowMenu row={row} rows={rows} changes={changes} onEdit={onEdit} onMove={onMove} />}
      </span>
    </div>
  )
}

function About({ row: { kind, category, probability, is_default } }: { row: MasterDataRow }) {
  if (!kind && !category) return null
  return (
    <Row as="span" gap={8} rowGap={4} wrap size={13} dimmed figures>
      {kind && kindText(kind)}
      {category && <CategoryBadge category={category} />}
      {typeof probability === 'number' && <span>{t('{percent}%', { percent: number(probability) })}</span>}
      {is_default && <ToneBadge tone="accent">{t('Default')}</ToneBadge>}
    </Row>
  )
}

function RowMenu({ row, rows, changes, onEdit, onMove }: Omit<RowShowProps, 'handle' | 'records' | 'recordsAt'>) {
  const { name, in_use } = row
  const index = rows.findIndex(({ id }) => id === row.id)
  const ids = rows.map(({ id }) => id)
  const moveBy = (step: number) => changes.reorder(rows, arrayMove(ids, index, index + step))
  return (
    <ActionMenu
      width={230}
      button={
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label={t('More for {name}', { name })}>
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      }
    >
      {(Menu) => (
        <>
          <Menu.Item leftSection={<IconPencil size={16} aria-hidden />} onClick={onEdit}>
            {t('Edit')}
          </Menu.Item>
          {row.category === 'prospect' && !row.is_default && row.is_active && (
            <Menu.Item
              leftSection={<IconFlag size={16} aria-hidden />}
              onClick={() => changes.update(row, { is_default: true })}
            >
              {t('Set as default')}
            </Menu.Item>
          )}
          <Menu.Item
            leftSection={<IconArrowUp size={16} aria-hidden />}
            disabled={index === 0}
            onClick={() => moveBy(-1)}
          >
            {t('Move up')}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconArrowDown size={16} aria-hidden />}
            disabled={index === rows.length - 1}
            onClick={() => moveBy(1)}
          >
            {t('Move down')}
          </Menu.Item>
          {in_use > 0 && (
            <Menu.Item leftSection={<IconArrowRight size={16} aria-hidden />} onClick={onMove}>
              {t.plural(in_use, 'Move {count} record to…', 'Move {count} records to…')}
            </Menu.Item>
          )}
          <Menu.Divider />
          <Menu.Item leftSection={<IconTrash size={16} aria-hidden />} onClick={() => changes.remove(row, rows)}>
            {t('Delete')}
          </Menu.Item>
        </>
      )}
    </ActionMenu>
  )
}
