// The form of a draft and what its buttons do: save, review, send, delete, and leave the page.
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { type Broadcast, broadcasts } from '../../../contract/broadcasts.ts'
import type { WaSession } from '../../../contract/wa-sessions.ts'
import { ApiError, call, invalidate } from '../../api.ts'
import { t } from '../../platform/lib/text.ts'
import { useSaveForm } from '../../platform/ui/form.tsx'
import { notify, notifyError } from '../../platform/ui/notices.tsx'
import { useProfile } from '../../session.tsx'
import { stillSending } from '../media/media-picker.tsx'
import { type Draft, DraftCheck, draftOf, fieldOf, gapOf, newDraft } from './draft.ts'
import { suggestedName } from './suggested-name.ts'
import type { Prefilled } from './use-broadcast-start.ts'
import { type Saved, useStoredDraft } from './use-stored-draft.ts'

type Intent = 'save' | 'review'

const gaps = {
  template_id: 'Choose a template or write your own message.',
  body: 'Write the message.',
  audience: 'Choose at least one contact or group.',
  send_on: 'Choose a start time.',
}

export function useDraftForm(sessions: WaSession[], saved: Saved | undefined, start: Prefilled | undefined) {
  const { data: reader } = useProfile()
  const timeZone = reader?.time_zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone
  const [initial] = useState(() => initialDraft(sessions, saved, start, timeZone))
  const stored = useStoredDraft(saved, initial)
  const [dialog, setDialog] = useState<'send' | 'remove'>()
  // Kept after the dialog was closed, for its closing transition.
  const [reviewed, setReviewed] = useState<Broadcast>()
  const intent = useRef<Intent>('save')
  const isSendingFile = useRef(false)
  const { isLeaving, leave } = useLeave()

  const form = useSaveForm<Draft>({
    schema: DraftCheck,
    draftKey: 'draft',
    initialValues: initial,
    save: async (values) => {
      if (isSendingFile.current) throw stillSending()
      if (intent.current === 'save') {
        await stored.save(values)
        await leave('/broadcasts', t('Draft saved'))
        return
      }
      const gap = gapOf(values)
      if (gap) throw Object.assign(new Error(t(gaps[gap])), { fields: [{ path: gap, message: t(gaps[gap]) }] })
      // The review uses the saved draft, so unsaved changes are saved first.
      setReviewed(await stored.saveIfChanged(values))
      setDialog('send')
    },
  })

  const submit = (what: Intent) => {
    intent.current = what
    form.setFailure(undefined)
    void form.submit()
  }

  async function send({ id, send_at }: Broadcast, needsApproval: boolean) {
    const press = needsApproval ? broadcasts.requestApproval : send_at ? broadcasts.schedule : broadcasts.send
    try {
      await call(press, { params: { id } })
      const done = send_at ? t('Broadcast scheduled') : t('Broadcast started')
      await leave(`/broadcasts/${id}`, needsApproval ? t('Approval requested') : done)
    } catch (error) {
      setDialog(undefined)
      const fields = error instanceof ApiError ? error.fields : []
      for (const fault of fields) form.setError(fieldOf(fault.path, form.values), fault)
      if (fields.length === 0) form.setFailure(error instanceof Error ? error.message : String(error))
    }
  }

  async function remove({ id, name }: Broadcast) {
    try {
      await call(broadcasts.remove, { params: { id } })
    } catch (error) {
      setDialog(undefined)
      return notifyError(error, t('The draft could not be deleted'))
    }
    await leave('/broadcasts', t('{name} deleted', { name }))
  }

  return {
    ...{ form, stored, timeZone, isSendingFile, submit, send, remove },
    ...{ dialog, setDialog, reviewed },
    mayLeave: () => isLeaving() || stored.isStored(form.values),
    /** Repeats the action that the conflict interrupted. */
    resolve: (theirs: Saved, values: Draft) => {
      stored.resolve(theirs)
      form.setValues(values)
      submit(intent.current)
    },
  }
}

export type DraftForm = ReturnType<typeof useDraftForm>

function useLeave() {
  const navigate = useNavigate()
  const client = useQueryClient()
  const leaving = useRef(false)
  return {
    isLeaving: () => leaving.current,
    leave: async (to: string, title: string) => {
      leaving.current = true
      await navigate(to)
      void invalidate(client, '/v1/broadcasts')
      notify({ title })
    },
  }
}

function initialDraft(
  sessions: WaSession[],
  saved: Saved | undefined,
  start: Prefilled | undefined,
  timeZone: string,
): Draft {
  if (!saved) {
    const session = sessions.find(({ status }) => status === 'working') ?? sessions[0]
    return prefilledDraft(newDraft(session?.id ?? '', timeZone, suggestedName(undefined)), start)
  }
  const draft = draftOf(saved.broadcast, saved.audience, timeZone)
  // If the draft's session was removed, the user must choose another one.
  return sessions.some(({ id }) => id === draft.session_id) ? draft : { ...draft, session_id: '' }
}

function prefilledDraft(draft: Draft, start: Prefilled | undefined): Draft {
  if (!start) return draft
  const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id)
  const { contacts, groups } = start.audience
  return {
    ...draft,
    // Only the session that imported a WhatsApp group can send to it.
    session_id: groups[0]?.session_id ?? draft.session_id,
    template_id: start.template_id ?? null,
    audience: {
      ...draft.audience,
      all_contacts: start.all_contacts,
      contact_ids: ids(contacts),
      wa_group_ids: ids(groups),
      broadcast_group_ids: ids(start.groups),
    },
  }
}
