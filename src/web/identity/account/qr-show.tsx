// Shows the QR code to scan, renewed when it expires, with instructions.
import { Button } from '@mantine/core'
import { IconPassword } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { type WaSession, waSessions } from '../../../contract/wa-sessions.ts'
import { fetchBlob } from '../../api.ts'
import { useMayOrWait } from '../../platform/lib/permissions.ts'
import { t } from '../../platform/lib/text.ts'
import { Row, Text } from '../../platform/ui/box.tsx'
import styles from './qr-show.module.css'

interface QrShowProps {
  session: WaSession
  /** Called to link the phone with a typed code instead of the QR code. */
  onCode: () => void
}

export function QrShow({ session: { id, has_qr, qr_expires_at }, onCode }: QrShowProps) {
  const image = useQr(id, has_qr ? qr_expires_at : null)
  const left = useSecondsLeft(qr_expires_at)
  return (
    <Row gap={24} rowGap={16} align="start" wrap className={styles.qr}>
      <div className={styles.code}>
        <div className={styles.image}>
          {image && left > 0 ? (
            <img src={image} alt={t('QR code to scan with the phone')} width={224} height={224} />
          ) : (
            <span>{t('Loading the next code…')}</span>
          )}
        </div>
        <Text mt={6} size={13} dimmed figures textAlign="center" className={styles.left}>
          {left > 0 ? t.plural(left, 'Renews in {count} second', 'Renews in {count} seconds') : ' '}
        </Text>
      </div>
      <div className={styles.how}>
        <ol>
          <li>{t('Open WhatsApp on the phone.')}</li>
          <li>{t('Tap Settings (on Android the three dots), then Linked devices, then Link a device.')}</li>
          <li>{t('Point the phone at this code.')}</li>
        </ol>
        <Button variant="default" leftSection={<IconPassword size={16} aria-hidden />} onClick={onCode}>
          {t('Type a code instead')}
        </Button>
      </div>
    </Row>
  )
}

/** A small QR code that nobody needs to scan with a phone: a click scans it. */
export function SimulatedQrShow({ session: { id, has_qr, qr_expires_at } }: { session: WaSession }) {
  const image = useQr(id, has_qr ? qr_expires_at : null)
  return (
    <Row gap={12}>
      <div className={styles.small}>
        {image && <img src={image} alt={t('QR code of the simulator')} width={72} height={72} />}
      </div>
      <Text shrink dimmed>
        {t('The simulated phone scans this code when you press the button.')}
      </Text>
    </Row>
  )
}

/** The expiry identifies a code: a change fetches the new one, with the bearer header that an `<img>` cannot send. */
function useQr(id: string, expiresAt: string | null): string | undefined {
  const mayLink = useMayOrWait('manage_phones')
  const { data: blob } = useQuery({
    queryKey: [waSessions.qr.path, id, expiresAt],
    queryFn: ({ signal }) => fetchBlob(waSessions.qr, { params: { id } }, signal),
    enabled: expiresAt !== null && mayLink === true,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    if (!blob) return
    const next = URL.createObjectURL(blob)
    setUrl(next)
    return () => URL.revokeObjectURL(next)
  }, [blob])
  return url
}

export function useSecondsLeft(until: string | null): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [])
  return until === null ? 0 : Math.max(0, Math.ceil((Date.parse(until) - now) / 1000))
}
