// Rules of WhatsApp sessions: what users may do with them, and what the owner process may report.
import { limitsOf, type PacingLimits } from '../../contract/pacing.ts'
import {
  type DriverName,
  maxSessions,
  type PacingUse,
  type SimulatorEvent,
  type WaSession,
  type WaSessionChange,
  type WaSessionInput,
} from '../../contract/wa-sessions.ts'
import { deleteChats, maxWarmUpDays, recentSends, sendingDays } from '../chats/service.ts'
import { homeCountry, phoneText, readPhone } from '../contacts/service.ts'
import { hint } from '../db/hints.ts'
import type { Tenant } from '../db/index.ts'
import { clearWaits, failInFlight, warmUpCap } from '../engine/service.ts'
import { AppError, fieldError, notFound, orNotFound } from '../errors.ts'
import { failWaiting } from '../replies/service.ts'
import * as queries from './queries.ts'

export {
  areLoggedOut,
  endLogouts,
  isAnotherAccount,
  report,
  reportStopped,
  type SessionChange,
  type SessionTask,
  silentFor,
  takeCommands,
  tasks,
} from './queries.ts'

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
    use: limits && (await useOf(tenant, row.id, limits)),
  }
}

const dayMs = 24 * 3_600_000

async function useOf(tenant: Tenant, id: string, limits: PacingLimits): Promise<PacingUse> {
  const { now, ...counts } = await recentSends(tenant, id)
  const days = limits.warm_up === null ? [] : await sendingDays(tenant, id, maxWarmUpDays)
  const finished = days.filter((first) => Date.parse(first) + dayMs <= Date.parse(now)).length
  const allowance = warmUpCap(limits, finished)
  return { ...counts, warm_up: allowance === null ? null : { day: finished + 1, allowance } }
}

/** The simulator needs no throttling: none of its messages reaches a phone. */
const pacingOf = (driver: DriverName) => (driver === 'simulator' ? 'off' : 'careful')

/** Every organization gets one when it is created. */
export async function createSession(
  tenant: Tenant,
  input: { name: string; driver: DriverName },
): Promise<{ id: string }> {
  const created = await queries.create(tenant, { ...input, pacing_mode: pacingOf(input.driver) })
  if (!created) throw nameTaken()
  return created
}

export async function add(tenant: Tenant, { name, driver = 'linked_device' }: WaSessionInput): Promise<WaSession> {
  if ((await queries.countForAdding(tenant)) >= maxSessions) {
    throw new AppError(
      'state_conflict',
      `An organization can have at most ${maxSessions} sessions. Remove one that you no longer need.`,
    )
  }
  const { id } = await createSession(tenant, { name, driver })
  return await get(tenant, id)
}

export async function update(
  tenant: Tenant,
  id: string,
  { name, driver, pacing, resend_unknown }: WaSessionChange,
): Promise<WaSession> {
  const session = orNotFound(await queries.get(tenant, id))
  // Waiting messages are evaluated again under the new limits. Leases first, then the session's row: owners lock in this
  // order too.
  if (pacing) await clearWaits(tenant, id)
  if (driver && driver !== session.driver) await changeDriver(tenant, id, driver)
  if (pacing) await queries.setPacing(tenant, id, pacing)
  if (resend_unknown !== undefined) await queries.setResendUnknown(tenant, id, resend_unknown)
  if (name !== undefined && !(await queries.rename(tenant, id, name))) throw nameTaken()
  return await after(tenant, id)
}

/** Ends all pending messages: one network cannot confirm what another one accepted. */
async function changeDriver(tenant: Tenant, id: string, driver: DriverName): Promise<void> {
  await refuseInUse(tenant, id)
  if (!(await queries.setDriver(tenant, id, driver, pacingOf(driver)))) {
    throw new AppError('state_conflict', 'Stop the session and log out its phone first.')
  }
  await failInFlight(tenant, id)
  await failWaiting(tenant, id, 'session_changed')
  await deleteChats(tenant, id)
}

/** Logs out the phone. Messages sent through the session still show its name. */
export async function remove(tenant: Tenant, id: string): Promise<void> {
  await refuseInUse(tenant, id)
  if (!(await queries.remove(tenant, id))) throw notFound()
  await failInFlight(tenant, id)
  await failWaiting(tenant, id, 'session_removed')
  await queries.addCommand(tenant, id, { command: 'logout' })
  await hint(tenant, 'wa_sessions')
}

async function refuseInUse(tenant: Tenant, id: string): Promise<void> {
  const [first] = await queries.holdForRemoval(tenant, id)
  if (first === undefined) return
  throw new AppError('in_use', `The broadcast “${first}” uses this session. Wait until it is completed, or cancel it.`)
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
  if (session.driver !== 'simulator') throw new AppError('state_conflict', 'This action requires a simulator session.')
  if (event.event === 'scan' && session.status !== 'scan_qr') {
    throw new AppError('state_conflict', 'No QR code is available. Start the session and wait for its code.')
  }
  const payload = event.event === 'message' ? await readMessage(tenant, session, event) : event
  await queries.addCommand(tenant, id, { command: 'simulate', payload })
  return await after(tenant, id)
}

type MessageEvent = Extract<SimulatorEvent, { event: 'message' }>
async function readMessage(tenant: Tenant, { status }: queries.SessionRow, event: MessageEvent): Promise<MessageEvent> {
  if (status !== 'working') throw new AppError('state_conflict', 'The simulated phone is not connected.')
  const read = readPhone(event.from, await homeCountry(tenant))
  if (!read.ok) throw fieldError('invalid_request', 'from', read.reason)
  return { ...event, from: read.phone }
}

/** The owner requests the code from WhatsApp; the session shows it when it arrives. */
export async function pair(tenant: Tenant, id: string, typed: string): Promise<WaSession> {
  const session = orNotFound(await queries.get(tenant, id))
  if (session.driver !== 'linked_device')
    throw new AppError('state_conflict', 'Pairing codes work only for linked devices.')
  if (session.status === 'working') throw new AppError('state_conflict', 'A phone is already linked to this session.')
  const read = readPhone(typed, await homeCountry(tenant))
  if (!read.ok) throw fieldError('invalid_request', 'phone', read.reason)
  await queries.setDesiredStatus(tenant, id, 'running')
  await queries.addCommand(tenant, id, { command: 'pair', payload: { phone: read.phone } })
  return await after(tenant, id)
}

const nameTaken = () => fieldError('name_taken', 'name', 'Another session has this name. Choose another one.')

async function after(tenant: Tenant, id: string): Promise<WaSession> {
  await hint(tenant, 'wa_sessions')
  return await get(tenant, id)
}
