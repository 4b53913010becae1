// Background worker: queues the morning email of each user who wants one, at seven in their time zone.
import { claimMorningMail, morningMails } from '../../identity/users/service.ts'
import type { Keys } from '../../keys.ts'
import { type Database, inTenant, shareLockOrganization } from '../../platform/db/index.ts'
import { startPollingWorker } from '../../platform/db/polling-worker.ts'
import { morningEmail, queueMail } from '../../platform/mail/service.ts'
import { dueFor } from './queries.ts'

interface Log {
  info(context: object, message: string): void
  error(context: object, message: string): void
}

export interface MorningMailOptions {
  database: Database
  keys: Keys
  publicUrl: string
  log: Log
}

const pollMs = 60_000
/** Maximum number of lines; the email also says how many more there are. */
const most = 20
/** The email is of no use on the next day. */
const giveUpSeconds = 12 * 3_600

export function startMorningMail(options: MorningMailOptions): { stop(): Promise<void> } {
  return startPollingWorker({
    ...{ database: options.database, log: options.log, name: 'morning email', topics: [], pollMs },
    tick: async () => {
      await queueMorningMails(options, new Date())
      return false
    },
  })
}

/** Queues the morning emails that are due. A claim ensures that only one process queues the email of a user and day. */
export async function queueMorningMails({ database, keys, publicUrl, log }: MorningMailOptions, now: Date) {
  for (const { organization_id, user_id } of await morningMails(database, now))
    await queueFor(organization_id, user_id).catch((error: unknown) =>
      log.error(
        { err: error, organization_id, user_id },
        'queueing the morning email failed, retrying within a minute',
      ),
    )

  async function queueFor(organization_id: string, user_id: string) {
    await inTenant(database, { organization_id }, async (tenant) => {
      await shareLockOrganization(tenant)
      const user = await claimMorningMail(tenant, user_id, now)
      if (!user) return
      const { items, total } = await dueFor(tenant, user_id, user.day, most)
      if (total === 0) return
      const url = `${publicUrl}/tasks?assignee=me`
      await queueMail(tenant, keys, morningEmail(user, { items, total, today: user.day, url }), giveUpSeconds)
      log.info({ organization_id, user_id, count: total }, 'morning email queued')
    })
  }
}
