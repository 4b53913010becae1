// Queues emails in the transaction they belong to; a worker sends them later.
import { randomUUID } from 'node:crypto'
import { type Keys, seal, unseal } from '../../keys.ts'
import { hint } from '../db/hints.ts'
import type { Tenant } from '../db/index.ts'
import type { Email } from './email.ts'
import * as queries from './queries.ts'

export { checkMailServer } from './delivery.ts'
export type { Email } from './email.ts'
export { type DueItem, type EmailKind, emailTo, morningEmail } from './email-texts.ts'
export { startMail } from './worker.ts'

/** `giveUpSeconds`: after this time the email is useless and is dropped. */
export async function queueMail(tenant: Tenant, keys: Keys, letter: Email, giveUpSeconds = 2 * 86_400): Promise<void> {
  const id = randomUUID()
  const sealed = seal(keys('mail'), `${tenant.organization_id}|${id}`, JSON.stringify(letter))
  await queries.insert(tenant, { id, encrypted: sealed, give_up_seconds: giveUpSeconds })
  await hint(tenant, 'mails')
}

/** The last email to a user who leaves: it outlives their organization. Must be the last step of the transaction. */
export async function queueFinalMail(tenant: Tenant, keys: Keys, letter: Email): Promise<void> {
  const id = randomUUID()
  const sealed = seal(keys('mail'), `${queries.noOrganization}|${id}`, JSON.stringify(letter))
  await queries.insertWithoutOrganization(tenant, { id, encrypted: sealed, give_up_seconds: 2 * 86_400 })
  await hint(tenant, 'mails')
}

/** Drops queued emails to this address. An email encrypted with another key can be neither read nor sent. */
export async function dropMails(tenant: Tenant, keys: Keys, address: string): Promise<void> {
  const isTheirs = ({ id, encrypted }: { id: string; encrypted: Buffer }) => {
    try {
      const text = unseal(keys('mail'), `${tenant.organization_id}|${id}`, encrypted).toString()
      return (JSON.parse(text) as Email).to.address === address
    } catch {
      return false
    }
  }
  const ids = (await queries.waiting(tenant)).filter(isTheirs).map(({ id }) => id)
  if (ids.length > 0) await queries.deleteMails(tenant, ids)
}
