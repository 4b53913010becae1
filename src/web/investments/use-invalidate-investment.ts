// Invalidates what shows an investment after a change: sums, counts, titles.
import { useQueryClient } from '@tanstack/react-query'
import { invalidate } from '../api.ts'

export function useInvalidateInvestment() {
  const client = useQueryClient()
  return () => invalidate(client, '/v1/investments', '/v1/investors', '/v1/offerings', '/v1/tags')
}
