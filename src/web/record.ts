// Pages of a kind of record: reading, saving over the version shown, deleting with Undo. The same for every kind.
import type { TablerIcon } from '@tabler/icons-react'
import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useLocation, useNavigate, useParams } from 'react-router'
import type { $ZodType } from 'zod/v4/core'
import type { Endpoint } from '../contract/endpoint.ts'
import { call, invalidate, query } from './api.ts'
import { t } from './platform/lib/text.ts'
import { useRecordPager } from './platform/lib/use-record-pager.ts'
import { factsEditor } from './platform/ui/fact-edit.ts'
import { notify, notifyError } from './platform/ui/notices.tsx'

interface Stored {
  id: string
  version: number
}

export interface RecordKind<R extends Stored> {
  endpoints: Record<'list' | 'get' | 'update' | 'remove' | 'restore', Endpoint> & { list: { query: $ZodType } }
  /** Path of its list: `/contacts`. */
  path: string
  /** Paths of the API whose responses show the record: refetched after a change. */
  shownIn: readonly string[]
  icon: TablerIcon
  nameOf: (record: R) => string
  words: () => {
    /** “Contacts”, the list */
    list: string
    /** “Contact” */
    one: string
    /** “Edit contact” */
    edit: string
    /** “Contact not found” */
    missing: string
  }
}

/** Polls, because the page may stay open all day while others edit. */
export const refetchMs = 60_000

const queryOf = <R extends Stored>({ endpoints }: RecordKind<R>, id: string) =>
  query(endpoints.get as Endpoint, { params: { id } } as never)

type PanelQuery = ReturnType<typeof query>

/**
 * Props of a `RecordPage` for the record in the address. `panels`: queries of its first panels. All queries are sent together, and
 * the page appears when all have answered, so that nothing moves.
 */
export function useRecordPage<R extends Stored>(
  kind: RecordKind<R>,
  panels: (id: string) => readonly object[] = () => [],
) {
  const { endpoints, path, icon, words, nameOf } = kind
  const id = useParams().id!
  const { data, error, refetch } = useQuery({
    ...queryOf(kind, id),
    refetchOnMount: 'always',
    refetchInterval: refetchMs,
  })
  const isWaiting = useQueries({
    queries: panels(id).map((panel) => ({ ...(panel as PanelQuery), refetchOnMount: 'always' as const })),
    combine: (all) => all.some(({ isPending, failureCount }) => isPending && failureCount === 0),
  })
  // The address of a merged record returns the one it was merged into: show that one's own address.
  const shownId = (data as R | undefined)?.id
  const navigate = useNavigate()
  useEffect(() => {
    if (shownId && shownId !== id) void navigate(`${path}/${shownId}`, { replace: true })
  }, [shownId, id, path, navigate])
  const place = useRecordPager({ schema: endpoints.list.query, path, id }, (search) =>
    query(endpoints.list as Endpoint, { query: search } as never),
  )
  return {
    query: { data: isWaiting ? undefined : (data as R | undefined), error, refetch },
    ...{ place, words: words(), icon, path, title: nameOf },
  }
}

/** The record of the address and the props of its `FormPage`; `backTo` includes the position in the list. */
export function useEditPage<R extends Stored>(kind: RecordKind<R>) {
  const { path, icon, words, nameOf } = kind
  const id = useParams().id!
  // Always refetched: an old version in the cache would only end in a conflict.
  const { data, error, refetch, isFetchedAfterMount } = useQuery({ ...queryOf(kind, id), refetchOnMount: 'always' })
  const { list, one, edit, missing } = words()
  const record = data as R | undefined
  const backTo = `${path}/${id}${useLocation().search}`
  return {
    record: isFetchedAfterMount ? record : undefined,
    backTo,
    page: {
      title: edit,
      back: { to: backTo, label: record ? nameOf(record) : one },
      error: error as unknown,
      onRetry: () => refetch() as Promise<unknown>,
      missing: { icon, title: missing, list: { to: path, label: list } },
    },
  }
}

/** Refetches all that shows records of this kind. */
export function useRefetchShown({ shownIn }: Pick<RecordKind<Stored>, 'shownIn'>) {
  const client = useQueryClient()
  return () => invalidate(client, ...shownIn)
}

/** Stores a saved record in the cache, and refetches what else shows it. */
export function useStoreRecord<R extends Stored>(kind: RecordKind<R>) {
  const client = useQueryClient()
  const refetch = useRefetchShown(kind)
  return (record: R) => {
    client.setQueryData(queryOf(kind, record.id).queryKey, record as never)
    void refetch()
  }
}

/** After saving a form: opens the record and shows a notification. */
export function useSaved<R extends Stored>(kind: RecordKind<R>) {
  const store = useStoreRecord(kind)
  const navigate = useNavigate()
  const open = (record: R, title: string, to = `${kind.path}/${record.id}`) => {
    store(record)
    navigate(to)
    notify({ title })
  }
  return {
    added: (record: R) => open(record, t('{name} was added', { name: kind.nameOf(record) })),
    saved: (record: R, to: string) => open(record, t('{name} was saved', { name: kind.nameOf(record) }), to),
  }
}

/** Edits the facts of a record in place. */
export function useFactEdit<R extends Stored, V extends object>(
  kind: RecordKind<R>,
  form: Omit<Parameters<typeof factsEditor<R, V>>[0], 'save'>,
) {
  const store = useStoreRecord(kind)
  return factsEditor<R, V>({
    ...form,
    save: async (change, version) => {
      const input = { params: { id: form.record.id }, body: { ...change, version } }
      store((await call(kind.endpoints.update as Endpoint, input as never)) as unknown as R)
    },
  })
}

/** Deletes the record of a page and returns to the list, with Undo. `onRefused` handles an error, or returns false. */
export function useRemove<R extends Stored>(
  kind: RecordKind<R>,
  record: R,
  { list, onRefused = () => false }: { list: string; onRefused?: (error: unknown) => boolean },
) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)
  const { endpoints, nameOf } = kind
  const [input, name] = [{ params: { id: record.id } } as never, nameOf(record)]
  const refetch = useRefetchShown(kind)
  const restore = () =>
    call(endpoints.restore as Endpoint, input)
      .then(refetch)
      .catch((error) => notifyError(error, t('{name} could not be restored', { name })))
  const remove = async () => {
    setBusy(true)
    try {
      await call(endpoints.remove as Endpoint, input)
      navigate(list)
      client.removeQueries({ queryKey: queryOf(kind, record.id).queryKey })
      void refetch()
      notify({ title: t('{name} was deleted', { name }), undo: restore })
    } catch (error) {
      if (!onRefused(error)) notifyError(error, t('{name} could not be deleted', { name }))
      setBusy(false)
    }
  }
  return { remove, busy }
}

/** Archives or unarchives a record, with Undo. */
export function useArchive<R extends Stored>(kind: RecordKind<R>, record: R) {
  const store = useStoreRecord(kind)
  const name = kind.nameOf(record)
  const set = async (is_archived: boolean, version: number): Promise<number> => {
    const input = { params: { id: record.id }, body: { is_archived, version } }
    const next = (await call(kind.endpoints.update as Endpoint, input as never)) as unknown as R
    store(next)
    return next.version
  }
  const fail = (error: unknown) => notifyError(error, t('{name} could not be changed', { name }))
  return async (is_archived: boolean) => {
    try {
      const next = await set(is_archived, record.version)
      notify({
        title: is_archived ? t('{name} was archived', { name }) : t('{name} unarchived', { name }),
        undo: () => set(!is_archived, next).catch(fail),
      })
    } catch (error) {
      fail(error)
    }
  }
}
