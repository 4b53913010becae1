// Shown instead of a session's groups: what it is waiting for, and what to do. Continues automatically.
import { Button, Loader } from '@mantine/core'
import {
  IconBrandWhatsapp,
  IconDeviceMobileQuestion,
  IconPlugConnected,
  IconPlugConnectedX,
  IconQrcode,
} from '@tabler/icons-react'
import { type ReactNode, useEffect, useState } from 'react'
import { Link } from 'react-router'
import type { WaSession } from '../../../contract/wa-sessions.ts'
import { StartPanel } from '../../identity/account/start-panel.tsx'
import { sentenceOf } from '../../platform/lib/messages.ts'
import { t } from '../../platform/lib/text.ts'
import { Row } from '../../platform/ui/box.tsx'
import { Empty } from '../../platform/ui/empty.tsx'
import { Lacking } from '../../platform/ui/may.tsx'
import type { GroupWait } from './wait.ts'

/** Most phones respond within seconds; a longer wait gets an explanation. */
const longWaitMs = 20_000

export function WaitShow({ wait, session }: { wait: GroupWait; session: WaSession }) {
  return <div role="status">{wait === 'answer' ? <Answer /> : <Connection wait={wait} session={session} />}</div>
}

function Answer() {
  const [isLong, setLong] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), longWaitMs)
    return () => clearTimeout(timer)
  }, [])
  if (isLong)
    return (
      <Empty
        icon={IconDeviceMobileQuestion}
        title={t('Groups not loaded yet')}
        text={t('Check that the phone is on and online. Kabar keeps trying: the groups appear here automatically.')}
        action={<ToAccount />}
      />
    )
  return (
    <Empty
      icon={IconBrandWhatsapp}
      title={t('Loading groups from the phone…')}
      text={t('With many groups this takes a few seconds.')}
      action={<Loader size="sm" aria-hidden />}
    />
  )
}

function Connection({ wait, session }: { wait: Exclude<GroupWait, 'answer'>; session: WaSession }) {
  const { name, last_error } = session
  const known = last_error ? `${sentenceOf(last_error)} ` : ''
  if (wait === 'starting')
    return (
      <Empty
        icon={IconPlugConnected}
        title={t('“{name}” is being connected…', { name })}
        text={`${known}${t('Its groups appear here automatically once it is connected.')}`}
        action={<ToAccount />}
      />
    )
  if (wait === 'scan_qr')
    return (
      <Empty
        icon={IconQrcode}
        title={t('The QR code of “{name}” is waiting to be scanned', { name })}
        text={t('Scan it with the phone whose groups you want to import. The groups appear here automatically.')}
        action={<ToAccount variant="filled">{t('Show the code')}</ToAccount>}
      />
    )
  return (
    <Empty
      icon={IconPlugConnectedX}
      title={t('“{name}” is not connected', { name })}
      text={
        known && wait === 'failed'
          ? `${known}${t('Its groups appear here automatically once it is connected.')}`
          : t('Connect the session: its groups then appear here automatically.')
      }
      action={
        <Row as="span" gap={12} justify="center" wrap>
          <StartPanel session={session} />
          <Lacking permission="manage_phones" />
          <ToAccount />
        </Row>
      }
    />
  )
}

function ToAccount({ variant = 'default', children }: { variant?: 'default' | 'filled'; children?: ReactNode }) {
  return (
    <Button component={Link} to="/account#whatsapp" variant={variant}>
      {children ?? t('Go to Account')}
    </Button>
  )
}
