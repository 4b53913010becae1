// The members as choices of a select. A file of its own, so that pages which only show facts do not load the picker's 45 KB.
import { useQuery } from '@tanstack/react-query'
import { team } from '../../../contract/team.ts'
import { query } from '../../api.ts'
import { t } from '../../platform/lib/text.ts'

/** Active members, and the record's present owner even if that member has been deactivated. */
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
