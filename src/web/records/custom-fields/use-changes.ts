// Changes custom fields from their list. A new order shows at once, and is reverted if the server refuses it.
import { useQueryClient } from '@tanstack/react-query'
import { type CustomField, type CustomRecord, customFields } from '../../../contract/custom-fields.ts'
import { call, invalidate, query } from '../../api.ts'
import { t } from '../../platform/lib/text.ts'
import { notify, notifyError } from '../../platform/ui/notices.tsx'

export type Changes = ReturnType<typeof useChanges>

export function useChanges() {
  const client = useQueryClient()
  const refresh = useRefresh()
  const { queryKey } = query(customFields.list, { query: {} })
  const show = (change: (fields: CustomField[]) => CustomField[]) =>
    client.setQueryData(queryKey, (before) => before && { ...before, data: change(before.data) })

  async function reorder(record: CustomRecord, fields: readonly CustomField[], ids: string[]) {
    // A pending response would overwrite the new order with the old one.
    await client.cancelQueries({ queryKey })
    show((all) => [
      ...all.filter((field) => field.record !== record),
      ...ids.flatMap((id) => all.find((field) => field.id === id) ?? []),
    ])
    try {
      await call(customFields.reorder, { body: { record, ids, previous_ids: fields.map(({ id }) => id) } })
    } catch (error) {
      notifyError(error, t('The order could not be changed'))
    }
    await refresh()
  }

  async function setActive({ id, name, version }: CustomField, is_active: boolean) {
    await client.cancelQueries({ queryKey })
    show((all) => all.map((field) => (field.id === id ? { ...field, is_active } : field)))
    try {
      await call(customFields.update, { params: { id }, body: { is_active, version } })
    } catch (error) {
      notifyError(error, t('{name} could not be changed', { name }))
    }
    await refresh()
  }

  /** What names the field; undefined if the request fails. */
  const referencesOf = ({ id }: CustomField) =>
    call(customFields.references, { params: { id } }).then(
      ({ data }) => data,
      () => undefined,
    )

  async function remove({ id, name }: CustomField) {
    try {
      await call(customFields.remove, { params: { id } })
    } catch (error) {
      notifyError(error, t('{name} could not be deleted', { name }))
      return await refresh()
    }
    void refresh()
    notify({
      title: t('{name} deleted', { name }),
      undo: () =>
        call(customFields.restore, { params: { id } })
          .catch((error) => notifyError(error, t('{name} could not be restored', { name })))
          .then(refresh),
    })
  }

  return { reorder, setActive, referencesOf, remove }
}

/** Refetches the fields, and the records that show their values. */
export function useRefresh() {
  const client = useQueryClient()
  return () =>
    invalidate(client, '/v1/custom-fields', '/v1/contacts', '/v1/investors', '/v1/investments', '/v1/offerings')
}
