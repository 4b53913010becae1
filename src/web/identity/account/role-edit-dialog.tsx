// Adds or changes a role: its name and permissions.
import { Modal, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { Permission } from '../../../contract/permissions.ts'
import { type Role, RoleInput, roles } from '../../../contract/roles.ts'
import { team } from '../../../contract/team.ts'
import { users } from '../../../contract/users.ts'
import { call, invalidate } from '../../api.ts'
import { t } from '../../platform/lib/text.ts'
import { useFocusRestore } from '../../platform/ui/focus-restore.ts'
import { Form, useSaveForm } from '../../platform/ui/form.tsx'
import { notify } from '../../platform/ui/notices.tsx'
import { useProfile } from '../../session.tsx'
import { PermissionFields } from './permission-fields.tsx'

export default function RoleEditDialog({ role, onClose }: { role: Role | undefined; onClose: () => void }) {
  useFocusRestore()
  const client = useQueryClient()
  const own = useProfile().data?.permissions ?? []
  const form = useSaveForm<RoleInput>({
    schema: RoleInput,
    initialValues: {
      name: role?.name ?? '',
      permissions: role?.permissions ?? own.filter((permission) => permission === 'see_amounts'),
    },
    save: async (body) => {
      if (role) await call(roles.update, { params: { id: role.id }, body: { ...body, version: role.version } })
      else await call(roles.create, { body })
      notify({ title: t('Role saved') })
      for (const { path } of [roles.list, team.get, users.profile]) void invalidate(client, path)
      onClose()
    },
  })
  return (
    <Modal
      opened
      onClose={onClose}
      title={role ? t('Edit role') : t('Add role')}
      closeButtonProps={{ 'aria-label': t('Close') }}
    >
      <Form form={form} submitLabel={t('Save')} onCancel={onClose}>
        <TextInput {...form.field('name', t('Name'))} required maxLength={60} data-autofocus />
        <PermissionFields
          field={form.field('permissions', t('Permissions'))}
          description={t(
            'Everybody may view records, but amounts only with the permission for them. You can give only what you may do yourself.',
          )}
          options={Permission.options}
        />
      </Form>
    </Modal>
  )
}
