// State of the pending invitation: its details, or why it is no longer valid.
import { useEffect, useState } from 'react'
import { type Invited, team } from '../../../contract/team.ts'
import { ApiError, call } from '../../api.ts'
import { deletePendingInvite, pendingInvite } from '../../platform/lib/pending-invite.ts'

export type Invitation =
  | { state: 'none' }
  | { state: 'asking' }
  | { state: 'good'; invite: string; invited: Invited }
  /** `retry` is set if the request failed and the invitation may still be valid. */
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
        // Avoids showing the message again after signing in.
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
