// The simulated phone of a simulator session, and its commands.
import { Button } from '@mantine/core'
import { IconDeviceMobile, IconMessage, IconPlugConnectedX, IconUnlink } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import type { WaSession } from '../../../contract/wa-sessions.ts'
import { t } from '../../platform/lib/text.ts'
import { Row } from '../../platform/ui/box.tsx'
import styles from './phone-show.module.css'

const MessageWriteDialog = lazy(() => import('./message-write-dialog.tsx'))

interface PhoneShowProps {
  session: WaSession
  pending: string | undefined
  onEvent: (event: 'drop' | 'unlink') => void
}

export function PhoneShow({ session, pending, onEvent }: PhoneShowProps) {
  const [isWriting, setWriting] = useState(false)
  return (
    <div className={styles.phone}>
      <Row as="h4" gap={6} size={14} weight={600}>
        <IconDeviceMobile size={16} aria-hidden />
        {t('Simulated phone')}
      </Row>
      <p>
        {t(
          'See how Kabar handles problems: the last digits of the recipient’s number decide the outcome, such as 0001 for “not on WhatsApp”. The README lists them.',
        )}
      </p>
      <Row gap={8} wrap>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconMessage size={15} aria-hidden />}
          disabled={pending !== undefined}
          onClick={() => setWriting(true)}
        >
          {t('Send a message')}
        </Button>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPlugConnectedX size={15} aria-hidden />}
          loading={pending === 'drop'}
          disabled={pending !== undefined && pending !== 'drop'}
          onClick={() => onEvent('drop')}
        >
          {t('Cut connection')}
        </Button>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconUnlink size={15} aria-hidden />}
          loading={pending === 'unlink'}
          disabled={pending !== undefined && pending !== 'unlink'}
          onClick={() => onEvent('unlink')}
        >
          {t('Unlink from the phone')}
        </Button>
      </Row>
      {isWriting && (
        <Suspense>
          <MessageWriteDialog session={session} onClose={() => setWriting(false)} />
        </Suspense>
      )}
    </div>
  )
}
