// Shows nothing: keeps notifications on in a browser where they were turned on.
import { useEffect } from 'react'
import { renew } from './push.ts'

export default function PushRenewal() {
  // If it fails, the next page load tries again.
  useEffect(() => void renew().catch(() => undefined), [])
  return null
}
