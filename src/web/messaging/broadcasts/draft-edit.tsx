// Form of a draft: can be saved repeatedly, and is sent after a review.
import { Alert, Button } from '@mantine/core'
import { IconAlertCircle, IconSend, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import type { Broadcast } from '../../../contract/broadcasts.ts'
import { templates } from '../../../contract/templates.ts'
import type { WaSession } from '../../../contract/wa-sessions.ts'
import { query } from '../../api.ts'
import { locale } from '../../platform/lib/format.ts'
import { t } from '../../platform/lib/text.ts'
import { Row, Stack } from '../../platform/ui/box.tsx'
import { LeaveGuard } from '../../platform/ui/leave-guard.tsx'
import { Page } from '../../platform/ui/page.tsx'
import { Section } from '../../platform/ui/section.tsx'
import { useMedia } from '../media/media-picker.tsx'
import { useAudiencePreview } from './audience.ts'
import { BroadcastFields } from './broadcast-fields.tsx'
import { type Draft, draftOf } from './draft.ts'
import styles from './draft-edit.module.css'
import { PreviewShow } from './preview-show.tsx'
import type { Prefilled } from './use-broadcast-start.ts'
import { type DraftForm, useDraftForm } from './use-draft-form.ts'
import type { Saved } from './use-stored-draft.ts'

const SendDialog = lazy(() => import('./broadcast-send-dialog.tsx'))
const ConflictDialog = lazy(() => import('./draft-resolve-dialog.tsx'))
const ConfirmDialog = lazy(() => import('../../platform/ui/confirm-dialog.tsx'))

/** A stored draft, or a new one as the address prefilled it. */
type DraftEditProps = { sessions: WaSession[] } & (
  | { saved: Saved; start?: undefined }
  | { saved?: undefined; start: Prefilled }
)

export function DraftEdit({ sessions, saved, start }: DraftEditProps) {
  const draft = useDraftForm(sessions, saved, start)
  const { form, setDialog } = draft
  const broadcast = draft.stored.broadcast
  const reach = useAudiencePreview(form.values.audience)
  const message = useMessage(form.values, broadcast)

  return (
    <Page
      title={broadcast?.name ?? t('New broadcast')}
      back={{ to: '/broadcasts', label: t('Broadcasts') }}
      actions={
        broadcast && (
          <Button
            variant="default"
            leftSection={<IconTrash size={16} aria-hidden />}
            onClick={() => setDialog('remove')}
          >
            {t('Delete draft')}
          </Button>
        )
      }
    >
      <Stack gap={16} className={styles.columns}>
        <Section>
          <Stack
            as="form"
            ref={form.element}
            noValidate
            gap={24}
            onSubmit={(event) => {
              event.preventDefault()
              draft.submit('review')
            }}
          >
            <BroadcastFields
              form={form}
              sessions={sessions}
              reach={reach}
              known={(saved ?? start)?.audience}
              groups={saved?.broadcast.audience.broadcast_groups ?? start?.groups}
              templateName={message.templateName}
              autoFocus={!saved}
              sendingFile={draft.isSendingFile}
            />
            <Submit draft={draft} />
            <LeaveGuard mayLeave={draft.mayLeave} />
          </Stack>
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
      </Stack>
      <Suspense>
        <Dialogs draft={draft} sessions={sessions} />
      </Suspense>
    </Page>
  )
}

function Submit({ draft: { form, submit } }: { draft: DraftForm }) {
  return (
    <>
      {form.failure && (
        <Alert role="alert" color="red" icon={<IconAlertCircle aria-hidden />}>
          {form.failure}
        </Alert>
      )}
      <Row gap={8} wrap fillOnPhone>
        <Button type="submit" leftSection={<IconSend size={16} aria-hidden />} loading={form.saving}>
          {form.values.when === 'later' ? t('Review and schedule') : t('Review and send')}
        </Button>
        <Button variant="default" disabled={form.saving} onClick={() => submit('save')}>
          {t('Save draft')}
        </Button>
      </Row>
    </>
  )
}

function Dialogs({ draft, sessions }: { draft: DraftForm; sessions: WaSession[] }) {
  const { form, stored, dialog, setDialog, reviewed } = draft
  const { broadcast, conflict } = stored
  const session = sessions.find(({ id }) => id === form.values.session_id)
  return (
    <>
      {reviewed && session && (
        <SendDialog
          opened={dialog === 'send'}
          broadcast={reviewed}
          session={session}
          onSend={() => draft.send(reviewed)}
          onClose={() => setDialog(undefined)}
        />
      )}
      {dialog === 'remove' && broadcast && (
        <ConfirmDialog
          title={t('Delete this draft?')}
          text={t('It has not been sent. This cannot be undone.')}
          confirmLabel={t('Delete')}
          danger
          onConfirm={() => draft.remove(broadcast)}
          onClose={() => setDialog(undefined)}
        />
      )}
      {conflict && (
        <ConflictDialog
          base={stored.values}
          mine={form.values}
          theirs={draftOf(conflict.broadcast, conflict.audience, draft.timeZone)}
          sessions={sessions}
          onClose={stored.closeConflict}
          onResolve={(values) => draft.resolve(conflict, values)}
        />
      )}
    </>
  )
}

/** The current text: the template's, or the custom one. */
function useMessage({ source, template_id, body, media_id }: Draft, base: Broadcast | undefined) {
  const template = useQuery({
    ...query(templates.get, { params: { id: template_id ?? '' } }),
    enabled: template_id !== null,
    staleTime: 0,
  })
  const own = useMedia(media_id)
  const savedName = base && base.template_id === template_id ? (base.template_name ?? undefined) : undefined
  return {
    body: source === 'own' ? body : template_id ? (template.data?.body ?? '') : '',
    media: media_id !== null ? own : source === 'template' && template_id ? template.data?.media : null,
    // A custom text is assumed to be in the sender's language.
    language: source === 'own' ? locale() : (template.data?.language ?? ''),
    templateName: template.data?.name ?? savedName ?? (template.error ? t('A deleted template') : undefined),
  }
}
