// Paging between records: the address of a record opened from a list carries the list's search and its position.
import { type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import type { $ZodType, output } from 'zod/v4/core'
import { readSearch } from './use-search.ts'

interface ListPosition {
  /** The list's search parameters, as in its address. */
  from: string
  /** Index from 0. */
  at: number
}

/** Address of a record in a list: `/contacts/…?from=q%3Dbudi&at=3`. `search` is the list's, with or without a page. */
export function recordLink(path: string, search: object, at: number) {
  return `${path}?${new URLSearchParams({ from: searchText(search), at: String(at) })}`
}

/** Address of a record on a board, which has no order of rows: the page leads back but has no next record. */
export const recordLinkFrom = (path: string, search: object) =>
  `${path}?${new URLSearchParams({ from: searchText(search) })}`

export function readListPosition(params: URLSearchParams): ListPosition | undefined {
  const at = params.get('at') ?? ''
  return params.has('from') && /^\d{1,9}$/.test(at) ? { from: params.get('from')!, at: Number(at) } : undefined
}

function searchText(search: object) {
  const params = new URLSearchParams()
  for (const [key, value] of Object.entries(search)) {
    if (key !== 'page' && value !== undefined && value !== '') params.set(key, String(value))
  }
  params.sort()
  return params.toString()
}

type Search = { page?: number | undefined; per_page?: number | undefined }
type ListPage = { data: { id: string }[]; pagination: { total: number } }

/**
 * Previous and next record. Queries only the list's page, which is cached if the user comes from the list, and the
 * adjacent page at an edge. `ask` builds the query of a page.
 */
export function useRecordPager<S extends $ZodType>(
  { schema, path, id }: { schema: S; path: string; id: string },
  // biome-ignore lint/suspicious/noExplicitAny: a query's key and answer are its endpoint's
  ask: (search: any) => any,
) {
  const [params] = useSearchParams()
  const place = readListPosition(params)
  const search = place && (readSearch(schema, new URLSearchParams(place.from)) as output<S> & Search)
  const size = search?.per_page ?? 20
  const page = (nth: number) => ({ ...search, page: nth > 1 ? nth : undefined })
  const usePage = (nth: number, enabled: boolean) =>
    useQuery<ListPage>({ ...(ask(page(nth)) as UseQueryOptions<ListPage>), enabled: Boolean(place) && enabled })

  const nth = Math.floor((place?.at ?? 0) / size) + 1
  const offset = (nth - 1) * size
  const { data } = usePage(nth, true)
  const found = data?.data.findIndex((row) => row.id === id) ?? -1
  // The list has changed: the record now at this position is the next one.
  const at = found < 0 ? (place?.at ?? 0) : offset + found
  const next = found < 0 ? at : at + 1
  const total = data?.pagination.total ?? 0
  const isFirst = at === offset
  const isLast = next >= offset + size
  const before = usePage(nth - 1, Boolean(data) && isFirst && nth > 1)
  const after = usePage(nth + 1, Boolean(data) && isLast && next < total)
  const rowAt = (index: number) => {
    const rows = index < offset ? before.data : index >= offset + size ? after.data : data
    return rows?.data[index < offset ? index - offset + size : (index - offset) % size]
  }
  const link = (index: number) => {
    const row = index >= 0 ? rowAt(index) : undefined
    return row && place && `${path}/${row.id}?${new URLSearchParams({ from: place.from, at: String(index) })}`
  }
  const from = params.get('from')
  return {
    /** Back to the list page that contains the record. */
    list: place ? `${path}?${withPage(place.from, nth)}` : from ? `${path}?${from}` : path,
    /** For links to the record's other pages, to keep the way back. */
    query: place
      ? `?${new URLSearchParams({ from: place.from, at: String(at) })}`
      : from
        ? `?${new URLSearchParams({ from })}`
        : '',
    steps: place && data ? { at, isThere: found >= 0, total, previous: link(at - 1), next: link(next) } : undefined,
    hasPlace: Boolean(place),
  }
}

export type RecordPagerLinks = NonNullable<ReturnType<typeof useRecordPager>['steps']>

function withPage(from: string, nth: number) {
  const params = new URLSearchParams(from)
  if (nth > 1) params.set('page', String(nth))
  return params
}
