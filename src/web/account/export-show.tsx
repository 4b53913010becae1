// Exports all data of the organization as one file.
import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { download } from '../download.ts'
import { t } from '../lib/text.ts'
import styles from './export-show.module.css'

export function ExportShow() {
  const { mutate, status, error } = useMutation({ mutationFn: () => download({ kind: 'everything', input: {} }) })
  return (
    <div className={styles.export}>
      <Button
        variant="default"
        leftSection={<IconDownload size={16} aria-hidden />}
        loading={status === 'pending'}
        onClick={() => mutate()}
      >
        {t('Export everything')}
      </Button>
      <p className={styles.state} role="status" data-failed={status === 'error' || undefined}>
        {status === 'pending' && t('Preparing the file. The download starts automatically.')}
        {status === 'success' && t('The download has started.')}
        {status === 'error' && error.message}
      </p>
    </div>
  )
}
