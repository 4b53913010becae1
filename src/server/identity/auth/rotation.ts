// Refresh token rotation: decides on a presented token, with a grace period for lost responses and parallel tabs.

export interface SessionState {
  /** Counter of the live token. */
  refresh_counter: number
  /** Counter of the newest token that was seen in use. */
  confirmed_counter: number
  rotated_at: string
  idle_expires_at: string
  absolute_expires_at: string
  revoked_at: string | null
  user_disabled: boolean
}

/** `repeat`: issues the same successor again. `reused`: the token was copied, so the session ends. */
export type RotationDecision = 'invalid' | 'expired' | 'rotate' | 'repeat' | 'reused'

export function decideRotation(session: SessionState, counter: number, now: Date): RotationDecision {
  const behind = session.refresh_counter - counter
  if (behind < 0 || session.revoked_at !== null || session.user_disabled) return 'invalid'
  if (reached(session.idle_expires_at, now) || reached(session.absolute_expires_at, now)) return 'expired'
  if (behind === 0) return 'rotate'
  if (behind > 1) return 'reused'
  const isFresh = now.getTime() - Date.parse(session.rotated_at) <= graceMilliseconds
  const successorUnused = session.confirmed_counter < session.refresh_counter
  return isFresh || successorUnused ? 'repeat' : 'reused'
}

/** End of a session if idle; the absolute end never moves. */
export function idleEnd(now: Date): Date {
  return new Date(now.getTime() + 7 * day)
}
export function absoluteEnd(now: Date): Date {
  return new Date(now.getTime() + 30 * day)
}

const day = 86_400_000
// Two tabs that refresh concurrently both stay signed in. Auth0 and Supabase use 10 s as well.
const graceMilliseconds = 10_000

function reached(time: string, now: Date) {
  return now.getTime() >= Date.parse(time)
}
