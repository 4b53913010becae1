// WhatsApp status: whether messages can be sent; polled, and links to the sessions.
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { waSessions } from '../../contract/wa-sessions.ts'
import { query } from '../api.ts'
import { t } from '../lib/text.ts'
import styles from './whatsapp-indicator.module.css'

const pollMs = 30_000
const texts = {
  connected: 'Session running, device connected',
  connecting: 'Session running, device not connected',
  disconnected: 'No session running',
}

export function WhatsappIndicator() {
  const { data, isError } = useQuery({ ...query(waSessions.status), refetchInterval: pollMs, staleTime: 0 })
  const state = isError || !data ? 'disconnected' : stateOf(data)
  return (
    <Link to="/account#whatsapp" className={styles.indicator} data-state={state} title={t(texts[state])}>
      <span className={styles.dot} aria-hidden />
      <span className={styles.prefix}>{t('WhatsApp:')}</span> <span className={styles.text}>{t(texts[state])}</span>
    </Link>
  )
}

function stateOf(status: { has_working_session: boolean; has_running_session: boolean }) {
  if (status.has_working_session) return 'connected'
  return status.has_running_session ? 'connecting' : 'disconnected'
}
