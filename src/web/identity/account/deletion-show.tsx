// The section for deleting the account.
import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { t } from '../../platform/lib/text.ts'

const AccountDeleteDialog = lazy(() => import('./account-delete-dialog.tsx'))

export function DeletionShow() {
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Button variant="outline" color="red" onClick={() => setAsking(true)}>
        {t('Delete account…')}
      </Button>
      {asking && (
        <Suspense>
          <AccountDeleteDialog onClose={() => setAsking(false)} />
        </Suspense>
      )}
    </>
  )
}
