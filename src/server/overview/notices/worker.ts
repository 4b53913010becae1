// Background worker: when Kabar paused a broadcast, or a phone is not connected and messages wait, tells those who can do something
// about it, by email and in their browsers.
import { queuePush } from '../../identity/push/service.ts'
import { membersWith } from '../../identity/roles/service.ts'
import type { Keys } from '../../keys.ts'
import { type Database, inTenant, type Tenant } from '../../platform/db/index.ts'
import { startPollingWorker } from '../../platform/db/polling-worker.ts'
import { emailTo, queueMail } from '../../platform/mail/service.ts'
import { candidates, claim, type Notice } from './queries.ts'

interface NoticeOptions {
  database: Database
  keys: Keys
  publicUrl: string
  log: {
    info(context: object, message: string): void
    error(context: object, message: string): void
  }
}

const pollMs = 60_000
/** After a stop of days, phones get this long to connect before anybody is told that they are not. */
const firstMs = 60_000

export function startNotices(options: NoticeOptions): { stop(): Promise<void> } {
  const firstAt = performance.now() + firstMs
  return startPollingWorker({
    ...{ database: options.database, log: options.log, name: 'notices', topics: [], pollMs },
    tick: async () => {
      if (performance.now() >= firstAt) await sendNotices(options)
      return false
    },
  })
}

/** Queues an email and notifications for each new notice, in the transaction that remembers it. */
export async function sendNotices({ database, keys, publicUrl, log }: NoticeOptions): Promise<void> {
  for (const organization_id of await candidates(database))
    await inTenant(database, { organization_id }, async (tenant) => {
      for (const notice of await claim(tenant)) {
        await tell(tenant, notice)
        log.info({ organization_id, kind: notice.kind, key: notice.key }, 'notice queued')
      }
    }).catch((error: unknown) =>
      log.error({ err: error, organization_id }, 'queueing notices failed, retrying within a minute'),
    )

  async function tell(tenant: Tenant, { kind, key, name }: Notice) {
    const isBroadcast = kind === 'broadcast_paused'
    const path = isBroadcast ? `/broadcasts/${key}` : '/account#whatsapp'
    for (const member of await membersWith(tenant, isBroadcast ? 'send_broadcasts' : 'manage_phones')) {
      const email = emailTo(member, kind, { what: name, url: `${publicUrl}${path}` })
      await queueMail(tenant, keys, email)
      await queuePush(tenant, member.id, { title: email.subject, path, topic: key.replaceAll('-', '') })
    }
  }
}
