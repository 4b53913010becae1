// What the invitation that led here is for, or why it is not good any more.
import { useEffect, useState } from 'react'
import { type Invited, team } from '../../contract/team.ts'
import { ApiError, call } from '../api.ts'
import { deletePendingInvite, pendingInvite } from '../lib/pending-invite.ts'

export type Invitation =
  | { state: 'none' }
  | { state: 'asking' }
  | { state: 'good'; invite: string; invited: Invited }
  /** `retry` is there when it may still be good, and only could not be asked for. */
  | { state: 'bad'; reason: string; retry?: () => void }

export function useInvitation(): Invitation {
  const [invite] = useState(pendingInvite)
  const [tries, setTries] = useState(0)
  const [invitation, setInvitation] = useState<Invitation>({ state: invite === undefined ? 'none' : 'asking' })
  useEffect(() => {
    if (invite === undefined) return
    const controller = new AbortController()
    const { signal } = controller
    call(team.invited, { body: { invite } }, { signal }).then(
      (invited) => setInvitation({ state: 'good', invite, invited }),
      (error: Error) => {
        if (signal.aborted) return
        const isRefused = error instanceof ApiError && error.code === 'invitation_invalid'
        // Nobody is told twice, here and after signing in.
        if (isRefused) deletePendingInvite()
        const retry = () => {
          setInvitation({ state: 'asking' })
          setTries(tries + 1)
        }
        setInvitation({ state: 'bad', reason: error.message, ...(!isRefused && { retry }) })
      },
    )
    return () => controller.abort()
  }, [invite, tries])
  return invitation
}
