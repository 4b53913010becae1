// Confirms the deletion of an account: shows what is deleted, in numbers.
import { Alert, Button, Modal, PasswordInput, TextInput } from '@mantine/core'
import { IconAlertCircle, IconAlertTriangle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { account, type Deletion, DeletionRequest } from '../../contract/account.ts'
import { ApiError, call, query } from '../api.ts'
import { t } from '../lib/text.ts'
import { accountGone } from '../session.tsx'
import { ErrorState } from '../ui/empty.tsx'
import { useFocusRestore } from '../ui/focus-restore.ts'
import { useSaveForm } from '../ui/form.tsx'
import { SkeletonLines } from '../ui/skeleton-lines.tsx'
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
  const { is_last_member, confirmation } = deletion
  const form = useSaveForm({
    schema: DeletionRequest,
    initialValues: { confirmation: '', current_password: '', is_last_member },
    save: async ({ confirmation, current_password }) => {
      onBusy(true)
      try {
        await call(account.delete, { body: { confirmation, current_password, is_last_member } })
        accountGone({ withOrganization: is_last_member })
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
    <form ref={form.element} onSubmit={form.submit} noValidate className={styles.form}>
      <WhatGoes deletion={deletion} />
      <div className={styles.export}>
        <p className={styles.text}>{t('Export all records first, as one file.')}</p>
        <ExportShow />
      </div>
      <TextInput
        {...form.field('confirmation', t('Confirmation'))}
        description={t('Type “{text}”.', { text: confirmation })}
        required
        autoComplete="off"
        spellCheck={false}
      />
      <PasswordInput
        {...form.field('current_password', t('Current password'))}
        required
        autoComplete="current-password"
      />
      {form.saving && is_last_member && (
        <p className={styles.waiting} role="status">
          {t('Messages being sent are finished and WhatsApp is unlinked first. This takes up to 30 seconds.')}
        </p>
      )}
      {form.failure && (
        <Alert color="red" variant="light" icon={<IconAlertCircle aria-hidden />} role="alert">
          {form.failure}
        </Alert>
      )}
      <div className={styles.buttons}>
        <Button variant="default" onClick={onClose} disabled={form.saving}>
          {t('Cancel')}
        </Button>
        <Button type="submit" color="red" loading={form.saving}>
          {is_last_member ? t('Delete everything') : t('Delete account')}
        </Button>
      </div>
    </form>
  )
}

function WhatGoes({ deletion }: { deletion: Deletion }) {
  const { is_last_member, members, running_broadcasts } = deletion
  if (!is_last_member) {
    return (
      <p className={styles.text}>
        {t.plural(
          members - 1,
          'You are signed out everywhere and can no longer sign in. Your work stays with the other member of your organization. This cannot be undone.',
          'You are signed out everywhere and can no longer sign in. Your work stays with the {count} other members of your organization. This cannot be undone.',
        )}
      </p>
    )
  }
  const items = organizationUsageText(deletion)
  return (
    <>
      <p className={styles.text}>
        {t('You are the only member of your organization, so it is deleted with your account. This cannot be undone.')}
        {items.length > 0 && ` ${t('Will be deleted:')}`}
      </p>
      {items.length > 0 && (
        <ul className={styles.items}>
          {items.map((item) => (
            <li key={item}>{item}</li>
          ))}
        </ul>
      )}
      {running_broadcasts > 0 && (
        <p className={styles.running}>
          <IconAlertTriangle size={18} aria-hidden />
          {t.plural(
            running_broadcasts,
            'A broadcast is being sent and will be stopped.',
            '{count} broadcasts are being sent and will be stopped.',
          )}
        </p>
      )}
    </>
  )
}
