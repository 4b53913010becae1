// One member: name and date, removing or restoring their access.
import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { type Member, team } from '../../contract/team.ts'
import { call, invalidate } from '../api.ts'
import { day } from '../lib/format.ts'
import { t } from '../lib/text.ts'
import { ToneBadge } from '../ui/badge.tsx'
import { notify, notifyError } from '../ui/notices.tsx'
import styles from './team-list.module.css'

const ConfirmDialog = lazy(() => import('../ui/confirm-dialog.tsx'))

export function MemberShow({ member }: { member: Member }) {
  const { name, email, joined_at, you, state } = member
  const [asking, setAsking] = useState(false)
  const change = useChange(member)
  return (
    <li className={styles.row} data-out={state !== 'active' || undefined}>
      <div className={styles.who}>
        <span className={styles.name}>
          <span>{name}</span>
          {you && <ToneBadge tone="good">{t('You')}</ToneBadge>}
          {state !== 'active' && <ToneBadge tone="neutral">{t('No access')}</ToneBadge>}
        </span>
        <span className={styles.detail}>
          {email} · {t('member since {day}', { day: day(joined_at) })}
        </span>
      </div>
      {state === 'active' && !you && (
        <Button variant="default" size="xs" onClick={() => setAsking(true)}>
          {t('Remove')}
        </Button>
      )}
      {state === 'removed' && (
        <Button variant="default" size="xs" loading={change.isPending} onClick={() => change.mutate('restoreMember')}>
          {t('Restore access')}
        </Button>
      )}
      {asking && (
        <Suspense>
          <ConfirmDialog
            title={t('Remove {name} from the team?', { name })}
            text={t(
              'They are signed out immediately and can no longer sign in, and invitations they sent are withdrawn. Their work is kept. You can restore their access.',
            )}
            confirmLabel={t('Remove')}
            danger
            onConfirm={() => change.mutateAsync('removeMember').finally(() => setAsking(false))}
            onClose={() => setAsking(false)}
          />
        </Suspense>
      )}
    </li>
  )
}

function useChange({ id, name }: Member) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (what: 'removeMember' | 'restoreMember') => call(team[what], { params: { id } }),
    onSuccess: (_, what) => {
      notify({
        title:
          what === 'removeMember'
            ? t('{name} removed from the team', { name })
            : t('{name} can sign in again', { name }),
      })
    },
    onError: (error) => notifyError(error, t('Action failed')),
    onSettled: () => invalidate(client, team.get.path),
  })
}
