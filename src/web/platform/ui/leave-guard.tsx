// Leave guard: asks for confirmation before unsaved changes are lost by a link, by Back, or by closing the tab.
import { lazy, Suspense, useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { guardDepartures } from '../lib/guarded-router.tsx'
import { t } from '../lib/text.ts'

const ConfirmDialog = lazy(() => import('./confirm-dialog.tsx'))

export function LeaveGuard({ mayLeave }: { mayLeave: () => boolean }) {
  const { pathname: here } = useLocation()
  const [held, setHeld] = useState<{ proceed: () => void }>()

  useEffect(
    () =>
      guardDepartures(({ pathname, proceed }) => {
        if (pathname === here || mayLeave()) return false
        setHeld({ proceed })
        return true
      }),
    [here, mayLeave],
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
        onConfirm={held.proceed}
        onClose={() => setHeld(undefined)}
      />
    </Suspense>
  )
}
