// Whether registration is open, and the login provider. Fetched once, so that the page can tell before the form is filled in.
import { useEffect, useState } from 'react'
import { auth } from '../../../contract/auth.ts'
import { call } from '../../api.ts'

export type Registration = 'open' | 'invite' | 'closed'

interface Ways {
  registration: Registration
  /** Name of the login provider; null if there is none. */
  provider: string | null
}

/** Undefined until loaded. If loading fails, submitting the form shows the error. */
export const useRegistration = (): Registration | undefined => useWays()?.registration
export const useProvider = (): string | null => useWays()?.provider ?? null

function useWays(): Ways | undefined {
  const [ways, setWays] = useState(cached)
  useEffect(() => {
    if (cached) return
    asking ??= call(auth.registration).catch(() => {
      asking = undefined
      return { registration: 'open', provider: null } as const
    })
    void asking.then((answer) => {
      if (asking) cached = answer
      setWays(answer)
    })
  }, [])
  return ways
}

let cached: Ways | undefined
let asking: Promise<Ways> | undefined
