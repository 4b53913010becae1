// WhatsApp sessions: one WhatsApp account each, spoken to through a driver.
import * as z from 'zod/mini'
import { byId, Id, line, PhoneText, prose, Timestamp } from './common.ts'
import { endpoint } from './endpoint.ts'
import { Pacing, PacingInput } from './pacing.ts'

export const DriverName = z.enum(['linked_device', 'simulator'])
export type DriverName = z.output<typeof DriverName>
export const SessionStatus = z.enum(['stopped', 'starting', 'scan_qr', 'working', 'failed'])
export type SessionStatus = z.output<typeof SessionStatus>
/** WhatsApp limits the account until then; sending goes on by itself. */
export const Hold = z.object({ code: z.string(), until: Timestamp, new_chats_only: z.boolean() })

/** What the limits are counted from, as it is now. */
export const PacingUse = z.object({
  last_hour: z.int(),
  last_day: z.int(),
  /** In the last 24 hours, too. */
  new_chats: z.int(),
  /** Which day of sending it is, and how many it allows; null where no warm-up holds the session back (any more). */
  warm_up: z.nullable(z.object({ day: z.int(), allowance: z.int() })),
})
export type PacingUse = z.output<typeof PacingUse>

export const WaSession = z.object({
  id: Id,
  name: z.string(),
  driver: DriverName,
  status: SessionStatus,
  phone_number: z.nullable(z.string()),
  phone_number_text: PhoneText,
  push_name: z.nullable(z.string()),
  has_qr: z.boolean(),
  /** To be typed on the phone, when that was asked for instead of a QR. */
  pairing_code: z.nullable(z.string()),
  /** Until when the QR or the code on show is good. */
  qr_expires_at: z.nullable(Timestamp),
  last_error: z.nullable(z.string()),
  last_connected_at: z.nullable(Timestamp),
  pacing: Pacing,
  /** Null where no limits hold. */
  use: z.nullable(PacingUse),
  /** When the next message may leave, while something waits for the pace, and what for. */
  next_send: z.nullable(z.object({ at: Timestamp, reason: z.string() })),
  hold: z.nullable(Hold),
  /** A message of which nobody knows whether it left is sent once more, under the same id; else a person decides. */
  resend_unknown: z.boolean(),
  created_at: Timestamp,
})
export type WaSession = z.output<typeof WaSession>

export const WaSessionInput = z.strictObject({ name: line(100), driver: z.optional(DriverName) })
export type WaSessionInput = z.output<typeof WaSessionInput>
/** The driver only while the session is stopped and no phone is linked. */
export const WaSessionChange = z.strictObject({
  name: z.optional(line(100)),
  driver: z.optional(DriverName),
  pacing: z.optional(PacingInput),
  resend_unknown: z.optional(z.boolean()),
})
export type WaSessionChange = z.output<typeof WaSessionChange>
/** The number of the phone that types the code. */
export const PairingInput = z.strictObject({ phone: line(40) })
export type PairingInput = z.output<typeof PairingInput>
/** So many sessions an organization has at most: each is a connection that is kept open. */
export const maxSessions = 20

/** Somebody writes to the simulated phone. `from` is read as typed: a local number by the organization's country. */
export const SimulatedMessage = z.strictObject({
  from: z.string().check(z.minLength(1, { error: 'is required' }), z.maxLength(60)),
  text: prose(4_096, 1),
})
export type SimulatedMessage = z.output<typeof SimulatedMessage>

/** What can happen to a simulated phone. */
export const SimulatorEvent = z.discriminatedUnion('event', [
  z.strictObject({ event: z.literal('scan') }),
  z.strictObject({ event: z.literal('drop') }),
  z.strictObject({ event: z.literal('unlink') }),
  z.extend(SimulatedMessage, { event: z.literal('message') }),
])
export type SimulatorEvent = z.output<typeof SimulatorEvent>

const act = (verb: string) =>
  endpoint({
    method: 'POST',
    path: `/v1/whatsapp/sessions/:id/${verb}`,
    access: 'signed_in',
    params: byId,
    response: WaSession,
  })

export const waSessions = {
  list: endpoint({
    method: 'GET',
    path: '/v1/whatsapp/sessions',
    access: 'signed_in',
    response: z.object({ data: z.array(WaSession) }),
  }),
  get: endpoint({
    method: 'GET',
    path: '/v1/whatsapp/sessions/:id',
    access: 'signed_in',
    params: byId,
    response: WaSession,
  }),
  create: endpoint({
    method: 'POST',
    path: '/v1/whatsapp/sessions',
    access: 'signed_in',
    body: WaSessionInput,
    response: WaSession,
    status: 201,
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/v1/whatsapp/sessions/:id',
    access: 'signed_in',
    params: byId,
    body: WaSessionChange,
    response: WaSession,
  }),
  remove: endpoint({ method: 'DELETE', path: '/v1/whatsapp/sessions/:id', access: 'signed_in', params: byId }),
  start: act('start'),
  stop: act('stop'),
  restart: act('restart'),
  logout: act('logout'),
  /** `image/png` of the QR on show; this entry only holds its path. */
  qr: endpoint({ method: 'GET', path: '/v1/whatsapp/sessions/:id/qr', access: 'signed_in', params: byId }),
  /** Links with a code instead of a QR; it comes with the session a moment later. */
  pairingCode: endpoint({
    method: 'POST',
    path: '/v1/whatsapp/sessions/:id/pairing-code',
    access: 'signed_in',
    params: byId,
    body: PairingInput,
    response: WaSession,
    status: 202,
  }),
  simulate: endpoint({
    method: 'POST',
    path: '/v1/whatsapp/sessions/:id/simulate',
    access: 'signed_in',
    params: byId,
    body: SimulatorEvent,
    response: WaSession,
    status: 202,
  }),
  status: endpoint({
    method: 'GET',
    path: '/v1/whatsapp/status',
    access: 'signed_in',
    response: z.object({ has_working_session: z.boolean(), has_running_session: z.boolean() }),
  }),
}
