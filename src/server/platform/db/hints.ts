// Hints between processes over LISTEN/NOTIFY: they only shorten the wait. Polling alone is correct.
import { sql } from 'kysely'
import pg from 'pg'
import type { Connection, Tenant } from './index.ts'

const channel = 'kabar'
export type Topic =
  | 'wa_sessions'
  | 'broadcasts'
  | 'imports'
  | 'bulk_changes'
  | 'mails'
  | 'replies'
  | 'webhooks'
  | 'push'

/** Sent with the commit: a receiver finds the change committed. It names the organization. */
export async function hint(tenant: Tenant, topic: Topic): Promise<void> {
  await sql`select pg_notify(${channel}, ${`${topic} ${tenant.organization_id}`})`.execute(tenant.db)
}

/** Calls `on` for each hint of any process; reconnects automatically, and misses hints sent in the meantime. */
export function listenForHints(
  connection: Connection,
  on: (topic: Topic, organization_id: string) => void,
): { close(): Promise<void> } {
  let client: pg.Client | undefined
  let closed = false
  let reconnectTimer: NodeJS.Timeout | undefined
  const connect = async () => {
    const fresh = new pg.Client({
      connectionString: connection.connectionString,
      application_name: 'kabar hints',
      keepAlive: true,
    })
    client = fresh
    fresh.on('notification', ({ payload = '' }) => {
      const [topic, organization_id = ''] = payload.split(' ')
      on(topic as Topic, organization_id)
    })
    const onLost = () => {
      if (client !== fresh) return
      client = undefined
      fresh.end().catch(() => {})
      if (!closed) reconnectTimer = setTimeout(connect, 1_000)
    }
    fresh.on('error', onLost)
    fresh.on('end', onLost)
    try {
      await fresh.connect()
      await fresh.query(`listen ${channel}`)
    } catch {
      onLost()
    }
  }
  const started = connect()
  return {
    close: async () => {
      closed = true
      clearTimeout(reconnectTimer)
      await started
      const last = client
      client = undefined
      await last?.end().catch(() => {})
    },
  }
}
