// Offering filter of lists. Separate from the picker, so that lists need not load it.
import { useQuery } from '@tanstack/react-query'
import { offerings } from '../../../contract/offerings.ts'
import { query } from '../../api.ts'
import { t } from '../../platform/lib/text.ts'
import type { Filter } from '../../platform/ui/filter-bar.tsx'

/** Filter `offering_id` of a list. */
export function useOfferingFilter(): Filter {
  const { data } = useQuery(query(offerings.list, { query: { per_page: 200 } }))
  return {
    key: 'offering_id',
    label: t('Offering'),
    many: true,
    choices: (data?.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
  }
}
