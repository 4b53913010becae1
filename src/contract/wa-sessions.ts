// WhatsApp sessions: one WhatsApp account each, connected through a driver.

import * as z from 'zod/mini'
import type { AuditAction } from './audit-actions.ts'
import { byId, Id, line, PhoneText, prose, Timestamp } from './common.ts'
import { endpoint } from './endpoint.ts'
import { MessageData } from './messages/data.ts'
import { issue } from './messages/issue.ts'
import { Pacing, PacingInput } from './pacing.ts'

export const DriverName = z.enum(['linked_device', 'simulator'])
export type DriverName = z.output<typeof DriverName>
export const SessionStatus = z.enum(['stopped', 'starting', 'scan_qr', 'working', 'failed'])
export type SessionStatus = z.output<typeof SessionStatus>
/** WhatsApp limits the account until this moment; sending then resumes automatically. */
export const Hold = z.object({ code: z.string(), until: Timestamp, new_chats_only: z.boolean() })

/** Current usage that the limits are compared with. */
export const PacingUsage = z.object({
  last_hour: z.int(),
  last_day: z.int(),
  /** New chats in the last 24 hours. */
  new_chats: z.int(),
  /** The current day of sending and its allowance; null if no warm-up limits the session (any longer). */
  warm_up: z.nullable(z.object({ day: z.int(), allowance: z.int() })),
})
export type PacingUsage = z.output<typeof PacingUsage>

export const WaSession = z.object({
  id: Id,
  name: z.string(),
  driver: DriverName,
  status: SessionStatus,
  phone_number: z.nullable(z.string()),
  phone_number_text: PhoneText,
  push_name: z.nullable(z.string()),
  has_qr: z.boolean(),
  /** To be typed on the phone, if linking was requested with a code instead of a QR. */
  pairing_code: z.nullable(z.string()),
  /** When the QR or the pairing code shown expires. */
  qr_expires_at: z.nullable(Timestamp),
  /** Why it disconnected, or what a person must do. */
  last_error: z.nullable(MessageData),
  /** When the connection began; once it is lost, when it ended. */
  last_connected_at: z.nullable(Timestamp),
  pacing: Pacing,
  /** Null if no limits are in effect. */
  usage: z.nullable(PacingUsage),
  /** When the next message may be sent, and the reason, while a message waits for the pacing. */
  next_send: z.nullable(z.object({ at: Timestamp, reason: z.string() })),
  hold: z.nullable(Hold),
  /** True: an unconfirmed message is resent under the same id. False: a person decides. */
  resend_unknown: z.boolean(),
  created_at: Timestamp,
})
export type WaSession = z.output<typeof WaSession>

export const WaSessionInput = z.strictObject({ name: line(100), driver: z.optional(DriverName) })
export type WaSessionInput = z.output<typeof WaSessionInput>
/** The driver can be changed only while the session is stopped and no phone is linked. */
export const WaSessionChange = z.strictObject({
  name: z.optional(line(100)),
  driver: z.optional(DriverName),
  pacing: z.optional(PacingInput),
  resend_unknown: z.optional(z.boolean()),
})
export type WaSessionChange = z.output<typeof WaSessionChange>
/** The number of the phone on which the code is typed. */
export const PairingInput = z.strictObject({ phone: line(40) })
export type PairingInput = z.output<typeof PairingInput>
/** Maximum number of sessions per organization: each keeps a connection open. */
export const maxSessions = 20

/** A message to the simulated phone. A local number in `from` is read by the organization's country. */
export const SimulatedMessage = z.strictObject({
  from: z.string().check(z.minLength(1, { error: issue('field.required') }), z.maxLength(60)),
  text: prose(4_096, 1),
})
export type SimulatedMessage = z.output<typeof SimulatedMessage>

/** Events of a simulated phone. */
export const SimulatorEvent = z.discriminatedUnion('event', [
  z.strictObject({ event: z.literal('scan') }),
  z.strictObject({ event: z.literal('drop') }),
  z.strictObject({ event: z.literal('unlink') }),
  z.extend(SimulatedMessage, { event: z.literal('message') }),
])
export type SimulatorEvent = z.output<typeof SimulatorEvent>

const act = (verb: string, audited: AuditAction) =>
  endpoint({
    permission: 'manage_phones',
    audited,
    method: 'POST',
    path: `/v1/whatsapp/sessions/:id/${verb}`,
    access: 'signed_in',
    params: byId,
    response: WaSession,
  })

export const WhatsappStatus = z.object({
  has_working_session: z.boolean(),
  has_running_session: z.boolean(),
  /** Sessions that run or are linked to a phone, and how many of them are connected. */
  phones: z.int(),
  connected: z.int(),
})
export type WhatsappStatus = z.output<typeof WhatsappStatus>

export const waSessions = {
  list: endpoint({
    permission: 'view',
    method: 'GET',
    path: '/v1/whatsapp/sessions',
    access: 'signed_in',
    response: z.object({ data: z.array(WaSession) }),
  }),
  get: endpoint({
    permission: 'view',
    method: 'GET',
    path: '/v1/whatsapp/sessions/:id',
    access: 'signed_in',
    params: byId,
    response: WaSession,
  }),
  create: endpoint({
    permission: 'manage_phones',
    audited: 'phone_added',
    method: 'POST',
    path: '/v1/whatsapp/sessions',
    access: 'signed_in',
    body: WaSessionInput,
    response: WaSession,
    status: 201,
  }),
  update: endpoint({
    permission: 'manage_phones',
    audited: 'phone_changed',
    method: 'PATCH',
    path: '/v1/whatsapp/sessions/:id',
    access: 'signed_in',
    params: byId,
    body: WaSessionChange,
    response: WaSession,
  }),
  remove: endpoint({
    permission: 'manage_phones',
    method: 'DELETE',
    path: '/v1/whatsapp/sessions/:id',
    access: 'signed_in',
    audited: 'phone_removed',
    params: byId,
  }),
  start: act('start', 'phone_started'),
  stop: act('stop', 'phone_stopped'),
  restart: act('restart', 'phone_started'),
  logout: act('logout', 'phone_logged_out'),
  /** The current QR as `image/png`; this entry only defines its path. */
  qr: endpoint({
    permission: 'manage_phones',
    method: 'GET',
    path: '/v1/whatsapp/sessions/:id/qr',
    access: 'signed_in',
    params: byId,
  }),
  /** Links with a code instead of a QR; the code appears on the session a moment later. */
  pairingCode: endpoint({
    permission: 'manage_phones',
    method: 'POST',
    path: '/v1/whatsapp/sessions/:id/pairing-code',
    access: 'signed_in',
    params: byId,
    body: PairingInput,
    response: WaSession,
    status: 202,
  }),
  simulate: endpoint({
    permission: 'manage_phones',
    method: 'POST',
    path: '/v1/whatsapp/sessions/:id/simulate',
    access: 'signed_in',
    params: byId,
    body: SimulatorEvent,
    response: WaSession,
    status: 202,
  }),
  status: endpoint({
    permission: 'view',
    method: 'GET',
    path: '/v1/whatsapp/status',
    access: 'signed_in',
    response: WhatsappStatus,
  }),
}
