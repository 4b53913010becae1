// Button that exports a list as CSV or as a spreadsheet.
import { Button, type Menu as MantineMenu } from '@mantine/core'
import { IconDownload, IconFileSpreadsheet, IconFileTypeCsv } from '@tabler/icons-react'
import { Fragment, useState } from 'react'
import type { DownloadRequest } from '../../../contract/downloads.ts'
import type { ExportFormat } from '../../../contract/exports.ts'
import { download } from '../../download.ts'
import { useMay } from '../lib/permissions.ts'
import { t } from '../lib/text.ts'
import { ActionMenu } from '../ui/menu.tsx'
import { notifyError } from '../ui/notices.tsx'

interface ExportPickerProps {
  /** The download in each format: the list's kind with the filters, order and columns shown. */
  request: (format: ExportFormat) => DownloadRequest
  /** Other files of the same page. */
  others?: { label: string; request: (format: ExportFormat) => DownloadRequest }[]
  disabled?: boolean
}

export function ExportPicker(props: ExportPickerProps) {
  return useExport(props).button
}

/** Returns an export button with a menu, and the same items for a menu of the page. Users who may not export get neither. */
export function useExport({ request, others = [], disabled }: ExportPickerProps) {
  const [busy, setBusy] = useState(false)
  const mayExport = useMay('export')
  async function save(format: ExportFormat, requested: ExportPickerProps['request']) {
    setBusy(true)
    try {
      await download(requested(format))
    } catch (error) {
      notifyError(error, t('The file could not be created'))
    } finally {
      setBusy(false)
    }
  }
  const formats = (Menu: typeof MantineMenu, of: ExportPickerProps['request'], named?: string) => (
    <>
      <Menu.Item
        leftSection={<IconFileSpreadsheet size={16} aria-hidden />}
        onClick={() => save('xlsx', of)}
        disabled={disabled || busy}
        closeMenuOnClick
        aria-label={named && `${named}: ${t('Spreadsheet (XLSX)')}`}
      >
        {t('Spreadsheet (XLSX)')}
      </Menu.Item>
      <Menu.Item
        leftSection={<IconFileTypeCsv size={16} aria-hidden />}
        onClick={() => save('csv', of)}
        disabled={disabled || busy}
        closeMenuOnClick
        aria-label={named && `${named}: ${t('Plain text (CSV)')}`}
      >
        {t('Plain text (CSV)')}
      </Menu.Item>
    </>
  )
  const more = (Menu: typeof MantineMenu) =>
    others.map((other) => (
      <Fragment key={other.label}>
        <Menu.Label>{other.label}</Menu.Label>
        {formats(Menu, other.request, other.label)}
      </Fragment>
    ))
  if (!mayExport) return { button: null, items: () => null }
  return {
    button: (
      <ActionMenu
        button={
          <Button
            variant="default"
            leftSection={<IconDownload size={16} aria-hidden />}
            loading={busy}
            disabled={disabled}
          >
            {t('Export')}
          </Button>
        }
      >
        {(Menu) => (
          <>
            {formats(Menu, request)}
            {more(Menu)}
          </>
        )}
      </ActionMenu>
    ),
    items: (Menu: typeof MantineMenu) => (
      <>
        <Menu.Label>{t('Export')}</Menu.Label>
        {formats(Menu, request, t('Export'))}
        {more(Menu)}
      </>
    ),
  }
}
