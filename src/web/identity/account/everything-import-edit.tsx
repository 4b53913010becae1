// Imports an archive of "Export everything" into an organization without records.
import { Button, FileButton } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { imports } from '../../../contract/imports.ts'
import { upload } from '../../api.ts'
import { number } from '../../platform/lib/format.ts'
import { t } from '../../platform/lib/text.ts'
import { Row, Text } from '../../platform/ui/box.tsx'
import styles from './export-show.module.css'

export function EverythingImportEdit() {
  const client = useQueryClient()
  const { mutate, status, error, data } = useMutation({
    mutationFn: (file: File) => upload(imports.everything, file),
    onSuccess: () => client.invalidateQueries(),
  })
  const rows = data?.tables.reduce((sum, table) => sum + table.rows, 0) ?? 0
  return (
    <Row gap={16} rowGap={8} wrap className={styles.export}>
      <FileButton accept=".zip,application/zip" onChange={(file) => file && mutate(file)}>
        {(props) => (
          <Button
            {...props}
            variant="default"
            leftSection={<IconUpload size={16} aria-hidden />}
            loading={status === 'pending'}
          >
            {t('Import everything')}
          </Button>
        )}
      </FileButton>
      <Text dimmed className={styles.state} role="status" data-failed={status === 'error' || undefined}>
        {status === 'idle' &&
          t('Imports an archive created by “Export everything” into an organization without records.')}
        {status === 'pending' && t('Reading the archive. This may take a minute.')}
        {status === 'success' &&
          t('{rows} rows imported. Message files, sent broadcasts and WhatsApp sessions are not included.', {
            rows: number(rows),
          })}
        {status === 'error' && error.message}
      </Text>
    </Row>
  )
}
