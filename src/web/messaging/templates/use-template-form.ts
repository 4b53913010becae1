// The form of a template, and what its page does: save, delete, restore, and resolve another user's change.
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { type Template, TemplateInput, templates } from '../../../contract/templates.ts'
import { ApiError, call } from '../../api.ts'
import { language as spoken, t } from '../../platform/lib/text.ts'
import { useSaveForm } from '../../platform/ui/form.tsx'
import { notify, notifyError } from '../../platform/ui/notices.tsx'
import { stillSending } from '../media/media-picker.tsx'

export function useTemplateForm(template: Template | undefined) {
  const navigate = useNavigate()
  const client = useQueryClient()
  // The version read when editing began; using a later one would overwrite another user's change.
  const [base, setBase] = useState(template)
  const version = useRef(template?.version)
  const [conflict, setConflict] = useState<Template>()
  const isSendingFile = useRef(false)
  const leaving = useRef(false)

  const form = useSaveForm<TemplateInput>({
    schema: TemplateInput,
    draftKey: 'template',
    // A new text is assumed to be in its author's language.
    initialValues: {
      name: template?.name ?? '',
      body: template?.body ?? '',
      language: template?.language ?? spoken(),
      media_id: template?.media_id ?? null,
    },
    save: async (values) => {
      if (isSendingFile.current) throw stillSending()
      try {
        if (template && version.current !== undefined) {
          await call(templates.update, { params: { id: template.id }, body: { ...values, version: version.current } })
        } else await call(templates.create, { body: values })
      } catch (error) {
        if (error instanceof ApiError && error.code === 'version_conflict') setConflict(error.current as Template)
        throw error
      }
      refresh(client)
      notify({ tone: 'good', title: t('Template saved') })
      await navigate('/templates')
    },
  })

  async function remove({ id, name }: Template) {
    try {
      await call(templates.remove, { params: { id } })
    } catch (error) {
      return notifyError(error, t('The template could not be deleted'))
    }
    leaving.current = true
    await navigate('/templates')
    // Invalidates only the list: refetching a deleted template would respond 404.
    void client.invalidateQueries({ queryKey: [templates.list.path] })
    notify({ title: t('{name} deleted', { name }), undo: () => restore(id) })
  }

  async function restore(id: string) {
    try {
      await call(templates.restore, { params: { id } })
      refresh(client)
    } catch (error) {
      notifyError(error, t('The template could not be restored'))
    }
  }

  return {
    form: { ...form, mayLeave: () => leaving.current || form.mayLeave() },
    ...{ base, isSendingFile, remove, conflict },
    closeConflict: () => setConflict(undefined),
    /** Submits again, and replaces the other user's version. */
    resolve: (theirs: Template, values: Partial<TemplateInput>) => {
      version.current = theirs.version
      setBase(theirs)
      setConflict(undefined)
      form.setValues(values)
      void form.submit()
    },
  }
}

/** Invalidates lists and templates; previews and checks depend only on the text. */
function refresh(client: QueryClient) {
  for (const { path } of [templates.list, templates.get]) void client.invalidateQueries({ queryKey: [path] })
}
