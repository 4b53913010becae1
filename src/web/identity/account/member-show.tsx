// One member: name and date, removing or restoring their access.
import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import type { RoleId } from '../../../contract/roles.ts'
import { type Member, team } from '../../../contract/team.ts'
import { users } from '../../../contract/users.ts'
import { call, invalidate } from '../../api.ts'
import { day } from '../../platform/lib/format.ts'
import { useMay } from '../../platform/lib/permissions.ts'
import { t } from '../../platform/lib/text.ts'
import { ToneBadge } from '../../platform/ui/badge.tsx'
import { Row, Stack, Text } from '../../platform/ui/box.tsx'
import { notify, notifyError } from '../../platform/ui/notices.tsx'
import { RolePicker } from './role-picker.tsx'
import { roleName } from './roles.ts'
import styles from './team-list.module.css'

const ConfirmDialog = lazy(() => import('../../platform/ui/confirm-dialog.tsx'))

export function MemberShow({ member }: { member: Member }) {
  const { id, name, email, joined_at, is_you, state, role, has_second_factor } = member
  const client = useQueryClient()
  const mayManage = useMay('manage_team')
  const give = useMutation({
    mutationFn: (chosen: RoleId) => call(team.setRole, { params: { id }, body: { role: chosen } }),
    onSuccess: () => notify({ title: t('Role of {name} changed', { name }) }),
    onError: (error) => notifyError(error, t('The role could not be changed')),
    onSettled: () => Promise.all([team.get, users.profile].map(({ path }) => invalidate(client, path))),
  })
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
          {has_second_factor && <ToneBadge tone="neutral">{t('Two-step login')}</ToneBadge>}
          {state !== 'active' && <ToneBadge tone="neutral">{t('No access')}</ToneBadge>}
        </Row>
        <Text as="span" size={14} dimmed>
          {!mayManage && `${roleName(role)} · `}
          {email} · {t('member since {day}', { day: day(joined_at) })}
        </Text>
      </Stack>
      <Row gap={8} wrap>
        {mayManage && state === 'active' && (
          <RolePicker
            aria-label={t('Role of {name}', { name })}
            size="xs"
            w="11rem"
            value={role.id}
            disabled={give.isPending}
            onChange={(chosen) => give.mutate(chosen)}
          />
        )}
        {mayManage && state === 'active' && !is_you && (
          <Button variant="default" size="xs" onClick={() => setAsking(true)}>
            {t('Remove')}
          </Button>
        )}
        {mayManage && state === 'removed' && (
          <Button variant="default" size="xs" loading={change.isPending} onClick={() => change.mutate('restoreMember')}>
            {t('Restore access')}
          </Button>
        )}
      </Row>
      {asking && (
        <Suspense>
          <ConfirmDialog
            title={t('Remove {name} from the team?', { name })}
            text={t(
              'They are logged out immediately and can no longer log in. Their API tokens are revoked, and invitations they sent are withdrawn. Their work is kept. You can restore their access.',
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
