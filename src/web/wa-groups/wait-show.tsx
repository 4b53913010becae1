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
import type { WaSession } from '../../contract/wa-sessions.ts'
import { StartPanel } from '../account/start-panel.tsx'
import { t } from '../lib/text.ts'
import { Empty } from '../ui/empty.tsx'
import type { GroupWait } from './wait.ts'
import styles from './wait-show.module.css'

/** Most phones respond within seconds; a longer wait gets an explanation. */
const patienceMs = 20_000

export function WaitShow({ wait, session }: { wait: GroupWait; session: WaSession }) {
  return <div role="status">{wait === 'answer' ? <Answer /> : <Connection wait={wait} session={session} />}</div>
}

function Answer() {
  const [isLong, setLong] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), patienceMs)
    return () => clearTimeout(timer)
  }, [])
  if (isLong)
    return (
      <Empty
        icon={IconDeviceMobileQuestion}
        title={t('The phone has not told its groups yet')}
        text={t('Look whether it is switched on and online. Kabar goes on asking: the groups come here by themselves.')}
        action={<ToAccount />}
      />
    )
  return (
    <Empty
      icon={IconBrandWhatsapp}
      title={t('Asking the phone for its groups…')}
      text={t('With many groups this takes a few seconds.')}
      action={<Loader size="sm" aria-hidden />}
    />
  )
}

function Connection({ wait, session }: { wait: Exclude<GroupWait, 'answer'>; session: WaSession }) {
  const { name, last_error } = session
  const known = last_error ? `${t.told(last_error)} ` : ''
  if (wait === 'starting')
    return (
      <Empty
        icon={IconPlugConnected}
        title={t('“{name}” is being connected…', { name })}
        text={`${known}${t('Its groups come here by themselves once it is connected.')}`}
        action={<ToAccount />}
      />
    )
  if (wait === 'scan_qr')
    return (
      <Empty
        icon={IconQrcode}
        title={t('The code of “{name}” waits to be scanned', { name })}
        text={t('Scan it with the phone whose groups you want. They come here by themselves.')}
        action={<ToAccount variant="filled">{t('Show the code')}</ToAccount>}
      />
    )
  return (
    <Empty
      icon={IconPlugConnectedX}
      title={t('“{name}” is not connected', { name })}
      text={
        known && wait === 'failed'
          ? `${known}${t('Its groups come here by themselves once it is connected.')}`
          : t('Start it: once it is connected, its groups come here by themselves.')
      }
      action={
        <span className={styles.buttons}>
          <StartPanel session={session} />
          <ToAccount />
        </span>
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
