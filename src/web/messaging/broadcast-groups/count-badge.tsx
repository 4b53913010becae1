// How many people a broadcast group reaches now. Counted for one group at a time, because complex rules may take a moment.
import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type BroadcastGroup, broadcastGroups } from '../../../contract/broadcast-groups.ts'
import { query } from '../../api.ts'
import { number } from '../../platform/lib/format.ts'
import { t } from '../../platform/lib/text.ts'

interface CountBadgeProps {
  group: Pick<BroadcastGroup, 'id' | 'version' | 'wa_group_count' | 'hides_rules'>
  /** Shows the count with its unit: *28 people*. */
  inWords?: boolean
}

export function CountBadge({ group: { id, version, wa_group_count, hides_rules }, inWords = false }: CountBadgeProps) {
  const { queryKey, queryFn } = query(broadcastGroups.countOf, { params: { id } })
  const { data, error } = useQuery({
    queryKey: [...queryKey, version] as never,
    queryFn,
    staleTime: 60_000,
    retry: false,
    enabled: !hides_rules,
  })
  if (error || hides_rules) return '–'
  if (!data) return <Skeleton height={12} width={48} ml="auto" role="status" aria-label={t('Counting…')} />
  if (!inWords) return number(data.reachable)
  const people = t.plural(data.reachable, '{count} person', '{count} people')
  if (wa_group_count === 0) return people
  const groups = t.plural(wa_group_count, '1 WA group', '{count} WA groups')
  return data.reachable === 0 ? groups : t('{people} + {groups}', { people, groups })
}
