// The currencies as choices of a select. A file of its own, so that pages which only show facts do not load the picker's 45 KB.
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { currencies } from '../../../contract/currencies.ts'
import { query } from '../../api.ts'

/** The enabled currencies and the base currency; empty while loading. */
export function useCurrencies(): { codes: readonly string[]; base: string | undefined } {
  const { data } = useQuery({ ...query(currencies.list), staleTime: 60_000 })
  return useMemo(() => {
    const rows = data?.data ?? []
    return { codes: rows.map(({ code }) => code), base: rows.find(({ is_base }) => is_base)?.code }
  }, [data])
}
