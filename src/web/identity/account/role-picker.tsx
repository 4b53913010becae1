// Chooses the role of a member or of the people who are invited.
import { Select, type SelectProps } from '@mantine/core'
import type { RoleId } from '../../../contract/roles.ts'
import { roleChoices, useRoles } from './roles.ts'

interface RolePickerProps extends Omit<SelectProps, 'data' | 'value' | 'onChange'> {
  value: RoleId
  onChange: (role: RoleId) => void
}

export function RolePicker({ value, onChange, ...props }: RolePickerProps) {
  const { data } = useRoles()
  return (
    <Select
      {...props}
      data={roleChoices(data?.data ?? [])}
      value={value}
      onChange={(chosen) => chosen && onChange(chosen)}
      allowDeselect={false}
    />
  )
}
