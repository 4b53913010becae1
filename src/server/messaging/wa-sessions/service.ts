// Rules of WhatsApp sessions: what users may do with them, and what the owner process may report.
import { message } from '../../../contract/messages/message.ts'
import { limitsOf, type PacingLimits, warmUpCap } from '../../../contract/pacing.ts'
import {
  type DriverName,
  maxSessions,
  type PacingUsage,
  type SimulatorEvent,
  type WaSession,
  type WaSessionChange,
  type WaSessionInput,
} from '../../../contract/wa-sessions.ts'
import { AppError, fieldError, notFound, orNotFound } from '../../errors.ts'
import { refuseInDemo } from '../../identity/organization/service.ts'
import { hint } from '../../platform/db/hints.ts'
import type { Tenant } from '../../platform/db/index.ts'
import { homeCountry, parsePhone, phoneText } from '../../records/contacts/service.ts'
import { deleteChats, maxWarmUpDays, recentSends, sendingDays } from '../chats/service.ts'
import { failWaiting } from '../replies/service.ts'
import * as queries from './queries.ts'

export {
  areLoggedOut,
  connectedUntil,
  endLogouts,
  isAnotherAccount,
  report,
  reportReleased,
  reportStopped,
  reportTaken,
  type SessionChange,
  type SessionTask,
  silentFor,
  statusOf,
  type TakenCommand,
  takeCommands,
  tasks,
} from './queries.ts'

/** What a change of a session does to its messages. The engine owns the messages and implements this (engine/service.ts). */
export interface SessionMessages {
  /** The session's limits have changed: recipients no longer wait because of the old limits. */
  clearWaits(tenant: Tenant, sessionId: string): Promise<void>
  /** Fails the messages in flight, because nothing can confirm them any longer. */
  failInFlight(tenant: Tenant, sessionId: string): Promise<void>
}

export async function list(tenant: Tenant): Promise<WaSession[]> {
  const sessions: WaSession[] = []
  for (const row of await queries.list(tenant)) sessions.push(await shown(tenant, row))
  return sessions
}

export async function get(tenant: Tenant, id: string): Promise<WaSession> {
  return await shown(tenant, orNotFound(await queries.get(tenant, id)))
}

async function shown(tenant: Tenant, row: queries.SessionRow): Promise<WaSession> {
  const limits = limitsOf(row.pacing.mode, row.pacing.limits)
  return {
    ...row,
    phone_number_text: phoneText(row.phone_number),
    pacing: { mode: row.pacing.mode, limits },
    usage: limits && (await usageOf(tenant, row.id, limits)),
  }
}

const dayMs = 24 * 3_600_000

async function usageOf(tenant: Tenant, id: string, limits: PacingLimits): Promise<PacingUsage> {
  const { now, ...counts } = await recentSends(tenant, id)
  const days = limits.warm_up === null ? [] : await sendingDays(tenant, id, maxWarmUpDays)
  const finished = days.filter((first) => Date.parse(first) + dayMs <= Date.parse(now)).length
  const allowance = warmUpCap(limits, finished)
  return { ...counts, warm_up: allowance === null ? null : { day: finished + 1, allowance } }
}

/** The simulator needs no throttling: none of its messages reaches a phone. */
const pacingOf = (driver: DriverName) => (driver === 'simulator' ? 'off' : 'careful')

/** The only check for demo organizations in sending: without a real phone, no message of a demo organization is sent. */
async function refuseRealPhone(tenant: Tenant, driver: DriverName): Promise<void> {
  if (driver !== 'simulator') await refuseInDemo(tenant, message('sample_data.no_phones'))
}

/** Also called when an organization is created, so that each has a session from the start, except a demo organization. */
export async function createSession(
  tenant: Tenant,
  input: { name: string; driver: DriverName },
): Promise<{ id: string }> {
  await refuseRealPhone(tenant, input.driver)
  const created = await queries.create(tenant, { ...input, pacing_mode: pacingOf(input.driver) })
  if (!created) throw nameTaken()
  return created
}

export async function add(tenant: Tenant, { name, driver = 'linked_device' }: WaSessionInput): Promise<WaSession> {
  if ((await queries.countForAdding(tenant)) >= maxSessions) {
    throw new AppError('state_conflict', message('session.too_many', { max: maxSessions }))
  }
  const { id } = await createSession(tenant, { name, driver })
  return await get(tenant, id)
}

export async function update(
  tenant: Tenant,
  id: string,
  { name, driver, pacing, resend_unknown }: WaSessionChange,
  messages: SessionMessages,
): Promise<WaSession> {
  const session = orNotFound(await queries.get(tenant, id))
  // Waiting messages are evaluated again under the new limits. Leases first, then the session's row: owners lock in this
  // order too.
  if (pacing) await messages.clearWaits(tenant, id)
  if (driver && driver !== session.driver) await changeDriver(tenant, id, driver, messages)
  if (pacing) await queries.setPacing(tenant, id, pacing)
  if (resend_unknown !== undefined) await queries.setResendUnknown(tenant, id, resend_unknown)
  if (name !== undefined && !(await queries.rename(tenant, id, name))) throw nameTaken()
  return await after(tenant, id)
}

/** Ends all pending messages: one network cannot confirm what another one accepted. */
async function changeDriver(tenant: Tenant, id: string, driver: DriverName, messages: SessionMessages): Promise<void> {
  await refuseRealPhone(tenant, driver)
  await refuseInUse(tenant, id)
  if (!(await queries.setDriver(tenant, id, driver, pacingOf(driver)))) {
    throw new AppError('state_conflict', message('session.still_linked'))
  }
  await messages.failInFlight(tenant, id)
  await failWaiting(tenant, id, 'session_changed')
  await deleteChats(tenant, id)
}

/** Logs out the phone. Messages sent through the session still show its name. */
export async function remove(tenant: Tenant, id: string, messages: SessionMessages): Promise<void> {
  await refuseInUse(tenant, id)
  if (!(await queries.remove(tenant, id))) throw notFound()
  await messages.failInFlight(tenant, id)
  await failWaiting(tenant, id, 'session_removed')
  await queries.addCommand(tenant, id, { command: 'logout' })
  await hint(tenant, 'wa_sessions')
}

async function refuseInUse(tenant: Tenant, id: string): Promise<void> {
  const [first] = await queries.holdForRemoval(tenant, id)
  if (first === undefined) return
  throw new AppError('in_use', message('session.in_use', { name: first }))
}

export async function start(tenant: Tenant, id: string): Promise<WaSession> {
  if (!(await queries.setDesiredStatus(tenant, id, 'running'))) throw notFound()
  return await after(tenant, id)
}

export async function stop(tenant: Tenant, id: string): Promise<WaSession> {
  if (!(await queries.setDesiredStatus(tenant, id, 'stopped'))) throw notFound()
  return await after(tenant, id)
}

export async function restart(tenant: Tenant, id: string): Promise<WaSession> {
  if (!(await queries.setDesiredStatus(tenant, id, 'running'))) throw notFound()
  await queries.addCommand(tenant, id, { command: 'restart' })
  return await after(tenant, id)
}

export async function logout(tenant: Tenant, id: string): Promise<WaSession> {
  if (!(await queries.setDesiredStatus(tenant, id, 'stopped'))) throw notFound()
  await queries.addCommand(tenant, id, { command: 'logout' })
  return await after(tenant, id)
}

/** Logs out every session of the organization; `areLoggedOut` returns whether that is done. */
export async function logOutAll(tenant: Tenant): Promise<void> {
  await queries.logOutAll(tenant)
  await hint(tenant, 'wa_sessions')
}

/** The owner fetches the groups from the phone once it is connected. */
export async function requestGroups(tenant: Tenant, id: string): Promise<void> {
  await queries.addCommand(tenant, id, { command: 'list_groups' })
  await hint(tenant, 'wa_sessions')
}

export async function simulate(tenant: Tenant, id: string, event: SimulatorEvent): Promise<WaSession> {
  const session = orNotFound(await queries.get(tenant, id))
  if (session.driver !== 'simulator') throw new AppError('state_conflict', message('session.not_simulator'))
  if (event.event === 'scan' && session.status !== 'scan_qr') {
    throw new AppError('state_conflict', message('session.no_qr'))
  }
  const payload = event.event === 'message' ? await readMessage(tenant, session, event) : event
  await queries.addCommand(tenant, id, { command: 'simulate', payload })
  return await after(tenant, id)
}

type MessageEvent = Extract<SimulatorEvent, { event: 'message' }>
async function readMessage(tenant: Tenant, { status }: queries.SessionRow, event: MessageEvent): Promise<MessageEvent> {
  if (status !== 'working') throw new AppError('state_conflict', message('session.simulator_not_connected'))
  const parsed = parsePhone(event.from, await homeCountry(tenant))
  if (!parsed.ok) throw fieldError('invalid_request', 'from', parsed.reason)
  return { ...event, from: parsed.phone }
}

/** The owner requests the code from WhatsApp; the session shows it when it arrives. */
export async function pair(tenant: Tenant, id: string, typed: string): Promise<WaSession> {
  const session = orNotFound(await queries.get(tenant, id))
  if (session.driver !== 'linked_device') throw new AppError('state_conflict', message('session.no_pairing_codes'))
  if (session.status === 'working') throw new AppError('state_conflict', message('session.already_linked'))
  const parsed = parsePhone(typed, await homeCountry(tenant))
  if (!parsed.ok) throw fieldError('invalid_request', 'phone', parsed.reason)
  await queries.setDesiredStatus(tenant, id, 'running')
  await queries.addCommand(tenant, id, { command: 'pair', payload: { phone: parsed.phone } })
  return await after(tenant, id)
}

const nameTaken = () => fieldError('name_taken', 'name', message('session.name_taken'))

async function after(tenant: Tenant, id: string): Promise<WaSession> {
  await hint(tenant, 'wa_sessions')
  return await get(tenant, id)
}
