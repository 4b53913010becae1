// Rules of all test messages, of broadcasts and of direct messages: who may get one, how many, and the audit entry.
import { message } from '../../../contract/messages/message.ts'
import { AppError, fieldError } from '../../errors.ts'
import { writeAuditEvent } from '../../platform/db/audit-events.ts'
import type { Tenant } from '../../platform/db/index.ts'
import type { Caller } from '../../platform/http/authentication.ts'
import { homeOf, phoneKey, timeZoneOf } from '../../records/contacts/service.ts'
import { waitOfMessage } from '../engine/service.ts'
import * as queries from './queries.ts'

/** Maximum per member and hour. */
export const maxTests = 20
const hourMs = 3_600_000

/** A test message that is about to be queued. `session.phone_number`: the session's own number. */
export interface TestMessage {
  session: { id: string; phone_number: string | null }
  to: { phone: string; key: string }
}

/** Refuses a test message that is not allowed, else audits it. Queue the message in the same transaction. */
export async function admitTest(
  tenant: Tenant,
  { session, to }: TestMessage,
  { user_id, ip }: Pick<Caller, 'user_id' | 'ip'>,
  at: Date,
): Promise<void> {
  const refusal = await queries.refusalOf(tenant, to.key)
  if (refusal === 'opted_out') throw fieldError('state_conflict', 'to', message('test_message.opted_out'))
  if (refusal === 'do_not_contact') throw fieldError('state_conflict', 'to', message('test_message.do_not_contact'))
  if (!isOwnNumber(session, to.key) && (await isTooNew(tenant, session.id, to, at)))
    throw fieldError('state_conflict', 'to', message('test_message.not_known'))
  const earlier = await queries.testsSince(tenant, user_id, new Date(at.getTime() - hourMs), maxTests)
  if (earlier.length >= maxTests) {
    const freeAt = Date.parse(earlier.at(-1)!) + hourMs
    const retryAfterSeconds = Math.max(1, Math.ceil((freeAt - at.getTime()) / 1000))
    throw new AppError('too_many_requests', message('test_message.too_many', { max: maxTests }), { retryAfterSeconds })
  }
  // `number` is the key by which an erasure finds the entry.
  const detail = { what: [to.phone], number: to.key }
  await writeAuditEvent(tenant, { action: 'test_message_sent', user_id, ip, target_id: session.id, detail, at })
}

/** A session may always write to its own number, even if it may open no new chats. */
export const isOwnNumber = ({ phone_number }: TestMessage['session'], key: string) =>
  phone_number !== null && phoneKey(phone_number) === key

/** Whether the session may write to known chats only, and this number is not one. */
async function isTooNew(tenant: Tenant, session_id: string, { phone, key }: TestMessage['to'], at: Date) {
  const to = { address_key: key, time_zone: timeZoneOf(phone, await homeOf(tenant)), isAnswer: false }
  const { wait } = await waitOfMessage(tenant, session_id, to, at.getTime())
  return wait.reason === 'not_known'
}
