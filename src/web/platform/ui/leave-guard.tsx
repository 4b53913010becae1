// Leave guard: asks for confirmation before unsaved changes are lost by a link, by Back, or by closing the tab.
import { lazy, Suspense, useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { guardDepartures } from '../lib/guarded-router.tsx'
import { t } from '../lib/text.ts'

const ConfirmDialog = lazy(() => import('./confirm-dialog.tsx'))

interface LeaveGuardProps {
  mayLeave: () => boolean
  /** Returns the section for a hash, on a page with sections. Opening another section counts as leaving the page. */
  placeOf?: (hash: string) => string
}

export function LeaveGuard({ mayLeave, placeOf }: LeaveGuardProps) {
  const { pathname: here, hash: hashHere } = useLocation()
  const [held, setHeld] = useState<{ proceed: () => void }>()

  useEffect(
    () =>
      guardDepartures(({ pathname, hash, proceed }) => {
        const isHere = pathname === here && placeOf?.(hash) === placeOf?.(hashHere)
        if (isHere || mayLeave()) return false
        setHeld({ proceed })
        return true
      }),
    [here, hashHere, mayLeave, placeOf],
  )
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (!mayLeave()) event.preventDefault()
    }
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [mayLeave])

  if (!held) return null
  return (
    <Suspense>
      <ConfirmDialog
        title={t('Leave without saving?')}
        text={t('Your changes on this page have not been saved.')}
        confirmLabel={t('Leave')}
        cancelLabel={t('Stay')}
        danger
        onConfirm={() => {
          // If only the section changes, this component stays mounted and has to close its dialog itself.
          setHeld(undefined)
          held.proceed()
        }}
        onClose={() => setHeld(undefined)}
      />
    </Suspense>
  )
}
