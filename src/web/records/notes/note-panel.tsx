// Notes of a record: a composer, then the notes, pinned ones first.
import { ActionIcon, Button, Skeleton, Textarea } from '@mantine/core'
import { IconDots, IconPencil, IconPin, IconPinnedOff, IconTrash } from '@tabler/icons-react'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { type Note, NoteText, notes } from '../../../contract/notes.ts'
import { ApiError, call, invalidate, query } from '../../api.ts'
import { useMay } from '../../platform/lib/permissions.ts'
import { t } from '../../platform/lib/text.ts'
import { Ago } from '../../platform/ui/ago.tsx'
import { ToneBadge } from '../../platform/ui/badge.tsx'
import { PlainList, Row, Text } from '../../platform/ui/box.tsx'
import { ErrorState } from '../../platform/ui/empty.tsx'
import { Form, useSaveForm } from '../../platform/ui/form.tsx'
import { LeaveGuard } from '../../platform/ui/leave-guard.tsx'
import { May } from '../../platform/ui/may.tsx'
import { ActionMenu } from '../../platform/ui/menu.tsx'
import { notify, notifyError } from '../../platform/ui/notices.tsx'
import { Pager } from '../../platform/ui/pager.tsx'
import { Section } from '../../platform/ui/section.tsx'
import styles from './note-panel.module.css'
import { NoteShow } from './note-show.tsx'

export { NoteShow }

const ConflictDialog = lazy(() => import('../../platform/ui/conflict-dialog.tsx'))

/** The record: exactly one of the three is set. */
export type Subject = { investor_id: string } | { contact_id: string } | { investment_id: string }

export const notePanelQuery = (about: Subject, page = 1) =>
  query(notes.list, { query: { ...about, ...(page > 1 && { page }) } })

export function NotePanel({ about }: { about: Subject }) {
  const [page, setPage] = useState(1)
  const { data, error, refetch } = useQuery({ ...notePanelQuery(about, page), placeholderData: keepPreviousData })
  const mayEdit = useMay('edit')
  return (
    <Section title={t('Notes')}>
      <May permission="edit">
        <Composer about={about} onAdded={() => setPage(1)} />
      </May>
      {!data && error ? <ErrorState error={error} onRetry={() => refetch()} /> : null}
      {!data && !error ? <Skeleton height={48} mt="md" /> : null}
      {data?.data.length === 0 && !mayEdit && <Text dimmed>{t('No notes yet')}</Text>}
      {data && data.data.length > 0 && (
        <PlainList mt={20}>
          {data.data.map((note) => (
            <NoteRow key={note.id} note={note} />
          ))}
        </PlainList>
      )}
      {data && data.pagination.total_pages > 1 && (
        <Pager label={t('Notes')} pagination={data.pagination} onPage={setPage} />
      )}
    </Section>
  )
}

function Composer({ about, onAdded }: { about: Subject; onAdded: () => void }) {
  const client = useQueryClient()
  // A new key per note clears the form after saving.
  const [nth, setNth] = useState(0)
  return (
    <BodyForm
      key={nth}
      draftKey="note"
      initial=""
      label={t('New note')}
      submitLabel={t('Add note')}
      // The element that had the focus is removed with the note.
      autoFocus={nth > 0}
      save={async (body) => {
        await call(notes.create, { body: { ...about, body } })
        await invalidate(client, '/v1/notes')
        onAdded()
        setNth(nth + 1)
      }}
    />
  )
}

interface BodyFormProps {
  draftKey: string
  initial: string
  label: string
  submitLabel: string
  autoFocus: boolean
  save: (body: string) => Promise<void>
  onCancel?: () => void
}

function BodyForm({ draftKey, initial, label, submitLabel, autoFocus, save, onCancel }: BodyFormProps) {
  const form = useSaveForm<{ body: string }>({
    schema: NoteText,
    draftKey,
    initialValues: { body: initial },
    save: ({ body }) => save(body),
  })
  const isOpen = form.values.body !== '' || onCancel !== undefined
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of the field within
    <div
      className={styles.form}
      data-open={isOpen || undefined}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void form.submit()
        if (event.key === 'Escape' && onCancel) onCancel()
      }}
    >
      <Form form={form} submitLabel={submitLabel}>
        <Textarea
          {...form.field('body', label)}
          value={form.values.body}
          label={undefined}
          aria-label={label}
          placeholder={t('Write a note')}
          description={isOpen && t('Supports **bold**, *italic*, - lists and links.')}
          autosize
          autoFocus={autoFocus}
          minRows={isOpen ? 3 : 1}
          maxRows={16}
        />
      </Form>
      {onCancel && (
        <Button mt="xs" variant="subtle" size="compact-sm" onClick={onCancel}>
          {t('Cancel')}
        </Button>
      )}
      <LeaveGuard mayLeave={form.mayLeave} />
    </div>
  )
}

function NoteRow({ note }: { note: Note }) {
  const client = useQueryClient()
  const [isEdited, setEdited] = useState(false)
  const [conflict, setConflict] = useState<{ mine: string; theirs: Note }>()
  const refresh = () => invalidate(client, '/v1/notes')

  async function save(body: string, version = note.version) {
    try {
      await call(notes.update, { params: { id: note.id }, body: { body, version } })
      setConflict(undefined)
      setEdited(false)
      await refresh()
    } catch (error) {
      if (error instanceof ApiError && error.code === 'version_conflict')
        setConflict({ mine: body, theirs: error.current as Note })
      throw error
    }
  }
  const pin = () =>
    call(notes.update, { params: { id: note.id }, body: { is_pinned: !note.is_pinned, version: note.version } })
      .catch((error) => notifyError(error, t('The note could not be changed')))
      .then(refresh)
  const restore = () =>
    call(notes.restore, { params: { id: note.id } })
      .then(refresh)
      .catch((error) => notifyError(error, t('The note could not be restored')))
  const remove = () =>
    call(notes.remove, { params: { id: note.id } })
      .then(() => notify({ title: t('The note was deleted'), undo: restore }))
      .catch((error) => notifyError(error, t('The note could not be deleted')))
      .then(refresh)

  return (
    <Text as="li" py={12} lineAbove className={styles.note}>
      <Row gap={10} rowGap={0} wrap mb={2}>
        <Text as="span" weight={500}>
          {note.author?.name ?? t('Former member')}
        </Text>
        <Text as="span" size={13} dimmed>
          <Ago time={note.created_at} />
        </Text>
        {note.updated_at !== note.created_at && (
          <Text as="span" size={13} dimmed>
            {t('changed')}
          </Text>
        )}
        {note.is_pinned && <ToneBadge tone="accent">{t('Pinned')}</ToneBadge>}
        <May permission="edit">
          <ActionMenu
            button={
              <ActionIcon className={styles.menu} variant="subtle" color="gray" aria-label={t('Note actions')}>
                <IconDots size={16} aria-hidden />
              </ActionIcon>
            }
          >
            {(Menu) => (
              <>
                <Menu.Item leftSection={<IconPencil size={16} aria-hidden />} onClick={() => setEdited(true)}>
                  {t('Edit')}
                </Menu.Item>
                <Menu.Item
                  leftSection={
                    note.is_pinned ? <IconPinnedOff size={16} aria-hidden /> : <IconPin size={16} aria-hidden />
                  }
                  onClick={pin}
                >
                  {note.is_pinned ? t('Unpin') : t('Pin')}
                </Menu.Item>
                <Menu.Item leftSection={<IconTrash size={16} aria-hidden />} onClick={remove}>
                  {t('Delete')}
                </Menu.Item>
              </>
            )}
          </ActionMenu>
        </May>
      </Row>
      {isEdited ? (
        <BodyForm
          draftKey={note.id}
          initial={note.body}
          label={t('Note')}
          submitLabel={t('Save')}
          autoFocus
          save={save}
          onCancel={() => setEdited(false)}
        />
      ) : (
        <NoteShow text={note.body} />
      )}
      {conflict && (
        <Suspense>
          <ConflictDialog
            labels={{ body: t('Note') }}
            base={{ body: note.body }}
            mine={{ body: conflict.mine }}
            theirs={{ body: conflict.theirs.body }}
            onResolve={({ body }) => save(String(body), conflict.theirs.version).catch(() => {})}
            onClose={() => setConflict(undefined)}
          />
        </Suspense>
      )}
    </Text>
  )
}
