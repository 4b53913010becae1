// Whether registration is open, fetched once, so that the page can say so before the user fills in the form.
import { useEffect, useState } from 'react'
import { auth } from '../../contract/auth.ts'
import { call } from '../api.ts'

export type Registration = 'open' | 'invite' | 'closed'

/** Undefined until loaded. If loading fails, submitting the form shows the error. */
export function useRegistration(): Registration | undefined {
  const [registration, setRegistration] = useState(known)
  useEffect(() => {
    if (known) return
    asking ??= call(auth.registration).then(
      (answer) => answer.registration,
      () => {
        asking = undefined
        return 'open' as const
      },
    )
    void asking.then((answer) => {
      if (asking) known = answer
      setRegistration(answer)
    })
  }, [])
  return registration
}

let known: Registration | undefined
let asking: Promise<Registration> | undefined
