// Exports all data of the organization as one file.
import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { download } from '../../download.ts'
import { t } from '../../platform/lib/text.ts'
import { Row, Text } from '../../platform/ui/box.tsx'
import { Lacking, May } from '../../platform/ui/may.tsx'
import styles from './export-show.module.css'

/** The archive contains the records and the audit log, so it needs both permissions. */
export function ExportShow() {
  return (
    <May permission="export" otherwise={<Lacking permission="export" />}>
      <May permission="see_audit_log" otherwise={<Lacking permission="see_audit_log" />}>
        <May permission="see_amounts" otherwise={<Lacking permission="see_amounts" />}>
          <ExportButton />
        </May>
      </May>
    </May>
  )
}

function ExportButton() {
  const { mutate, status, error } = useMutation({ mutationFn: () => download({ kind: 'everything', input: {} }) })
  return (
    <Row gap={16} rowGap={8} wrap className={styles.export}>
      <Button
        variant="default"
        leftSection={<IconDownload size={16} aria-hidden />}
        loading={status === 'pending'}
        onClick={() => mutate()}
      >
        {t('Export everything')}
      </Button>
      <Text dimmed className={styles.state} role="status" data-failed={status === 'error' || undefined}>
        {status === 'pending' && t('Preparing the file. The download starts automatically.')}
        {status === 'success' && t('The download has started.')}
        {status === 'error' && error.message}
      </Text>
    </Row>
  )
}
