// Certificates of erasures: the button that saves one, and the list on the account page.
import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { erasures } from '../../../contract/erasures.ts'
import { query } from '../../api.ts'
import { download } from '../../download.ts'
import { dateTime, locale } from '../../platform/lib/format.ts'
import { t } from '../../platform/lib/text.ts'
import { PlainList, Row, Text } from '../../platform/ui/box.tsx'
import { notifyError } from '../../platform/ui/notices.tsx'

export function CertificateButton({ id, size = 'sm' }: { id: string; size?: string }) {
  const [busy, setBusy] = useState(false)
  async function save() {
    setBusy(true)
    try {
      await download({ kind: 'erasure_certificate', input: { id, locale: locale() } })
    } catch (error) {
      notifyError(error, t('The file could not be created'))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button
      variant="default"
      size={size}
      leftSection={<IconDownload size={16} aria-hidden />}
      loading={busy}
      onClick={save}
    >
      {t('Save certificate')}
    </Button>
  )
}

export function CertificateList() {
  const { data } = useQuery(query(erasures.list, { query: { per_page: 50 } }))
  if (!data) return null
  if (data.data.length === 0) return <Text dimmed>{t('Nobody has been erased yet.')}</Text>
  return (
    <PlainList gap={8}>
      {data.data.map(({ id, at, erased_by }) => (
        <Row as="li" key={id} gap={16} justify="between" wrap>
          <span>{[dateTime(at), erased_by].filter(Boolean).join(' · ')}</span>
          <CertificateButton id={id} size="xs" />
        </Row>
      ))}
    </PlainList>
  )
}
