// A custom field in the list: drag handle, name, type, usage, activation and actions.
import { arrayMove } from '@dnd-kit/sortable'
import { ActionIcon, Switch } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconDots, IconPencil, IconTrash } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { CustomField } from '../../../contract/custom-fields.ts'
import { useMay } from '../../platform/lib/permissions.ts'
import { t } from '../../platform/lib/text.ts'
import { Text } from '../../platform/ui/box.tsx'
import { ActionMenu } from '../../platform/ui/menu.tsx'
import styles from './custom-list.module.css'
import { typeText } from './labels.ts'
import type { Changes } from './use-changes.ts'

interface FieldShowProps {
  field: CustomField
  fields: readonly CustomField[]
  handle: ReactNode
  /** How many records have a value; undefined while they are counted. */
  uses: number | undefined
  changes: Changes
  onEdit: () => void
  onRemove: () => void
}

export function FieldShow({ field, fields, handle, uses, changes, onEdit, onRemove }: FieldShowProps) {
  const { name, type, choices, is_active } = field
  const mayManage = useMay('manage_settings')
  return (
    <div className={styles.row}>
      <span className={styles.handle}>{mayManage && handle}</span>
      <span className={styles.what}>
        {mayManage ? (
          <button type="button" className={styles.name} data-inactive={!is_active || undefined} onClick={onEdit}>
            {name}
          </button>
        ) : (
          <span className={styles.name} data-inactive={!is_active || undefined}>
            {name}
          </span>
        )}
        <Text as="span" size={13} dimmed>
          {typeText(type)}
          {choices.length > 0 && `: ${choices.map((choice) => choice.name).join(', ')}`}
        </Text>
      </span>
      <Text as="span" size={13} figures dimmed={uses === 0} className={styles.uses}>
        {uses === undefined ? '' : uses === 0 ? t('Not in use') : t.plural(uses, '{count} record', '{count} records')}
      </Text>
      {mayManage ? (
        <Switch
          className={styles.active}
          aria-label={t('{name} is active', { name })}
          checked={is_active}
          onChange={(event) => changes.setActive(field, event.currentTarget.checked)}
        />
      ) : (
        <Text as="span" size={13} dimmed className={styles.active}>
          {is_active ? t('Active') : t('Not active')}
        </Text>
      )}
      <span className={styles.more}>
        {mayManage && <FieldMenu {...{ field, fields, changes, onEdit, onRemove }} />}
      </span>
    </div>
  )
}

function FieldMenu({ field, fields, changes, onEdit, onRemove }: Omit<FieldShowProps, 'handle' | 'uses'>) {
  const { name, record } = field
  const index = fields.findIndex(({ id }) => id === field.id)
  const ids = fields.map(({ id }) => id)
  const moveBy = (step: number) => changes.reorder(record, fields, arrayMove(ids, index, index + step))
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
          <Menu.Item
            leftSection={<IconArrowUp size={16} aria-hidden />}
            disabled={index === 0}
            onClick={() => moveBy(-1)}
          >
            {t('Move up')}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconArrowDown size={16} aria-hidden />}
            disabled={index === fields.length - 1}
            onClick={() => moveBy(1)}
          >
            {t('Move down')}
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item leftSection={<IconTrash size={16} aria-hidden />} onClick={onRemove}>
            {t('Delete')}
          </Menu.Item>
        </>
      )}
    </ActionMenu>
  )
}
