// The owner filter of lists. Separate from the picker, so that lists need not load it.
import { useQuery } from '@tanstack/react-query'
import { team } from '../../../contract/team.ts'
import { query } from '../../api.ts'
import { t } from '../../platform/lib/text.ts'
import type { Filter } from '../../platform/ui/filter-bar.tsx'

/** The filter `owner_user_id` of a list. */
export function useOwnerFilter(): Filter {
  const { data } = useQuery(query(team.get))
  return {
    key: 'owner_user_id',
    label: t('Owner'),
    choices: (data?.members ?? []).map(({ id, name }) => ({ value: id, label: name })),
  }
}
