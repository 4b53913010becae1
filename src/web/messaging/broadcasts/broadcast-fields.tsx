// Form fields of a draft: name, session, audience and message.
import { Row, Text } from '../../platform/ui/box.tsx'
import '@mantine/core/styles/FloatingIndicator.layer.css'
import { Anchor, NativeSelect, SegmentedControl, Skeleton, TextInput } from '@mantine/core'
import { lazy, type ReactNode, type RefObject, Suspense, useId } from 'react'
import { Link } from 'react-router'
import type { AudienceContacts } from '../../../contract/audiences.ts'
import type { Broadcast } from '../../../contract/broadcasts.ts'
import type { WaSession } from '../../../contract/wa-sessions.ts'
import { PacingPanel } from '../../identity/account/pacing-panel.tsx'
import { SessionBadge } from '../../identity/account/session-badge.tsx'
import { t } from '../../platform/lib/text.ts'
import type { SaveForm } from '../../platform/ui/form.tsx'
import { MediaPicker } from '../media/media-picker.tsx'
import type { AudiencePreview } from './audience.ts'
import { AudienceFields } from './audience-fields.tsx'
import styles from './broadcast-fields.module.css'
import type { Draft } from './draft.ts'
import { TemplatePicker } from './template-picker.tsx'
import { TimeFields } from './time-fields.tsx'

// Most broadcasts use a template.
const BodyPanel = lazy(() => import('../templates/body-panel.tsx'))

interface BroadcastFieldsProps {
  form: SaveForm<Draft>
  sessions: WaSession[]
  reach: AudiencePreview
  known: AudienceContacts | undefined
  groups: Broadcast['audience']['broadcast_groups'] | undefined
  templateName: string | undefined
  autoFocus: boolean
  /** True while a file is uploading. */
  sendingFile: RefObject<boolean>
}

export function BroadcastFields({
  form,
  sessions,
  reach,
  known,
  groups,
  templateName,
  autoFocus,
  sendingFile,
}: BroadcastFieldsProps) {
  const { source, template_id, body, media_id, audience } = form.values
  const templateField = form.field('template_id', t('Template'))
  const bodyField = form.field('body', t('Message'))
  return (
    <>
      <TextInput
        {...form.field('name', t('Name'))}
        description={t('Only visible to your team.')}
        required
        maxLength={200}
        autoFocus={autoFocus}
        autoComplete="off"
      />
      <SessionField form={form} sessions={sessions} />
      <AudienceFields form={form} total={reach.total} known={known} groups={groups} />
      <Choice
        label={t('Message')}
        value={source}
        onChange={(next) => form.setValue('source', next as Draft['source'])}
        data={[
          { value: 'template', label: t('Template') },
          { value: 'own', label: t('Custom message') },
        ]}
      >
        {source === 'template' ? (
          <TemplatePicker
            label={t('Template')}
            value={template_id}
            name={templateName}
            onChange={(id) => form.setValue('template_id', id)}
            error={templateField.error}
            description={
              <>
                {t('The broadcast uses the template as it is when you send it.')}{' '}
                <Anchor component={Link} to="/templates/add" inherit underline="always">
                  {t('Add template')}
                </Anchor>
              </>
            }
          />
        ) : (
          <Suspense fallback={<Skeleton height="18rem" />}>
            <BodyPanel
              name="body"
              value={body}
              onChange={(text) => form.setValue('body', text)}
              error={bodyField.error}
            />
          </Suspense>
        )}
        <MediaPicker
          value={media_id}
          onChange={(id) => form.setValue('media_id', id)}
          description={
            source === 'template'
              ? t('A file chosen here replaces the template’s file.')
              : t('The message becomes the caption.')
          }
          error={form.field('media_id', t('File')).error}
          busy={sendingFile}
        />
      </Choice>
      <TimeFields form={form} />
      <PaceField session={sessions.find(({ id }) => id === form.values.session_id)} />
      {audience.all_contacts && reach.total === 0 && (
        <Text tone="warning">
          {t('There are no contacts yet.')}{' '}
          <Anchor component={Link} to="/contacts/add" inherit underline="always">
            {t('Add contact')}
          </Anchor>
        </Text>
      )}
    </>
  )
}

function SessionField({ form, sessions }: { form: SaveForm<Draft>; sessions: WaSession[] }) {
  const chosen = sessions.find(({ id }) => id === form.values.session_id)
  return (
    <div>
      <NativeSelect
        {...form.field('session_id', t('WhatsApp session'))}
        required
        data={[
          ...(chosen ? [] : [{ value: '', label: t('Choose a session') }]),
          ...sessions.map(({ id, name, phone_number_text }) => ({
            value: id,
            label: phone_number_text ? `${name} · ${phone_number_text}` : name,
          })),
        ]}
      />
      {sessions.length === 0 && (
        <Row gap={10} rowGap={4} wrap mt={8} size={13} dimmed>
          <span>
            {t('There is no session to send from yet.')}{' '}
            <Anchor component={Link} to="/account#whatsapp" inherit underline="always">
              {t('Add a session')}
            </Anchor>
          </span>
        </Row>
      )}
      {chosen && (
        <Row gap={10} rowGap={4} wrap mt={8} size={13} dimmed>
          <SessionBadge status={chosen.status} />
          {chosen.driver === 'simulator' && <span>{t('Simulator: nothing reaches a phone')}</span>}
          {chosen.status !== 'working' && (
            <span>
              {t('You can still save and send: the broadcast waits until the session is connected.')}{' '}
              <Anchor component={Link} to="/account#whatsapp" inherit underline="always">
                {t('Go to Account')}
              </Anchor>
            </span>
          )}
        </Row>
      )}
    </div>
  )
}

/** The session's sending speed, edited here as on its card. */
function PaceField({ session }: { session: WaSession | undefined }) {
  if (!session) return null
  return (
    <fieldset className={styles.choice}>
      <legend>{t('Speed')}</legend>
      <PacingPanel session={session} />
      <Text size={13} dimmed>
        {t('Applies to the whole session: other broadcasts, tests and answers count, too.')}
      </Text>
    </fieldset>
  )
}

interface ChoiceProps {
  label: string
  value: string
  onChange: (value: string) => void
  data: { value: string; label: string }[]
  children: ReactNode
}

function Choice({ label, value, onChange, data, children }: ChoiceProps) {
  const id = useId()
  return (
    <fieldset className={styles.choice}>
      <legend id={id}>{label}</legend>
      <SegmentedControl fullWidth aria-labelledby={id} value={value} onChange={onChange} data={data} />
      {children}
    </fieldset>
  )
}
