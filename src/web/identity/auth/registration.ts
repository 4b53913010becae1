// Whether registration is open, fetched once, so that the page can say so before the user fills in the form.
import { useEffect, useState } from 'react'
import { auth } from '../../../contract/auth.ts'
import { call } from '../../api.ts'

export type Registration = 'open' | 'invite' | 'closed'

/** Undefined until loaded. If loading fails, submitting the form shows the error. */
export function useRegistration(): Registration | undefined {
  const [registration, setRegistration] = useState(cached)
  useEffect(() => {
    if (cached) return
    asking ??= call(auth.registration).then(
      (answer) => answer.registration,
      () => {
        asking = undefined
        return 'open' as const
      },
    )
    void asking.then((answer) => {
      if (asking) cached = answer
      setRegistration(answer)
    })
  }, [])
  return registration
}

let cached: Registration | undefined
let asking: Promise<Registration> | undefined
