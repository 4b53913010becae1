// Saves a single field of an investor, with optimistic locking on the version shown.
import { useQueryClient } from '@tanstack/react-query'
import { type Investor, type InvestorChange, investors } from '../../contract/investors.ts'
import { ApiError, call, invalidate, query } from '../api.ts'
import type { FactEdit } from '../ui/inline-fact.tsx'
import { useWording } from './use-wording.ts'
import { changeOf, type InvestorValues, valuesOf } from './values.ts'

/** `besides`: saved together with the field. */
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

/** Renames the API's fields to those of the form. */
function readable(error: unknown) {
  if (!(error instanceof ApiError) || error.code !== 'version_conflict' || !error.current) return error
  const current = error.current as Investor
  return Object.assign(new Error(error.message), {
    code: error.code,
    current: { ...valuesOf(current), version: current.version },
  })
}
