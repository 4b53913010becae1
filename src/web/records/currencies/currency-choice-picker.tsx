// The currencies as choices of a select. Apart from the picker, whose list is 45 KB that a page of facts does not load.
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { currencies } from '../../../contract/currencies.ts'
import { query } from '../../api.ts'

/** The enabled currencies and the base; empty while loading. */
export function useCurrencies(): { codes: readonly string[]; base: string | undefined } {
  const { data } = useQuery({ ...query(currencies.list), staleTime: 60_000 })
  return useMemo(() => {
    const rows = data?.data ?? []
    return { codes: rows.map(({ code }) => code), base: rows.find(({ is_base }) => is_base)?.code }
  }, [data])
}
