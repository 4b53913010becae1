// The section for deleting the account.
import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { dateTime } from '../../platform/lib/format.ts'
import { t } from '../../platform/lib/text.ts'
import { Row, Text } from '../../platform/ui/box.tsx'
import { useProfile } from '../../session.tsx'
import { CancelButton } from './deletion-panel.tsx'

const AccountDeleteDialog = lazy(() => import('./account-delete-dialog.tsx'))

export function DeletionShow() {
  const [asking, setAsking] = useState(false)
  const { deletion_due_at: due, role } = useProfile().data ?? {}
  return (
    <>
      {due && (
        <Row gap={12} wrap mb={12}>
          <Text>{t('This organization will be deleted on {time}, with all accounts.', { time: dateTime(due) })}</Text>
          {role?.id === 'owner' && <CancelButton />}
        </Row>
      )}
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
