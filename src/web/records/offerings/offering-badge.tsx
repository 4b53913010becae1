// Name of an offering, which opens it in a drawer.
import { Anchor } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'

const OfferingEditDialog = lazy(() => import('./offering-edit-dialog.tsx'))

export function OfferingBadge({ offering }: { offering: { id: string; name: string } }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Anchor component="button" type="button" ta="start" onClick={() => setOpen(true)}>
        {offering.name}
      </Anchor>
      {isOpen && (
        <Suspense>
          <OfferingEditDialog id={offering.id} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
