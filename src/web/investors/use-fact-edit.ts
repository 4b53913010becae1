// Saves one fact of an investor: as the form would, over the version that is shown.
import { useQueryClient } from '@tanstack/react-query'
import { type Investor, type InvestorChange, investors } from '../../contract/investors.ts'
import { ApiError, call, invalidate, query } from '../api.ts'
import type { FactEdit } from '../ui/inline-fact.tsx'
import { useWording } from './use-wording.ts'
import { changeOf, type InvestorValues, valuesOf } from './values.ts'

/** `besides` is saved along with the fact. */
export function useFactEdit(investor: Investor) {
  const client = useQueryClient()
  const wording = useWording()
  const values = valuesOf(investor)
  const save = async (
    change: Record<string, string>,
    version = investor.version,
    besides: Partial<InvestorChange> = {},
  ) => {
    const { id } = investor
    try {
      const next = await call(investors.update, {
        params: { id },
        body: { ...besides, ...changeOf(change), version },
      })
      client.setQueryData(query(investors.get, { params: { id } }).queryKey, next)
      void invalidate(client, '/v1/investors')
    } catch (error) {
      throw readable(error)
    }
  }
  return (
    name: keyof InvestorValues,
    more: Partial<FactEdit> = {},
    besides: Partial<InvestorChange> = {},
  ): FactEdit => ({
    name,
    value: String(values[name]),
    wording: (value) => wording(name, value.includes(',') && name.endsWith('_ids') ? value.split(',') : value),
    ...more,
    save: (change, version) => save(change, version, besides),
  })
}

/** The record as it is now, by the names of its form: a fact's field knows no other. */
function readable(error: unknown) {
  if (!(error instanceof ApiError) || error.code !== 'version_conflict' || !error.current) return error
  const current = error.current as Investor
  return Object.assign(new Error(error.message), {
    code: error.code,
    current: { ...valuesOf(current), version: current.version },
  })
}
