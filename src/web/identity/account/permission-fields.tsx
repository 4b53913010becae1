// The permissions of a role or an API token, as checkboxes.
import { Checkbox } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Permission } from '../../../contract/permissions.ts'
import { Stack } from '../../platform/ui/box.tsx'
import { useProfile } from '../../session.tsx'
import { permissionLabels } from './labels.ts'

interface PermissionFieldsProps<P extends Permission> {
  field: { value: readonly P[]; label: ReactNode; error?: ReactNode; onChange: (chosen: P[]) => void }
  description: string
  options: readonly P[]
}

/** Users can give only the permissions that they have themselves. */
export function PermissionFields<P extends Permission>({ field, description, options }: PermissionFieldsProps<P>) {
  const own = useProfile().data?.permissions ?? []
  const labels = permissionLabels()
  const { value, label, error, onChange } = field
  return (
    <Checkbox.Group
      {...{ label, description, error }}
      value={[...value]}
      onChange={(chosen) => onChange(chosen as P[])}
    >
      <Stack gap={8} mt={8}>
        {options.map((permission) => (
          <Checkbox
            key={permission}
            value={permission}
            label={labels[permission]}
            disabled={!own.includes(permission)}
          />
        ))}
      </Stack>
    </Checkbox.Group>
  )
}
