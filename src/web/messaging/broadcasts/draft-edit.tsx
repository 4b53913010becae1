// Form of a draft: can be saved repeatedly, and is sent after a review.
import { Alert, Button } from '@mantine/core'
import { IconAlertCircle, IconSend, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense } from 'react'
import type { Broadcast } from '../../../contract/broadcasts.ts'
import { contacts } from '../../../contract/contacts.ts'
import { templates } from '../../../contract/templates.ts'
import type { WaSession } from '../../../contract/wa-sessions.ts'
import { query } from '../../api.ts'
import { locale } from '../../platform/lib/format.ts'
import { useMay } from '../../platform/lib/permissions.ts'
import { t } from '../../platform/lib/text.ts'
import { Row, Stack, Text } from '../../platform/ui/box.tsx'
import { LeaveGuard } from '../../platform/ui/leave-guard.tsx'
import { Lacking, May } from '../../platform/ui/may.tsx'
import { Page } from '../../platform/ui/page.tsx'
import { Section } from '../../platform/ui/section.tsx'
import { useMedia } from '../media/media-picker.tsx'
import { AudienceFields } from './audience-fields.tsx'
import { type Draft, draftOf, isNobody } from './draft.ts'
import styles from './draft-edit.module.css'
import { FollowUpShow } from './follow-up-show.tsx'
import { MessageFields } from './message-fields.tsx'
import { OutlookShow, timingFor } from './outlook-show.tsx'
import { PreviewShow } from './preview-show.tsx'
import { SessionFields } from './session-fields.tsx'
import { TimeFields } from './time-fields.tsx'
import type { Prefilled } from './use-broadcast-start.ts'
import { type DraftForm, useDraftForm } from './use-draft-form.ts'
import { useDraftPreflight } from './use-draft-preflight.ts'
import type { Saved } from './use-stored-draft.ts'
import { useSuggestedName } from './use-suggested-name.ts'

const SendDialog = lazy(() => import('./broadcast-send-dialog.tsx'))
const ConflictDialog = lazy(() => import('./draft-resolve-dialog.tsx'))
const ConfirmDialog = lazy(() => import('../../platform/ui/confirm-dialog.tsx'))

/** A stored draft, or a new one with the fields that the address fills in. */
type DraftEditProps = { sessions: WaSession[] } & (
  | { saved: Saved; start?: undefined }
  | { saved?: undefined; start: Prefilled }
)

export function DraftEdit({ sessions, saved, start }: DraftEditProps) {
  const draft = useDraftForm(sessions, saved, start)
  const { form, setDialog } = draft
  const { audience, session_id } = form.values
  const broadcast = draft.stored.broadcast
  const session = sessions.find(({ id }) => id === session_id)
  const total = useQuery({ ...query(contacts.list, { query: { per_page: 1 } }), staleTime: 0 }).data?.pagination.total
  const message = useMessage(form.values, broadcast)
  const outlook = useDraftPreflight(form.values, broadcast?.id)
  const needsApproval = outlook.data?.needs_approval ?? false
  const mayReview = useMay(reviewing(needsApproval))
  const first = outlook.data?.first
  const reader = first?.contact_id ? { id: first.contact_id, name: first.name } : undefined
  useSuggestedName(form, !saved, message.templateName)

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
      <form
        ref={form.element}
        noValidate
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          draft.submit(mayReview ? 'review' : 'save')
        }}
      >
        <Stack gap={16} className={styles.sections}>
          <Section title={t('Who')}>
            <AudienceFields
              form={form}
              total={total}
              known={(saved ?? start)?.audience}
              groups={saved?.broadcast.audience.broadcast_groups ?? start?.groups}
              autoFocus={!saved}
            />
          </Section>
          <Section title={t('What')}>
            <FollowUpShow source={broadcast?.source} draft={form.values} />
            <MessageFields form={form} templateName={message.templateName} sendingFile={draft.isSendingFile} />
          </Section>
          <Section title={t('When')}>
            <Stack gap={16}>
              <TimeFields form={form} />
              <SessionFields form={form} sessions={sessions} />
            </Stack>
          </Section>
        </Stack>
        <Stack gap={16} className={styles.aside}>
          <Section>
            <OutlookShow draft={form.values} isNobody={isNobody(audience)} outlook={outlook} session={session} />
          </Section>
          <Section
            title={t('Preview')}
            text={reader ? t('As {name} reads it.', { name: reader.name }) : t('As a sample contact reads it.')}
          >
            <PreviewShow body={message.body} media={message.media} language={message.language} contact={reader} />
          </Section>
        </Stack>
        <Foot draft={draft} needsApproval={needsApproval}>
          {session && outlook.data && !isNobody(audience) && (
            <>
              <strong>{t.plural(outlook.data.reach, '{count} recipient', '{count} recipients')}</strong>
              {outlook.data.reach > 0 && ` · ${timingFor(form.values, outlook.data, session).headline}`}
            </>
          )}
        </Foot>
        <LeaveGuard mayLeave={draft.mayLeave} />
      </form>
      <Suspense>
        <Dialogs draft={draft} sessions={sessions} />
      </Suspense>
    </Page>
  )
}

/** If approval is needed, anybody who may write can review and ask for it. */
const reviewing = (needsApproval: boolean) => (needsApproval ? 'edit' : 'send_broadcasts')

/** The buttons; on a phone also the audience and the time, which a wide screen shows beside the form. */
function Foot({
  draft: { form, submit },
  needsApproval,
  children,
}: {
  draft: DraftForm
  needsApproval: boolean
  children: ReactNode
}) {
  const needed = reviewing(needsApproval)
  return (
    <Stack gap={8} className={styles.foot}>
      {form.failure && (
        <Alert role="alert" color="red" icon={<IconAlertCircle aria-hidden />}>
          {form.failure}
        </Alert>
      )}
      <Row gap={8} wrap fillOnPhone>
        <Text size={13} className={styles.brief}>
          {children}
        </Text>
        <May permission={needed} otherwise={<Lacking permission={needed} />}>
          <Button type="submit" leftSection={<IconSend size={16} aria-hidden />} loading={form.saving}>
            {form.values.when === 'later' ? t('Review and schedule') : t('Review and send')}
          </Button>
        </May>
        <Button variant="default" disabled={form.saving} onClick={() => submit('save')}>
          {t('Save draft')}
        </Button>
      </Row>
    </Stack>
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
          onSend={(needsApproval) => draft.send(reviewed, needsApproval)}
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
