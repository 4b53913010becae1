// The simulated phone of a simulator session, and its commands.
import { Button } from '@mantine/core'
import { IconMessage, IconPlugConnectedX, IconUnlink } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import type { WaSession } from '../../../contract/wa-sessions.ts'
import { t } from '../../platform/lib/text.ts'
import { Row, Text } from '../../platform/ui/box.tsx'
import { Fold } from '../../platform/ui/fold.tsx'
import { TestNumberList } from './test-number-list.tsx'

const MessageWriteDialog = lazy(() => import('./message-write-dialog.tsx'))

interface PhoneShowProps {
  session: WaSession
  pending: string | undefined
  onEvent: (event: 'drop' | 'unlink') => void
}

export function PhoneShow({ session, pending, onEvent }: PhoneShowProps) {
  const [isWriting, setWriting] = useState(false)
  return (
    <Fold title={t('Simulated phone')}>
      <Text mb={12} dimmed>
        {t('Try replies and problems. The last digits of a recipient’s number decide what happens to a message.')}
      </Text>
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
          {t('Interrupt the connection')}
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
      <Text as="h4" mt={16} mb={8} size={13} weight={600}>
        {t('Test numbers')}
      </Text>
      <TestNumberList />
    </Fold>
  )
}
