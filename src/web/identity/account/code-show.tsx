// Shows the code to type on the phone instead of scanning a QR code, with instructions.
import { Button } from '@mantine/core'
import { IconQrcode } from '@tabler/icons-react'
import type { WaSession } from '../../../contract/wa-sessions.ts'
import { t } from '../../platform/lib/text.ts'
import { Row, Text } from '../../platform/ui/box.tsx'
import styles from './qr-show.module.css'
import { useSecondsLeft } from './qr-show.tsx'

interface CodeShowProps {
  session: WaSession
  code: string
  isChanging: boolean
  onQr: () => void
}

export function CodeShow({ session, code, isChanging, onQr }: CodeShowProps) {
  const left = useSecondsLeft(session.qr_expires_at)
  return (
    <Row gap={24} rowGap={16} align="start" wrap className={styles.qr}>
      <div className={styles.code}>
        {/* Spelled out, so that a screen reader does not read it as a word. */}
        <div
          className={styles.letters}
          role="img"
          aria-label={`${t('Code to type on the phone')}: ${[...code].join(' ')}`}
        >
          {`${code.slice(0, 4)}-${code.slice(4)}`}
        </div>
        <Text mt={6} size={13} dimmed figures textAlign="center" className={styles.left}>
          {left > 0
            ? t.plural(left, 'Valid for {count} second', 'Valid for {count} seconds')
            : t('This code has expired.')}
        </Text>
      </div>
      <div className={styles.how}>
        <ol>
          <li>{t('Open WhatsApp on the phone.')}</li>
          <li>{t('Tap Settings (on Android the three dots), then Linked devices, then Link a device.')}</li>
          <li>{t('Tap “Link with phone number instead”, then type this code.')}</li>
        </ol>
        <Button
          variant="default"
          leftSection={<IconQrcode size={16} aria-hidden />}
          loading={isChanging}
          onClick={onQr}
        >
          {t('Scan a QR code instead')}
        </Button>
      </div>
    </Row>
  )
}
