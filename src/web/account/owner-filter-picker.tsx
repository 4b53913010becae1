// The filter of lists by who looks after a record. Apart from the field that picks them: lists need not carry that.
import { useQuery } from '@tanstack/react-query'
import { team } from '../../contract/team.ts'
import { query } from '../api.ts'
import { t } from '../lib/text.ts'
import type { Filter } from '../ui/filter-bar.tsx'

/** The filter `owner_user_id` of a list. */
export function useOwnerFilter(): Filter {
  const { data } = useQuery(query(team.get))
  return {
    key: 'owner_user_id',
    label: t('Owner'),
    choices: (data?.members ?? []).map(({ id, name }) => ({ value: id, label: name })),
  }
}
