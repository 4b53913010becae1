// What may be pressed on a session in each state, and how often its state is asked for.
import type { SessionStatus, WaSession } from '../../contract/wa-sessions.ts'

export type SessionAction = 'start' | 'stop' | 'restart' | 'logout'

export function actionsOf({ status, phone_number }: Pick<WaSession, 'status' | 'phone_number'>): SessionAction[] {
  const presses = offered[status]
  // There is nothing to unlink before a phone has been linked.
  return phone_number === null ? presses.filter((press) => press !== 'logout') : presses
}

/** A session that is switched off: one that is on is stopped first. */
export const mayRemove = ({ status }: Pick<WaSession, 'status'>) => status === 'stopped' || status === 'failed'

/** No phone was ever linked to it, so that nothing is lost when it goes through the simulator. */
export const mayTry = (session: Pick<WaSession, 'driver' | 'status' | 'phone_number' | 'last_connected_at'>) =>
  session.driver !== 'simulator' &&
  mayRemove(session) &&
  session.phone_number === null &&
  session.last_connected_at === null

const offered: Record<SessionStatus, SessionAction[]> = {
  stopped: ['start', 'logout'],
  starting: ['stop', 'restart'],
  scan_qr: ['stop'],
  working: ['restart', 'stop', 'logout'],
  failed: ['start', 'logout'],
}

/** A press is carried out by the process that owns the session: its effect shows within seconds. */
const effectMs = 10_000

export function pollMs(statuses: readonly SessionStatus[], pressedAt: number, now: number): number {
  const isMoving = statuses.some((status) => status === 'starting' || status === 'scan_qr')
  if (now - pressedAt < effectMs) return 1_000
  return isMoving ? 2_000 : 10_000
}
