// Chooses the owner of a record among the members.
import { Select } from '@mantine/core'
import type { ReactNode } from 'react'
import { t } from '../../platform/lib/text.ts'
import { useMemberChoices } from './member-choice-picker.tsx'

interface MemberPickerProps {
  label: string
  value: string | null
  onChange: (id: string | null) => void
  description?: ReactNode
  error?: ReactNode
  /** The record's owner: shown even if they have left. */
  known?: { id: string; name: string } | null
}

export function MemberPicker({ known, value, ...field }: MemberPickerProps) {
  return (
    <Select
      {...field}
      data={useMemberChoices(value ?? undefined, known)}
      value={value}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': t('Clear') }}
      placeholder={t('Nobody')}
      nothingFoundMessage={t('No team members match')}
    />
  )
}
