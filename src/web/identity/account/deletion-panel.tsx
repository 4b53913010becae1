// The bar above all pages of an organization that will be deleted, until an owner cancels the deletion.
import { Button } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { account } from '../../../contract/account.ts'
import { call, isDemo } from '../../api.ts'
import { dateTime } from '../../platform/lib/format.ts'
import { t } from '../../platform/lib/text.ts'
import { Bar } from '../../platform/ui/bar.tsx'
import { notify, notifyError } from '../../platform/ui/notices.tsx'
import { useProfile } from '../../session.tsx'

export function DeletionBar() {
  const { deletion_due_at: due, role } = useProfile().data ?? {}
  // The bar is about the organization of the account, so not while sample data is open.
  if (!due || isDemo()) return null
  return (
    <Bar
      label={t('Deletion of the organization')}
      tone="warning"
      icon={<IconTrash size={16} aria-hidden />}
      text={t('This organization will be deleted on {time}. Until then nothing is sent, and an owner can cancel it.', {
        time: dateTime(due),
      })}
    >
      {role?.id === 'owner' && <CancelButton />}
    </Bar>
  )
}

export function CancelButton() {
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  async function cancel() {
    setBusy(true)
    try {
      await call(account.cancelDeletion)
      notify({
        title: t('The organization is kept'),
        text: t('Messages that waited are sent now.'),
        tone: 'good',
      })
    } catch (error) {
      notifyError(error, t('The deletion could not be cancelled'))
    }
    // The bar must disappear even if somebody else cancelled meanwhile, which is an error here.
    await client.invalidateQueries()
    setBusy(false)
  }
  return (
    <Button flex="none" size="compact-sm" variant="default" loading={busy} onClick={cancel}>
      {t('Cancel the deletion')}
    </Button>
  )
}
