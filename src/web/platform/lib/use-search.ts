// Search parameters of the address, parsed by a query schema: the state of a list lives in its URL.
import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { type $ZodType, type output, safeParse } from 'zod/v4/core'
import { usePageSize } from './device-choice.ts'

/** Changes are parsed by the schema again: invalid values are dropped there. */
export type Change<T> = { [key in keyof T]?: string | number | readonly string[] | undefined }

/** Invalid values are dropped one by one; unknown keys stay in the URL. */
export function useSearch<S extends $ZodType>(schema: S) {
  const [params, setParams] = useSearchParams()
  const text = params.toString()
  const size = usePageSize()
  const search = useMemo(
    () => withPageSize(schema, readSearch(schema, new URLSearchParams(text)), size),
    [schema, text, size],
  )
  /** Any change except of the page itself goes back to the first page. */
  const setSearch = useCallback(
    (change: Change<output<S>>, options?: { replace?: boolean }) =>
      setParams((before) => changed(before, change), {
        preventScrollReset: true,
        ...options,
      }),
    [setParams],
  )
  return [search, setSearch] as const
}

/** If the address has no page size, adds the one that the user chose on this device. */
function withPageSize<S extends $ZodType>(schema: S, search: output<S>, size: number | undefined): output<S> {
  const { shape } = schema._zod.def as { shape?: object }
  if (size === undefined || !shape || !('per_page' in shape)) return search
  return { per_page: size, ...(search as object) } as output<S>
}

export function readSearch<S extends $ZodType>(schema: S, params: URLSearchParams): output<S> {
  const values: Record<string, unknown> = Object.fromEntries(params)
  // Each pass drops at least one key; a schema reports all of them together, so two passes are usual.
  for (;;) {
    const result = safeParse(schema, values)
    if (result.success) return result.data
    const refused = result.error.issues.flatMap((issue) =>
      issue.code === 'unrecognized_keys' ? issue.keys : issue.path.slice(0, 1).map(String),
    )
    const present = refused.filter((key) => key in values)
    if (present.length === 0) throw new Error('A search schema must accept an empty search')
    for (const key of present) delete values[key]
  }
}

export function changed(before: URLSearchParams, change: Record<string, unknown>) {
  const after = new URLSearchParams(before)
  if (!('page' in change)) after.delete('page')
  for (const [key, value] of Object.entries(change)) {
    if (value === undefined || value === '' || (key === 'page' && value === 1)) after.delete(key)
    else after.set(key, String(value))
  }
  return after
}
