// Who may register here, asked once: the pages of signing in say it before anybody fills in a form.
import { useEffect, useState } from 'react'
import { auth } from '../../contract/auth.ts'
import { call } from '../api.ts'

export type Registration = 'open' | 'invite' | 'closed'

/** Undefined until it is known. Where it cannot be asked, the form finds out. */
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
