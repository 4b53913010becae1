// Follows a running import after its dialog is closed, and refetches the lists when it has ended.
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { type Import, imports } from '../../../contract/imports.ts'
import { call, invalidate, query } from '../../api.ts'

const pollMs = 1_000

const keyOf = (id: string) => query(imports.get, { params: { id } }).queryKey

export const isBusy = (made: Import | undefined) =>
  made?.status === 'reading' || made?.status === 'running' || made?.status === 'reverting'

/** Ids of the imports in open dialogs. */
const shown = new Set<string>()

/** The import of an open dialog, polled while it is busy. Once the dialog is closed, the lists behind it show its result. */
export function useImport(id: string) {
  const client = useQueryClient()
  const result = useQuery({
    ...query(imports.get, { params: { id } }),
    staleTime: 0,
    refetchInterval: ({ state }) => (isBusy(state.data) ? pollMs : false),
  })
  const status = result.data?.status
  useEffect(() => {
    if (status === 'done' || status === 'cancelled' || status === 'reverted') void refresh(client)
  }, [client, status])
  useEffect(() => {
    shown.add(id)
    return () => {
      shown.delete(id)
      if (isBusy(client.getQueryData(keyOf(id)))) void follow(client, id)
    }
  }, [client, id])
  return result
}

/** Stores what a start or revert answered. The dialog may have been closed before the answer. */
export function storeImport(client: QueryClient, made: Import) {
  client.setQueryData(keyOf(made.id), made)
  if (!shown.has(made.id)) void follow(client, made.id)
}

async function follow(client: QueryClient, id: string) {
  let made: Import | undefined
  do {
    await new Promise((resolve) => setTimeout(resolve, pollMs))
    made = await call(imports.get, { params: { id } }).catch(() => undefined)
  } while (isBusy(made))
  await refresh(client)
}

async function refresh(client: QueryClient) {
  for (const path of ['/v1/contacts', '/v1/investors', '/v1/investments', '/v1/offerings'])
    await invalidate(client, path)
}
