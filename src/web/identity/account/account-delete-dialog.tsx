// Confirms the deletion of an account: shows what is deleted, in numbers.
import { Alert, Button, Modal, TextInput } from '@mantine/core'
import { IconAlertCircle, IconAlertTriangle } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { account, type Deletion, DeletionRequest } from '../../../contract/account.ts'
import { users } from '../../../contract/users.ts'
import { ApiError, call, invalidate, query } from '../../api.ts'
import { t } from '../../platform/lib/text.ts'
import { Row, Stack, Text } from '../../platform/ui/box.tsx'
import { ErrorState } from '../../platform/ui/empty.tsx'
import { useFocusRestore } from '../../platform/ui/focus-restore.ts'
import { useSaveForm } from '../../platform/ui/form.tsx'
import { notify } from '../../platform/ui/notices.tsx'
import { SkeletonLines } from '../../platform/ui/skeleton-lines.tsx'
import { accountGone } from '../../session.tsx'
import styles from './account-delete-dialog.module.css'
import { ExportShow } from './export-show.tsx'
import { organizationUsageText } from './organization-usage.ts'

export default function AccountDeleteDialog({ onClose }: { onClose: () => void }) {
  // Never from the cache: the numbers must be current.
  const { data, error, refetch, isFetchedAfterMount } = useQuery({
    ...query(account.deletion),
    refetchOnMount: 'always',
  })
  const [busy, setBusy] = useState(false)
  useFocusRestore()
  return (
    <Modal
      opened
      onClose={busy ? () => undefined : onClose}
      closeOnClickOutside={false}
      title={t('Delete your account?')}
      closeButtonProps={{ 'aria-label': t('Close'), disabled: busy }}
    >
      {data && isFetchedAfterMount ? (
        <DeleteForm deletion={data} onOutdated={refetch} onBusy={setBusy} onClose={onClose} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => refetch()} />
      ) : (
        <SkeletonLines height={20} />
      )}
    </Modal>
  )
}

interface DeleteFormProps {
  deletion: Deletion
  /** What was shown has changed. */
  onOutdated: () => unknown
  onBusy: (busy: boolean) => void
  onClose: () => void
}

function DeleteForm({ deletion, onOutdated, onBusy, onClose }: DeleteFormProps) {
  const client = useQueryClient()
  const { is_last_member, confirmation } = deletion
  const form = useSaveForm({
    schema: DeletionRequest,
    initialValues: { confirmation: '', is_last_member },
    save: async ({ confirmation }) => {
      onBusy(true)
      try {
        await call(account.delete, { body: { confirmation, is_last_member } })
        if (!is_last_member) return accountGone()
        await invalidate(client, users.profile.path, account.deletion.path)
        notify({
          title: t('The organization will be deleted'),
          text: t('In seven days. An email says how to cancel that.'),
        })
        onClose()
      } catch (error) {
        if (error instanceof ApiError && error.code === 'state_conflict') void onOutdated()
        throw error
      } finally {
        onBusy(false)
      }
    },
  })
  // The dialog had nothing to focus when it opened.
  const { element } = form
  useEffect(() => element.current?.querySelector('input')?.focus(), [element])
  return (
    <Stack as="form" ref={form.element} onSubmit={form.submit} noValidate gap={16}>
      <WhatGoes deletion={deletion} />
      <Stack gap={12} py={12} px={16} outlined>
        <Text>{t('Export all records first, as one file.')}</Text>
        <ExportShow />
      </Stack>
      <TextInput
        {...form.field('confirmation', t('Confirmation'))}
        description={t('Type “{text}”.', { text: confirmation })}
        required
        autoComplete="off"
        spellCheck={false}
      />
      {form.failure && (
        <Alert color="red" variant="light" icon={<IconAlertCircle aria-hidden />} role="alert">
          {form.failure}
        </Alert>
      )}
      <Row gap={8} justify="end" wrap mt={8} fillOnPhone>
        <Button variant="default" onClick={onClose} disabled={form.saving}>
          {t('Cancel')}
        </Button>
        <Button type="submit" color="red" loading={form.saving}>
          {is_last_member ? t('Delete everything') : t('Delete account')}
        </Button>
      </Row>
    </Stack>
  )
}

function WhatGoes({ deletion }: { deletion: Deletion }) {
  const { is_last_member, members, running_broadcasts, due_at } = deletion
  if (!is_last_member) {
    return (
      <Text>
        {t.plural(
          members - 1,
          'You are logged out everywhere and can no longer log in. Your work stays with the other member of your organization. This cannot be undone.',
          'You are logged out everywhere and can no longer log in. Your work stays with the {count} other members of your organization. This cannot be undone.',
        )}
      </Text>
    )
  }
  if (due_at) return <Text>{t('The deletion of your organization is waiting already.')}</Text>
  const items = organizationUsageText(deletion)
  return (
    <>
      <Text>
        {t(
          'You are the only member of your organization, so it is deleted with your account, after seven days. Until then you can log in and cancel that, and nothing is sent.',
        )}
        {items.length > 0 && ` ${t('Will be deleted:')}`}
      </Text>
      {items.length > 0 && (
        <Text as="ul" figures>
          {items.map((item) => (
            <li key={item}>{item}</li>
          ))}
        </Text>
      )}
      {running_broadcasts > 0 && (
        <Row as="p" gap={8} align="start" tone="warning" className={styles.running}>
          <IconAlertTriangle size={18} aria-hidden />
          {t.plural(
            running_broadcasts,
            'A broadcast is being sent and will be stopped.',
            '{count} broadcasts are being sent and will be stopped.',
          )}
        </Row>
      )}
    </>
  )
}
