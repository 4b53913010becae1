// Chooses the owner of a record among the members.
import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { team } from '../../../contract/team.ts'
import { query } from '../../api.ts'
import { t } from '../../platform/lib/text.ts'

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

/** Active members, and the record's present owner. */
export function useMemberChoices(chosen?: string, known?: { id: string; name: string } | null) {
  const { data } = useQuery(query(team.get))
  const members = (data?.members ?? []).filter(({ id, state }) => state === 'active' || id === chosen)
  const choices = members.map(({ id, name, is_you }) => ({
    value: id,
    label: is_you ? t('{name} (you)', { name }) : name,
  }))
  const isMissing = chosen !== undefined && !choices.some(({ value }) => value === chosen)
  return isMissing ? [...choices, { value: chosen, label: known?.name ?? '…' }] : choices
}
