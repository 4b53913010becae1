// Form of a draft: can be saved repeatedly, and is sent after a review.
import { Alert, Button } from '@mantine/core'
import { IconAlertCircle, IconSend, IconTrash } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { AudienceContacts } from '../../contract/audiences.ts'
import { type Broadcast, broadcasts } from '../../contract/broadcasts.ts'
import { templates } from '../../contract/templates.ts'
import type { WaSession } from '../../contract/wa-sessions.ts'
import { ApiError, call, invalidate, query } from '../api.ts'
import { locale } from '../lib/format.ts'
import { t } from '../lib/text.ts'
import { stillSending, useMedia } from '../media/media-picker.tsx'
import { useProfile } from '../session.tsx'
import { useSaveForm } from '../ui/form.tsx'
import { LeaveGuard } from '../ui/leave-guard.tsx'
import { notify, notifyError } from '../ui/notices.tsx'
import { Page } from '../ui/page.tsx'
import { Section } from '../ui/section.tsx'
import { useAudiencePreview } from './audience.ts'
import { BroadcastFields } from './broadcast-fields.tsx'
import { type Draft, DraftCheck, draftOf, fieldOf, gapOf, inputOf, newDraft } from './draft.ts'
import styles from './draft-edit.module.css'
import { PreviewShow } from './preview-show.tsx'

const SendDialog = lazy(() => import('./broadcast-send-dialog.tsx'))
const ConflictDialog = lazy(() => import('./draft-resolve-dialog.tsx'))
const ConfirmDialog = lazy(() => import('../ui/confirm-dialog.tsx'))

export interface Saved {
  broadcast: Broadcast
  audience: AudienceContacts
}

const gaps = {
  template_id: 'Choose a template or write your own message.',
  body: 'Write the message.',
  audience: 'Choose at least one contact or group.',
  send_on: 'Choose a start time.',
}

export function DraftEdit({ sessions, saved }: { sessions: WaSession[]; saved?: Saved }) {
  const navigate = useNavigate()
  const client = useQueryClient()
  // The version read when editing began, or last saved.
  const stored = useRef(saved?.broadcast)
  const [open, setOpen] = useState<'send' | 'remove'>()
  const [reviewed, setReviewed] = useState<Broadcast>()
  const [conflict, setConflict] = useState<Saved>()
  const intent = useRef<'save' | 'review'>('save')
  const leaving = useRef(false)
  const sendingFile = useRef(false)
  const { data: reader } = useProfile()
  const timeZone = reader?.time_zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone

  const [initial] = useState(() =>
    saved
      ? withSession(draftOf(saved.broadcast, saved.audience, timeZone), sessions)
      : newDraft((sessions.find(({ status }) => status === 'working') ?? sessions[0])?.id ?? '', timeZone),
  )
  const kept = useRef(initial)
  const form = useSaveForm<Draft>({
    schema: DraftCheck,
    keptAs: 'draft',
    initialValues: initial,
    save: async (values) => {
      if (sendingFile.current) throw stillSending()
      if (intent.current === 'save') {
        await persist(values)
        await leave('/broadcasts', t('Draft saved'))
        return
      }
      const gap = gapOf(values)
      if (gap) throw Object.assign(new Error(t(gaps[gap])), { fields: [{ path: gap, message: t(gaps[gap]) }] })
      // The review uses the saved draft, so unsaved changes are saved first.
      setReviewed(isSame(kept.current, values) && stored.current ? stored.current : await persist(values))
      setOpen('send')
    },
  })
  const mayLeave = () => leaving.current || isSame(kept.current, form.values)
  const reach = useAudiencePreview(form.values.audience)
  const base = stored.current
  const message = useMessage(form.values, base)
  const session = sessions.find(({ id }) => id === form.values.session_id)

  async function persist(values: Draft): Promise<Broadcast> {
    const body = inputOf(values)
    try {
      const before = stored.current
      const now = before
        ? await call(broadcasts.update, { params: { id: before.id }, body: { ...body, version: before.version } })
        : await call(broadcasts.create, { body })
      stored.current = now
      kept.current = values
      return now
    } catch (error) {
      if (error instanceof ApiError && error.code === 'version_conflict') {
        const broadcast = error.current as Broadcast
        const audience = await call(broadcasts.audience, { params: { id: broadcast.id } })
        setConflict({ broadcast, audience })
      }
      throw error
    }
  }

  async function send({ id, send_at }: Broadcast) {
    try {
      await call(send_at ? broadcasts.schedule : broadcasts.send, { params: { id } })
      await leave(`/broadcasts/${id}`, send_at ? t('Broadcast scheduled') : t('Broadcast started'))
    } catch (error) {
      setOpen(undefined)
      const fields = error instanceof ApiError ? error.fields : []
      for (const { path, message: text } of fields) form.setError(fieldOf(path, form.values), text)
      if (fields.length === 0) form.setFailure(error instanceof Error ? error.message : String(error))
    }
  }

  async function remove() {
    if (!base) return
    try {
      await call(broadcasts.remove, { params: { id: base.id } })
    } catch (error) {
      setOpen(undefined)
      return notifyError(error, t('The draft could not be deleted'))
    }
    await leave('/broadcasts', t('{name} deleted', { name: base.name }))
  }

  async function leave(to: string, title: string) {
    leaving.current = true
    await navigate(to)
    void invalidate(client, '/v1/broadcasts')
    notify({ title })
  }

  const submit = (what: 'save' | 'review') => {
    intent.current = what
    form.setFailure(undefined)
    void form.submit()
  }

  return (
    <Page
      title={base?.name ?? t('New broadcast')}
      back={{ to: '/broadcasts', label: t('Broadcasts') }}
      actions={
        base && (
          <Button variant="default" leftSection={<IconTrash size={16} aria-hidden />} onClick={() => setOpen('remove')}>
            {t('Delete draft')}
          </Button>
        )
      }
    >
      <div className={styles.columns}>
        <Section>
          <form
            ref={form.element}
            noValidate
            className={styles.form}
            onSubmit={(event) => {
              event.preventDefault()
              submit('review')
            }}
          >
            <BroadcastFields
              form={form}
              sessions={sessions}
              reach={reach}
              known={saved?.audience}
              groups={saved?.broadcast.audience.broadcast_groups}
              templateName={message.templateName}
              autoFocus={!saved}
              sendingFile={sendingFile}
            />
            {form.failure && (
              <Alert role="alert" color="red" icon={<IconAlertCircle aria-hidden />} className={styles.failure}>
                {form.failure}
              </Alert>
            )}
            <div className={styles.buttons}>
              <Button type="submit" leftSection={<IconSend size={16} aria-hidden />} loading={form.saving}>
                {form.values.when === 'later' ? t('Review and schedule') : t('Review and send')}
              </Button>
              <Button variant="default" disabled={form.saving} onClick={() => submit('save')}>
                {t('Save draft')}
              </Button>
            </div>
            <LeaveGuard mayLeave={mayLeave} />
          </form>
        </Section>
        <div className={styles.preview}>
          <Section
            title={t('Preview')}
            text={
              reach.first ? t('Preview for {name}.', { name: reach.first.name }) : t('Preview for a sample contact.')
            }
          >
            <PreviewShow body={message.body} media={message.media} language={message.language} contact={reach.first} />
          </Section>
        </div>
      </div>
      <Suspense>
        {reviewed && session && (
          <SendDialog
            opened={open === 'send'}
            broadcast={reviewed}
            session={session}
            onSend={() => send(reviewed)}
            onClose={() => setOpen(undefined)}
          />
        )}
        {open === 'remove' && (
          <ConfirmDialog
            title={t('Delete this draft?')}
            text={t('It has not been sent. This cannot be undone.')}
            confirmLabel={t('Delete')}
            danger
            onConfirm={remove}
            onClose={() => setOpen(undefined)}
          />
        )}
        {conflict && (
          <ConflictDialog
            base={kept.current}
            mine={form.values}
            theirs={draftOf(conflict.broadcast, conflict.audience, timeZone)}
            sessions={sessions}
            onClose={() => setConflict(undefined)}
            onResolve={(values) => {
              stored.current = conflict.broadcast
              setConflict(undefined)
              form.setValues(values)
              submit(intent.current)
            }}
          />
        )}
      </Suspense>
    </Page>
  )
}

/** Whether both would send the same request body. */
const isSame = (one: Draft, other: Draft) => JSON.stringify(inputOf(one)) === JSON.stringify(inputOf(other))

/** The current text: the template's, or the custom one. */
function useMessage({ source, template_id, body, media_id }: Draft, base: Broadcast | undefined) {
  const template = useQuery({
    ...query(templates.get, { params: { id: template_id ?? '' } }),
    enabled: template_id !== null,
    staleTime: 0,
  })
  const own = useMedia(media_id)
  const known = base && base.template_id === template_id ? (base.template_name ?? undefined) : undefined
  return {
    body: source === 'own' ? body : template_id ? (template.data?.body ?? '') : '',
    media: media_id !== null ? own : source === 'template' && template_id ? template.data?.media : null,
    // A custom text is assumed to be in the sender's language.
    language: source === 'own' ? locale() : (template.data?.language ?? ''),
    templateName: template.data?.name ?? known ?? (template.error ? t('A deleted template') : undefined),
  }
}

/** A removed session has to be replaced. */
function withSession(draft: Draft, sessions: WaSession[]): Draft {
  return sessions.some(({ id }) => id === draft.session_id) ? draft : { ...draft, session_id: '' }
}
