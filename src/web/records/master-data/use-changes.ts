// Optimistic changes of a row, rolled back if the server rejects them.
import { useQueryClient } from '@tanstack/react-query'
import { ApiError, call, invalidate, query } from '../../api.ts'
import { t } from '../../platform/lib/text.ts'
import { fetchReferences } from '../../platform/rule-references/references-panel.tsx'
import { notify, notifyError } from '../../platform/ui/notices.tsx'
import { isKept, type MasterDataKind, type MasterDataRow } from './kinds.ts'

export type Changes = ReturnType<typeof useChanges>

export function useChanges(
  { endpoints }: MasterDataKind,
  ask: (asked: { move: MasterDataRow; remove: boolean }) => void,
) {
  const client = useQueryClient()
  const refresh = useRefresh(endpoints.list.path)
  const { queryKey } = query(endpoints.list)
  const show = (change: (rows: MasterDataRow[]) => MasterDataRow[]) =>
    client.setQueryData(queryKey, (before) => before && { ...before, data: change(before.data) })

  async function reorder(rows: readonly MasterDataRow[], ids: string[]) {
    // A response in flight would overwrite this with older data.
    await client.cancelQueries({ queryKey })
    show((shown) => ids.flatMap((id) => shown.find((row) => row.id === id) ?? []))
    try {
      const answer = await call(endpoints.reorder, { body: { ids, previous_ids: rows.map(({ id }) => id) } })
      client.setQueryData(queryKey, answer)
    } catch (error) {
      notifyError(error, t('The order could not be changed'))
      await refresh()
    }
  }

  async function update(row: MasterDataRow, change: { is_active: boolean } | { is_default: true }) {
    await client.cancelQueries({ queryKey })
    const others = 'is_default' in change ? { is_default: false } : {}
    show((rows) => rows.map((shown) => ({ ...shown, ...(shown.id === row.id ? change : others) })))
    try {
      await call(endpoints.update, { params: { id: row.id }, body: { ...change, version: row.version } })
    } catch (error) {
      notifyError(error, t('{name} could not be changed', { name: row.name }))
    }
    await refresh()
  }

  async function remove(row: MasterDataRow, rows: readonly MasterDataRow[]) {
    if (row.in_use > 0 && !isKept(row, rows)) return ask({ move: row, remove: true })
    try {
      await call(endpoints.remove, { params: { id: row.id } })
    } catch (error) {
      void refresh()
      // Another user has started to use it.
      if (error instanceof ApiError && error.code === 'in_use')
        return ask({ move: error.current as MasterDataRow, remove: true })
      return notifyError(error, t('{name} could not be deleted', { name: row.name }))
    }
    void refresh()
    const text = await fetchReferences(row.id)
    notify({ title: t('{name} deleted', { name: row.name }), text, undo: () => restore(row) })
  }

  async function restore(row: MasterDataRow) {
    try {
      await call(endpoints.restore, { params: { id: row.id } })
    } catch (error) {
      notifyError(error, t('{name} could not be restored', { name: row.name }))
    }
    await refresh()
  }

  return { reorder, update, remove }
}

/** Names and colors are shown on investors and investments too. */
export function useRefresh(path: string) {
  const client = useQueryClient()
  return () => invalidate(client, path, '/v1/investors', '/v1/investments')
}
