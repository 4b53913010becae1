// Merges records, with Undo in the notice.
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type MergeKind, type MergeRecord, merges } from '../../../contract/merges.ts'
import { call } from '../../api.ts'
import { t } from '../../platform/lib/text.ts'
import { notify, notifyError } from '../../platform/ui/notices.tsx'
import { differingFields, type MergeChoice } from './merge-choice.ts'

export function useMergeSave(kind: MergeKind, onMerged: () => void) {
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)

  async function save(records: readonly MergeRecord[], { winner }: MergeChoice, sourceOf: (field: string) => string) {
    setBusy(true)
    const name = records.find(({ id }) => id === winner)!.fields.name!
    const loser_ids = records.map(({ id }) => id).filter((id) => id !== winner)
    const fields = Object.fromEntries(differingFields(kind, records).map((field) => [field, sourceOf(field)]))
    try {
      const { id } = await call(merges.create, { body: { kind, winner_id: winner, loser_ids, fields } })
      const undo = () =>
        call(merges.undo, { params: { id } }).then(
          () => client.invalidateQueries(),
          (error) => notifyError(error, t('The merge could not be undone')),
        )
      onMerged()
      notify({ title: t('{name} was merged', { name }), undo })
      void client.invalidateQueries()
    } catch (error) {
      notifyError(error, t('{name} could not be merged', { name }))
      setBusy(false)
    }
  }

  return { busy, save }
}
