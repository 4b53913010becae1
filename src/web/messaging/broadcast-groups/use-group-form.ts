// The form of a broadcast group, and what its page does: save, delete, restore, and resolve another user's change.
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import {
  type BroadcastGroupDetail,
  type BroadcastGroupInput,
  broadcastGroups,
} from '../../../contract/broadcast-groups.ts'
import { ApiError, call, invalidate } from '../../api.ts'
import { t } from '../../platform/lib/text.ts'
import { useSaveForm } from '../../platform/ui/form.tsx'
import { notify, notifyError } from '../../platform/ui/notices.tsx'
import { type Draft, DraftCheck, draftOf, inputOf, newDraft } from './draft.ts'

export function useGroupForm(group: BroadcastGroupDetail | undefined) {
  const navigate = useNavigate()
  const client = useQueryClient()
  // The version read when editing began; using a later one would overwrite another user's change.
  const [base, setBase] = useState(group)
  const [conflict, setConflict] = useState<BroadcastGroupDetail>()
  const version = useRef(group?.version)
  const leaving = useRef(false)

  const form = useSaveForm<Draft>({
    schema: DraftCheck,
    draftKey: 'group',
    initialValues: group ? draftOf(group) : newDraft(),
    save: async (values) => {
      const { segment, ...others } = inputOf(values) as BroadcastGroupInput
      // The user cannot see the rules, so the update leaves them unchanged.
      const body = group?.hides_rules ? others : { ...others, segment }
      try {
        if (group && version.current !== undefined)
          await call(broadcastGroups.update, { params: { id: group.id }, body: { ...body, version: version.current } })
        else await call(broadcastGroups.create, { body })
      } catch (error) {
        if (error instanceof ApiError && error.code === 'version_conflict')
          setConflict(error.current as BroadcastGroupDetail)
        throw error
      }
      void invalidate(client, '/v1/broadcast-groups')
      notify({ tone: 'good', title: t('Broadcast group saved') })
      await navigate('/broadcast-groups')
    },
  })

  async function remove({ id, name }: BroadcastGroupDetail) {
    try {
      await call(broadcastGroups.remove, { params: { id } })
    } catch (error) {
      return notifyError(error, t('The broadcast group could not be deleted'))
    }
    leaving.current = true
    await navigate('/broadcast-groups')
    // Invalidates only the list: refetching a deleted group would respond 404.
    void client.invalidateQueries({ queryKey: [broadcastGroups.list.path] })
    notify({ title: t('{name} deleted', { name }), undo: () => restore(id) })
  }

  async function restore(id: string) {
    try {
      await call(broadcastGroups.restore, { params: { id } })
      void invalidate(client, '/v1/broadcast-groups')
    } catch (error) {
      notifyError(error, t('The broadcast group could not be restored'))
    }
  }

  return {
    form: { ...form, mayLeave: () => leaving.current || form.mayLeave() },
    ...{ base, remove, conflict },
    closeConflict: () => setConflict(undefined),
    /** Submits again, and replaces the other user's version. */
    resolve: (theirs: BroadcastGroupDetail, values: Partial<Draft>) => {
      version.current = theirs.version
      setBase(theirs)
      setConflict(undefined)
      form.setValues(values)
      void form.submit()
    },
  }
}

export type GroupForm = ReturnType<typeof useGroupForm>
