// Edits the name of a session in place.
import { ActionIcon, Button, TextInput } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { type WaSession, WaSessionChange, waSessions } from '../../../contract/wa-sessions.ts'
import { call, invalidate } from '../../api.ts'
import { t } from '../../platform/lib/text.ts'
import { Row, Text } from '../../platform/ui/box.tsx'
import { useSaveForm } from '../../platform/ui/form.tsx'
import { May } from '../../platform/ui/may.tsx'
import styles from './session-name-edit.module.css'

export function SessionNameEdit({ session }: { session: WaSession }) {
  const [editing, setEditing] = useState(false)
  const pencil = useRef<HTMLButtonElement>(null)
  const wasEditing = useRef(false)
  // Returns the focus to where the editing began.
  useEffect(() => {
    if (!editing && wasEditing.current) pencil.current?.focus()
    wasEditing.current = editing
  }, [editing])
  if (editing) return <NameForm session={session} onDone={() => setEditing(false)} />
  return (
    <Row gap={4} shrink>
      <Text as="h3" size={15} weight={600} breakWords>
        {session.name}
      </Text>
      <May permission="manage_phones">
        <ActionIcon
          ref={pencil}
          variant="subtle"
          color="gray"
          size="md"
          aria-label={t('Rename “{name}”', { name: session.name })}
          onClick={() => setEditing(true)}
        >
          <IconPencil size={16} aria-hidden />
        </ActionIcon>
      </May>
    </Row>
  )
}

function NameForm({ session: { id, name }, onDone }: { session: WaSession; onDone: () => void }) {
  const client = useQueryClient()
  const form = useSaveForm<{ name: string }>({
    schema: WaSessionChange,
    initialValues: { name },
    save: async (body) => {
      await call(waSessions.update, { params: { id }, body })
      // Broadcasts show it, too.
      await Promise.all([invalidate(client, waSessions.list.path), invalidate(client, '/v1/broadcasts')])
      onDone()
    },
  })
  const { label, error, ...field } = form.field('name', t('Name'))
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.focus({ preventScroll: true }), [])
  return (
    <form
      ref={form.element}
      className={styles.form}
      noValidate
      onSubmit={form.submit}
      onKeyDown={(event) => event.key === 'Escape' && onDone()}
    >
      <TextInput
        {...field}
        className={styles.field}
        aria-label={label}
        error={error ?? form.failure}
        maxLength={100}
        size="sm"
        ref={input}
        onFocus={(event) => event.target.select()}
      />
      <Button type="submit" size="sm" loading={form.saving}>
        {t('Save')}
      </Button>
      <Button variant="default" size="sm" onClick={onDone}>
        {t('Cancel')}
      </Button>
    </form>
  )
}
