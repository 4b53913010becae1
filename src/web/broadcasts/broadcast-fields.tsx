// The fields of a draft: its name, the session it goes through, to whom, and what.
import '@mantine/core/styles/FloatingIndicator.layer.css'
import { Anchor, NativeSelect, SegmentedControl, Textarea, TextInput } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import { Link } from 'react-router'
import type { output } from 'zod/v4/core'
import type { AudienceContacts } from '../../contract/broadcasts.ts'
import type { WaSession } from '../../contract/wa-sessions.ts'
import { SessionBadge } from '../account/session-badge.tsx'
import { ContactPicker } from '../contacts/contact-picker.tsx'
import { number } from '../lib/format.ts'
import { t } from '../lib/text.ts'
import type { SaveForm } from '../ui/form.tsx'
import type { Reach } from './audience.ts'
import styles from './broadcast-fields.module.css'
import type { Draft } from './draft.ts'
import { TemplatePicker } from './template-picker.tsx'

interface BroadcastFieldsProps {
  form: SaveForm<Draft>
  sessions: WaSession[]
  reach: Reach
  known: output<typeof AudienceContacts> | undefined
  templateName: string | undefined
  autoFocus: boolean
}

export function BroadcastFields({ form, sessions, reach, known, templateName, autoFocus }: BroadcastFieldsProps) {
  const { source, template_id, body, audience } = form.values
  const templateField = form.field('template_id', t('Template'))
  const bodyField = form.field('body', t('Message'))
  return (
    <>
      <TextInput
        {...form.field('name', t('Name'))}
        description={t('Only you and your colleagues see it.')}
        required
        maxLength={200}
        autoFocus={autoFocus}
        autoComplete="off"
      />
      <SessionField form={form} sessions={sessions} />
      <AudienceField form={form} reach={reach} known={known} />
      <Choice
        label={t('Message')}
        value={source}
        onChange={(next) => form.setValue('source', next as Draft['source'])}
        data={[
          { value: 'template', label: t('Template') },
          { value: 'own', label: t('Own text') },
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
                {t('The message is taken as the template is when you send it.')}{' '}
                <Anchor component={Link} to="/templates/add" inherit underline="always">
                  {t('Add template')}
                </Anchor>
              </>
            }
          />
        ) : (
          <Textarea
            {...bodyField}
            required
            dir="auto"
            autosize
            minRows={6}
            maxRows={20}
            value={body}
            description={t(
              '{{ contact.name }} becomes each contact’s name. *bold*, _italic_ and ~strike~ work as in WhatsApp.',
            )}
          />
        )}
      </Choice>
      {audience.all_contacts && reach.total === 0 && (
        <p className={styles.note}>
          {t('There are no contacts yet.')}{' '}
          <Anchor component={Link} to="/contacts/add" inherit underline="always">
            {t('Add contact')}
          </Anchor>
        </p>
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
        <div className={styles.session}>
          <span>
            {t('There is no session to send through.')}{' '}
            <Anchor component={Link} to="/account#whatsapp" inherit underline="always">
              {t('Add a session')}
            </Anchor>
          </span>
        </div>
      )}
      {chosen && (
        <div className={styles.session}>
          <SessionBadge status={chosen.status} />
          {chosen.driver === 'simulator' && <span>{t('Simulator: nothing reaches a phone')}</span>}
          {chosen.status !== 'working' && (
            <span>
              {t('You can save and send: it waits until the session is connected.')}{' '}
              <Anchor component={Link} to="/account#whatsapp" inherit underline="always">
                {t('Go to Account')}
              </Anchor>
            </span>
          )}
        </div>
      )}
    </div>
  )
}

function AudienceField({ form, reach, known }: Pick<BroadcastFieldsProps, 'form' | 'reach' | 'known'>) {
  const { audience } = form.values
  const { error } = form.field('audience', t('Audience'))
  const change = (part: Partial<Draft['audience']>) => form.setValue('audience', { ...audience, ...part })
  return (
    <Choice
      label={t('Audience')}
      value={audience.all_contacts ? 'all' : 'chosen'}
      onChange={(next) => change({ all_contacts: next === 'all' })}
      data={[
        {
          value: 'all',
          label:
            reach.total === undefined ? t('All contacts') : t('All contacts ({count})', { count: number(reach.total) }),
        },
        { value: 'chosen', label: t('Choose contacts') },
      ]}
    >
      {audience.all_contacts ? (
        <ContactPicker
          label={t('Except')}
          placeholder={t('Nobody')}
          description={t('Those who opted out and those without a number are left out anyway.')}
          value={audience.exclude_contact_ids}
          onChange={(exclude_contact_ids: string[]) => change({ exclude_contact_ids })}
          known={known?.excluded}
          error={error}
        />
      ) : (
        <ContactPicker
          label={t('Contacts')}
          description={t('Those who opted out and those without a number are left out anyway.')}
          value={audience.contact_ids}
          onChange={(contact_ids: string[]) => change({ contact_ids })}
          known={known?.contacts}
          error={error}
          required
        />
      )}
    </Choice>
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
