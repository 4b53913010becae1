// The roles that the organization made: adding, changing and deleting them.
import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { type Role, roles } from '../../../contract/roles.ts'
import { call } from '../../api.ts'
import { t } from '../../platform/lib/text.ts'
import { PlainList, Row, Stack, Text } from '../../platform/ui/box.tsx'
import { ErrorState } from '../../platform/ui/empty.tsx'
import { notify } from '../../platform/ui/notices.tsx'
import { SkeletonLines } from '../../platform/ui/skeleton-lines.tsx'
import { permissionLabels } from './labels.ts'
import { useRoles } from './roles.ts'
import styles from './team-list.module.css'
import { useActions } from './use-actions.ts'

const RoleEditDialog = lazy(() => import('./role-edit-dialog.tsx'))

export function RoleList() {
  const { data, error, refetch } = useRoles()
  const [editing, setEditing] = useState<Role | 'new'>()
  if (error) return <ErrorState error={error} onRetry={() => refetch()} />
  if (!data) return <SkeletonLines height={4} />
  return (
    <>
      {data.data.length > 0 && (
        <PlainList aria-label={t('Roles of your organization')}>
          {data.data.map((role) => (
            <RoleShow key={role.id} role={role} onEdit={() => setEditing(role)} />
          ))}
        </PlainList>
      )}
      <Button
        variant="default"
        mt="sm"
        leftSection={<IconPlus size={16} aria-hidden />}
        onClick={() => setEditing('new')}
      >
        {t('Add role')}
      </Button>
      {editing && (
        <Suspense>
          <RoleEditDialog role={editing === 'new' ? undefined : editing} onClose={() => setEditing(undefined)} />
        </Suspense>
      )}
    </>
  )
}

function RoleShow({ role, onEdit }: { role: Role; onEdit: () => void }) {
  const { id, name, permissions, used_by } = role
  const press = useActions(roles.list.path)
  const labels = permissionLabels()
  return (
    <Row as="li" gap={16} rowGap={8} justify="between" wrap py={12} className={styles.row}>
      <Stack gap={2} breakWords className={styles.who}>
        <Text as="span" weight={500}>
          {name}
        </Text>
        <Text as="span" size={14} dimmed>
          {permissions.map((permission) => labels[permission]).join(' · ') || t('May only view records')}
        </Text>
        <Text as="span" size={14} dimmed>
          {t.plural(used_by, '{count} member or invitation', '{count} members and invitations')}
        </Text>
      </Stack>
      <Row gap={8} wrap>
        <Button variant="default" size="xs" onClick={onEdit} aria-label={t('Edit role {name}', { name })}>
          {t('Edit')}
        </Button>
        <Button
          variant="subtle"
          size="xs"
          color="gray"
          aria-label={t('Delete role {name}', { name })}
          {...press('remove', {
            work: () => call(roles.remove, { params: { id } }),
            onDone: () => notify({ title: t('Role deleted') }),
            failure: t('The role could not be deleted'),
          })}
        >
          {t('Delete')}
        </Button>
      </Row>
    </Row>
  )
}
