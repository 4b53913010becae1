// Field for an internal note about a person. Ctrl or Cmd with Enter saves the note; nothing is sent.
import { Textarea } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ConversationNoteInput, conversations } from '../../../contract/conversations.ts'
import { call, invalidate } from '../../api.ts'
import { t } from '../../platform/lib/text.ts'
import { Form, useSaveForm } from '../../platform/ui/form.tsx'
import { LeaveGuard } from '../../platform/ui/leave-guard.tsx'
import styles from './note-edit.module.css'
import { useRefetchThreads } from './use-thread.ts'

/** After saving, a new key clears the field while the focus stays in it. */
export function NoteEdit({ id }: { id: string }) {
  const [nth, setNth] = useState(0)
  return <Box key={nth} id={id} onSaved={() => setNth(nth + 1)} />
}

function Box({ id, onSaved }: { id: string; onSaved: () => void }) {
  const client = useQueryClient()
  const refetch = useRefetchThreads()
  const form = useSaveForm<ConversationNoteInput>({
    schema: ConversationNoteInput,
    draftKey: `note ${id}`,
    initialValues: { body: '' },
    save: async (body) => {
      await call(conversations.addNote, { params: { id }, body })
      await Promise.all([refetch(), invalidate(client, '/v1/notes', '/v1/activity')])
      onSaved()
    },
  })
  const label = t('Internal note')
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of the field within
    <div
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void form.submit()
      }}
    >
      <Form form={form} submitLabel={t('Add note')}>
        <Textarea
          {...form.field('body', label)}
          value={form.values.body}
          label={undefined}
          aria-label={label}
          placeholder={t('Only your team sees this note')}
          classNames={{ input: styles.input }}
          autosize
          autoFocus
          minRows={1}
          maxRows={8}
        />
      </Form>
      <LeaveGuard mayLeave={form.mayLeave} />
    </div>
  )
}
