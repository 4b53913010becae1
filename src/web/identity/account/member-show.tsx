// One member: name and date, removing or restoring their access.
import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { type Member, team } from '../../../contract/team.ts'
import { call, invalidate } from '../../api.ts'
import { day } from '../../platform/lib/format.ts'
import { t } from '../../platform/lib/text.ts'
import { ToneBadge } from '../../platform/ui/badge.tsx'
import { Row, Stack, Text } from '../../platform/ui/box.tsx'
import { notify, notifyError } from '../../platform/ui/notices.tsx'
import styles from './team-list.module.css'

const ConfirmDialog = lazy(() => import('../../platform/ui/confirm-dialog.tsx'))

export function MemberShow({ member }: { member: Member }) {
  const { name, email, joined_at, is_you, state } = member
  const [asking, setAsking] = useState(false)
  const change = useChange(member)
  return (
    <Row
      as="li"
      gap={16}
      rowGap={8}
      justify="between"
      wrap
      py={12}
      className={styles.row}
      data-out={state !== 'active' || undefined}
    >
      <Stack gap={2} breakWords className={styles.who}>
        <Row as="span" gap={10} rowGap={4} wrap weight={500} className={styles.name}>
          <span>{name}</span>
          {is_you && <ToneBadge tone="good">{t('You')}</ToneBadge>}
          {state !== 'active' && <ToneBadge tone="neutral">{t('No access')}</ToneBadge>}
        </Row>
        <Text as="span" size={14} dimmed>
          {email} · {t('member since {day}', { day: day(joined_at) })}
        </Text>
      </Stack>
      {state === 'active' && !is_you && (
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
              'They are logged out immediately and can no longer log in, and invitations they sent are withdrawn. Their work is kept. You can restore their access.',
            )}
            confirmLabel={t('Remove')}
            danger
            onConfirm={() => change.mutateAsync('removeMember').finally(() => setAsking(false))}
            onClose={() => setAsking(false)}
          />
        </Suspense>
      )}
    </Row>
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
            : t('{name} can log in again', { name }),
      })
    },
    onError: (error) => notifyError(error, t('Action failed')),
    onSettled: () => invalidate(client, team.get.path),
  })
}
