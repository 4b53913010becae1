// Button that exports a list as CSV or as a spreadsheet.
import { Button } from '@mantine/core'
import { IconDownload, IconFileSpreadsheet, IconFileTypeCsv } from '@tabler/icons-react'
import { useState } from 'react'
import type { DownloadRequest } from '../../../contract/downloads.ts'
import type { ExportFormat } from '../../../contract/exports.ts'
import { download } from '../../download.ts'
import { t } from '../lib/text.ts'
import { ActionMenu } from '../ui/menu.tsx'
import { notifyError } from '../ui/notices.tsx'

interface ExportPickerProps {
  /** The download in each format: the list's kind with the filters, order and columns shown. */
  request: (format: ExportFormat) => DownloadRequest
  /** Another file of the same list. */
  other?: { label: string; request: (format: ExportFormat) => DownloadRequest }
  disabled?: boolean
}

export function ExportPicker({ request, other, disabled }: ExportPickerProps) {
  const [busy, setBusy] = useState(false)
  async function save(format: ExportFormat, requested = request) {
    setBusy(true)
    try {
      await download(requested(format))
    } catch (error) {
      notifyError(error, t('The file could not be created'))
    } finally {
      setBusy(false)
    }
  }
  return (
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
          <Menu.Item leftSection={<IconFileSpreadsheet size={16} aria-hidden />} onClick={() => save('xlsx')}>
            {t('Spreadsheet (XLSX)')}
          </Menu.Item>
          <Menu.Item leftSection={<IconFileTypeCsv size={16} aria-hidden />} onClick={() => save('csv')}>
            {t('Plain text (CSV)')}
          </Menu.Item>
          {other && (
            <>
              <Menu.Label>{other.label}</Menu.Label>
              <Menu.Item
                leftSection={<IconFileSpreadsheet size={16} aria-hidden />}
                onClick={() => save('xlsx', other.request)}
                aria-label={`${other.label}: ${t('Spreadsheet (XLSX)')}`}
              >
                {t('Spreadsheet (XLSX)')}
              </Menu.Item>
              <Menu.Item
                leftSection={<IconFileTypeCsv size={16} aria-hidden />}
                onClick={() => save('csv', other.request)}
                aria-label={`${other.label}: ${t('Plain text (CSV)')}`}
              >
                {t('Plain text (CSV)')}
              </Menu.Item>
            </>
          )}
        </>
      )}
    </ActionMenu>
  )
}
