// Writes the result of a closing or reopening to the cache.
import { useQueryClient } from '@tanstack/react-query'
import { organization, type Periods } from '../../../contract/organization.ts'
import { query } from '../../api.ts'

export function usePeriodsChanged() {
  const client = useQueryClient()
  return (periods: Periods) => client.setQueryData(query(organization.periods).queryKey, periods)
}
