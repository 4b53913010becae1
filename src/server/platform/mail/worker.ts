// Worker that sends queued emails in the background, one after another, and retries failures.
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Config } from '../../config.ts'
import { deriveKeys, unseal } from '../../keys.ts'
import type { Database } from '../db/index.ts'
import { startPollingWorker } from '../db/polling-worker.ts'
import { isFinal, waitSeconds } from './backoff.ts'
import { outbox, smtp } from './delivery.ts'
import { type Email, renderEmail } from './email.ts'
import * as queries from './queries.ts'

/** As long as the longest-lived link in an email is valid. */
const outboxMs = 7 * 86_400_000

interface Log {
  info(context: object, message: string): void
  warn(context: object, message: string): void
  error(context: object, message: string): void
}

export interface MailOptions {
  database: Database
  config: Pick<Config, 'secret' | 'smtpUrl' | 'mailFrom' | 'dataDir'>
  log: Log
  /** How long a shutdown waits for a mail server that does not respond. */
  shutdownTimeoutMs?: number
}

export function startMail({ database, config, log, shutdownTimeoutMs = 10_000 }: MailOptions): {
  stop(): Promise<void>
} {
  const key = deriveKeys(config.secret)('mail')
  const delivery = config.smtpUrl ? smtp(config.smtpUrl) : outbox(join(config.dataDir, 'outbox'))
  let forgottenAt = 0
  const work = startPollingWorker({
    database,
    log,
    name: 'mail worker',
    topics: ['mails'],
    pollMs: 5_000,
    tick: async () => {
      await forgetOld()
      const job = await queries.claimMail(database)
      if (job) await send(job)
      return job !== undefined
    },
  })

  return {
    stop: async () => {
      // An unfinished email is sent again after its lease expires, with the same message id.
      await Promise.race([work.stop(), delay(shutdownTimeoutMs, undefined, { ref: false })])
      delivery.close()
    },
  }

  async function forgetOld() {
    if (Date.now() - forgottenAt < 3_600_000) return
    forgottenAt = Date.now()
    await delivery
      .forget(new Date(forgottenAt - outboxMs))
      .catch((error: unknown) => log.warn({ err: error }, 'deleting old mail files failed'))
  }

  async function send(job: queries.MailJob) {
    const { id: mail_id, attempts, request_id } = job
    const about = { mail_id, ...(request_id && { request_id }) }
    if (job.is_late) {
      log.error({ ...about, attempts }, 'mail failed permanently')
      return await queries.remove(database, job)
    }
    try {
      const place = await delivery.deliver(mail_id, composed(job))
      if (config.smtpUrl) log.info({ ...about, server: place }, 'mail sent')
      else log.warn({ ...about, file: place }, 'mail written to a file, because SMTP_URL is not set')
    } catch (error) {
      const seconds = waitSeconds(attempts)
      if (!isFinal(error) && (await queries.postpone(database, job, seconds))) {
        return log.warn(
          { ...reason(error), ...about, attempts, seconds },
          `sending mail failed, retrying in ${seconds} s`,
        )
      }
      log.error({ ...reason(error), ...about, attempts }, 'mail failed permanently')
    }
    await queries.remove(database, job)
  }

  function composed(job: queries.MailJob) {
    const letter: Email = JSON.parse(unseal(key, `${job.organization_id}|${job.id}`, job.encrypted).toString())
    return {
      from: config.mailFrom,
      to: letter.to,
      subject: letter.subject,
      ...renderEmail(letter),
      date: new Date(job.created_at),
      // The same at every attempt: an email accepted before the connection broke arrives once.
      messageId: `<${job.id}@${config.mailFrom.replace(/^.*@|>$/g, '')}>`,
      headers: { 'Auto-Submitted': 'auto-generated' },
    }
  }
}

/** A mail server's reply may repeat the address: its codes are enough. */
function reason(error: unknown) {
  const { code, responseCode, command } = error as { code?: string; responseCode?: number; command?: string }
  return code ? { code, responseCode, command } : { err: error }
}
