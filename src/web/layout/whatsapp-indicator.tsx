// WhatsApp status: whether messages can be sent; polled, and links to the sessions.
import { VisuallyHidden } from '@mantine/core'
import { IconLoader, IconPlugConnected, IconPlugConnectedX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { waSessions } from '../../contract/wa-sessions.ts'
import { query } from '../api.ts'
import { t } from '../platform/lib/text.ts'
import { Row } from '../platform/ui/box.tsx'
import { Tooltip } from '../platform/ui/tooltip.tsx'
import styles from './whatsapp-indicator.module.css'

const pollMs = 30_000
const texts = {
  connected: 'Session running, device connected',
  connecting: 'Session running, device not connected',
  disconnected: 'No session running',
}

/** Phones have no room for the text, so they show an icon with one word below it. */
const icons = { connected: IconPlugConnected, connecting: IconLoader, disconnected: IconPlugConnectedX }
const words = { connected: 'Online', connecting: 'Waiting', disconnected: 'Offline' }

export function WhatsappIndicator() {
  const { data, isError } = useQuery({ ...query(waSessions.status), refetchInterval: pollMs, staleTime: 0 })
  const state = isError || !data ? 'disconnected' : stateOf(data)
  const Icon = icons[state]
  const isSeveral = data !== undefined && !isError && data.phones > 1
  return (
    <Tooltip label={t(texts[state])}>
      <Row
        as={Link}
        to="/account#whatsapp"
        inline
        gap={8}
        fixed
        size={13}
        dimmed
        nowrap
        px={10}
        className={styles.indicator}
        data-state={state}
        // Messages may be waiting for the session that is not connected, so the indicator is marked.
        data-partial={(isSeveral && data.connected < data.phones) || undefined}
      >
        <span className={styles.dot} aria-hidden />
        <Icon size={20} stroke={1.8} className={styles.icon} aria-hidden />
        <VisuallyHidden>{t('WhatsApp:')}</VisuallyHidden> <span className={styles.text}>{t(texts[state])}</span>
        {isSeveral && <VisuallyHidden>{t('Connected phones')}</VisuallyHidden>}
        {isSeveral ? (
          <span className={styles.count}>
            {t('{connected} of {phones}', { connected: data.connected, phones: data.phones })}
          </span>
        ) : (
          <span className={styles.word} aria-hidden>
            {t(words[state])}
          </span>
        )}
      </Row>
    </Tooltip>
  )
}

function stateOf(status: { has_working_session: boolean; has_running_session: boolean }) {
  if (status.has_working_session) return 'connected'
  return status.has_running_session ? 'connecting' : 'disconnected'
}
