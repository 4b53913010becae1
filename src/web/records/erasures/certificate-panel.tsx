// Certificates of erasures: the button that saves one, and the list on the account page.
import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { erasures } from '../../../contract/erasures.ts'
import { query } from '../../api.ts'
import { download } from '../../download.ts'
import { dateTime, locale } from '../../platform/lib/format.ts'
import { useMay, useMayOrWait } from '../../platform/lib/permissions.ts'
import { t } from '../../platform/lib/text.ts'
import { PlainList, Row, Text } from '../../platform/ui/box.tsx'
import { notifyError } from '../../platform/ui/notices.tsx'
import { Pager } from '../../platform/ui/pager.tsx'

interface CertificateButtonProps {
  id: string
  size?: string
  /** Accessible name, where several certificates are listed. */
  name?: string
}

export function CertificateButton({ id, size = 'sm', name }: CertificateButtonProps) {
  const [busy, setBusy] = useState(false)
  const mayExport = useMay('export')
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
  if (!mayExport) return null
  return (
    <Button
      variant="default"
      size={size}
      leftSection={<IconDownload size={16} aria-hidden />}
      loading={busy}
      aria-label={name}
      onClick={save}
    >
      {t('Save certificate')}
    </Button>
  )
}

const perPage = 10

/** End of the certificate's number, which distinguishes two erasures of the same minute. */
const numberOf = (id: string) => `…${id.slice(-6)}`

export function CertificateList() {
  const [page, setPage] = useState(1)
  const { data } = useQuery({
    ...query(erasures.list, { query: { page, per_page: perPage } }),
    placeholderData: keepPreviousData,
    enabled: useMayOrWait('delete_for_good') === true,
  })
  if (!data) return null
  if (data.data.length === 0) return <Text dimmed>{t('Nobody has been erased yet.')}</Text>
  return (
    <>
      <PlainList gap={8}>
        {data.data.map(({ id, at, erased_by }) => {
          const text = [dateTime(at), erased_by, numberOf(id)].filter(Boolean).join(' · ')
          return (
            <Row as="li" key={id} gap={16} justify="between" wrap>
              <Text as="span" figures>
                {text}
              </Text>
              <CertificateButton id={id} size="xs" name={t('Save certificate: {name}', { name: text })} />
            </Row>
          )
        })}
      </PlainList>
      {data.pagination.total > perPage && (
        <Pager label={t('Erased personal data')} pagination={data.pagination} onPage={setPage} />
      )}
    </>
  )
}
