// Actions of a session by status, and how often its status is polled.
import type { SessionStatus, WaSession } from '../../../contract/wa-sessions.ts'

export type SessionAction = 'start' | 'stop' | 'restart' | 'logout'
/** What a click makes the simulated phone do. */
export type PhoneAction = 'scan' | 'drop' | 'unlink'

export function actionsOf({ status, phone_number }: Pick<WaSession, 'status' | 'phone_number'>): SessionAction[] {
  const presses = offered[status]
  // Nothing to unlink before a phone has been linked.
  return phone_number === null ? presses.filter((press) => press !== 'logout') : presses
}

/** Only a session that is off can be removed: a running one is stopped first. */
export const mayRemove = ({ status }: Pick<WaSession, 'status'>) => status === 'stopped' || status === 'failed'

/** No phone was ever linked to it, so that switching it to the simulator loses nothing. */
export const mayTry = (session: Pick<WaSession, 'driver' | 'status' | 'phone_number' | 'last_connected_at'>) =>
  session.driver !== 'simulator' &&
  mayRemove(session) &&
  session.phone_number === null &&
  session.last_connected_at === null

const offered: Record<SessionStatus, SessionAction[]> = {
  stopped: ['start', 'logout'],
  starting: ['stop', 'restart'],
  scan_qr: ['stop'],
  working: ['stop', 'restart', 'logout'],
  failed: ['start', 'logout'],
}

/** The state to show: the session's status, but for a failed session why it failed. */
export type SessionState = SessionStatus | 'unlinked' | 'blocked' | 'not_linked' | 'opened_elsewhere'

export function stateOf({ status, last_error }: Pick<WaSession, 'status' | 'last_error'>): SessionState {
  return (status === 'failed' && endings[last_error?.code ?? '']) || status
}

const endings: Record<string, SessionState> = {
  'connection.unlinked': 'unlinked',
  'connection.device_unknown': 'unlinked',
  'connection.account_suspended': 'blocked',
  'connection.account_blocked': 'blocked',
  'connection.qr_not_scanned': 'not_linked',
  'connection.code_not_typed': 'not_linked',
  'connection.opened_elsewhere': 'opened_elsewhere',
}

/** The process that owns the session carries out a command: its effect shows within seconds. */
const effectMs = 10_000

export function pollMs(statuses: readonly SessionStatus[], pressedAt: number, now: number): number {
  const isMoving = statuses.some((status) => status === 'starting' || status === 'scan_qr')
  if (now - pressedAt < effectMs) return 1_000
  return isMoving ? 2_000 : 10_000
}
