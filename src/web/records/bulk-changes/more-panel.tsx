// Items of the menu of the bar for selected records.
import type { Menu as MantineMenu } from '@mantine/core'
import {
  IconArchive,
  IconArchiveOff,
  IconArrowMerge,
  IconFileSpreadsheet,
  IconFileTypeCsv,
  IconTrash,
  IconUsersGroup,
} from '@tabler/icons-react'
import type { BulkAction, BulkKind } from '../../../contract/bulk-changes.ts'
import { t } from '../../platform/lib/text.ts'
import { May } from '../../platform/ui/may.tsx'
import { notifyError } from '../../platform/ui/notices.tsx'
import type { DialogName } from './bulk-dialog.ts'

interface MoreItemsProps {
  Menu: typeof MantineMenu
  kind: BulkKind
  /** Undefined if the selected records cannot be merged. */
  onMerge: (() => void) | undefined
  onOpen: (dialog: DialogName) => void
  onArchive: (change: BulkAction) => Promise<unknown>
  onSave: (format: 'csv' | 'xlsx') => void
}

export function MoreItems({ Menu, kind, onMerge, onOpen, onArchive, onSave }: MoreItemsProps) {
  const archive = (action: 'archive' | 'unarchive') => () =>
    onArchive({ action }).catch((error) => notifyError(error, t('Nothing was changed')))
  return (
    <>
      {kind === 'investors' && (
        <>
          <Menu.Item leftSection={<IconArchive size={16} aria-hidden />} onClick={archive('archive')}>
            {t('Archive')}
          </Menu.Item>
          <Menu.Item leftSection={<IconArchiveOff size={16} aria-hidden />} onClick={archive('unarchive')}>
            {t('Unarchive')}
          </Menu.Item>
        </>
      )}
      <Menu.Item leftSection={<IconUsersGroup size={16} aria-hidden />} onClick={() => onOpen('group')}>
        {t('Add to a broadcast group')}
      </Menu.Item>
      {onMerge && (
        <Menu.Item leftSection={<IconArrowMerge size={16} aria-hidden />} onClick={onMerge}>
          {t('Merge…')}
        </Menu.Item>
      )}
      <May permission="export">
        <Menu.Label>{t('Export')}</Menu.Label>
        <Menu.Item leftSection={<IconFileSpreadsheet size={16} aria-hidden />} onClick={() => onSave('xlsx')}>
          {t('Spreadsheet (XLSX)')}
        </Menu.Item>
        <Menu.Item leftSection={<IconFileTypeCsv size={16} aria-hidden />} onClick={() => onSave('csv')}>
          {t('Plain text (CSV)')}
        </Menu.Item>
      </May>
      <Menu.Divider />
      <Menu.Item leftSection={<IconTrash size={16} aria-hidden />} onClick={() => onOpen('delete')}>
        {t('Delete')}
      </Menu.Item>
    </>
  )
}
