// Page of a contact: the conversation, with the facts beside it.
import { Anchor } from '@mantine/core'
import { type ComponentType, Fragment, lazy, type ReactNode } from 'react'
import { useLocation } from 'react-router'
import { Consent, type Contact } from '../../../contract/contacts.ts'
import { ThreadPanel } from '../../messaging/replies/thread-panel.tsx'
import { dateTime, day } from '../../platform/lib/format.ts'
import { languageChoices, languageName } from '../../platform/lib/language-names.ts'
import type { ActivityPart } from '../../platform/lib/page-parts.ts'
import { t } from '../../platform/lib/text.ts'
import { Row, Text } from '../../platform/ui/box.tsx'
import { useIsPhone } from '../../platform/ui/breakpoints.ts'
import { CopyButton } from '../../platform/ui/copy-button.tsx'
import { Facts } from '../../platform/ui/facts.tsx'
import { RecordPage } from '../../platform/ui/record-page.tsx'
import { Section } from '../../platform/ui/section.tsx'
import { TabList } from '../../platform/ui/tab-list.tsx'
import { useFactEdit, useRecordPage } from '../../record.ts'
import { CustomFactPanel } from '../custom-fields/fact-panel.tsx'
import { NotePanel, notePanelQuery } from '../notes/note-panel.tsx'
import { TagBadges } from '../tags/tag-badge.tsx'
import { TaskPanel, taskPanelQuery } from '../tasks/task-panel.tsx'
import { ActionPanel } from './action-panel.tsx'
import { ConsentBadge, consentText } from './consent-badge.tsx'
import { contactKind } from './contact-kind.ts'
import styles from './contact-show.module.css'
import { contactLabels } from './labels.ts'
import { OtherNumbers } from './number-panel.tsx'
import { useWording } from './use-wording.ts'
import { changeOf, valuesOf } from './values.ts'

const TagPicker = lazy(() => import('../tags/tag-picker.tsx').then((module) => ({ default: module.TagPicker })))

interface Parts extends ActivityPart<{ contact_id: string }> {
  PositionPanel: ComponentType<{ contact: Contact }>
}

const panels = (id: string) => [taskPanelQuery({ contact_id: id }), notePanelQuery({ contact_id: id })]

export default function ContactShow({ ActivityPanel, PositionPanel }: Parts) {
  const page = useRecordPage(contactKind, panels)
  const { hash, search } = useLocation()
  const isPhone = useIsPhone()
  const tab = new URLSearchParams(search).get('tab') === 'details' ? 'details' : 'conversation'
  const away = (part: typeof tab) => (isPhone && part !== tab ? styles.away : undefined)
  return (
    <RecordPage
      {...page}
      height={30}
      title={(contact) => <TitleShow contact={contact} />}
      subtitle={({ job_title, company, phone_text }) => [job_title, company, phone_text].filter(Boolean).join(' · ')}
      actions={(contact) => <ActionPanel contact={contact} list={page.place.list} query={page.place.query} />}
    >
      {/* A new key resets unsaved input when another contact is opened. */}
      {(contact) => (
        <Fragment key={contact.id}>
          {isPhone && (
            <TabList
              label={t('Parts of the contact')}
              current={tab}
              tabs={[
                { tab: 'conversation', label: t('Conversation') },
                { tab: 'details', label: t('Details') },
              ]}
            />
          )}
          <div className={styles.columns}>
            <div>
              <div className={away('conversation')}>
                <Text as="div" surface className={styles.conversation}>
                  <ThreadPanel id={contact.id} title={() => t('Conversation')} focus={hash === '#answer'} />
                </Text>
              </div>
              <div className={away('details')}>
                <TaskPanel about={{ contact_id: contact.id }} />
                <NotePanel about={{ contact_id: contact.id }} />
                <ActivityPanel about={{ contact_id: contact.id }} />
              </div>
            </div>
            <div className={[styles.facts, away('details')].filter(Boolean).join(' ')}>
              <ContactFacts contact={contact} PositionPanel={PositionPanel} />
            </div>
          </div>
        </Fragment>
      )}
    </RecordPage>
  )
}

function TitleShow({ contact: { name, consent } }: { contact: Contact }) {
  return (
    <Row as="span" inline gap={12} rowGap={4} wrap>
      {name}
      {consent === 'opted_out' && <ConsentBadge consent={consent} />}
    </Row>
  )
}

function ContactFacts({ contact, PositionPanel }: { contact: Contact } & Pick<Parts, 'PositionPanel'>) {
  const wording = useWording(contact.tags)
  const edit = useFactEdit(contactKind, { record: contact, valuesOf, changeOf, wording })
  const labels = contactLabels()
  const { phone, phone_text, wa_id, email, consent, consent_at } = contact
  return (
    <>
      <Section title={t('WhatsApp')}>
        <Facts
          facts={[
            {
              label: labels.phone,
              value: phone && (
                <Copyable text={phone} shown={phone_text} href={`tel:${phone}`} label={t('Copy number')} />
              ),
              edit: edit('phone', { type: 'tel' }),
            },
            ...(contact.other_phones.length > 0
              ? [{ label: labels.other_phones, value: <OtherNumbers contact={contact} /> }]
              : []),
            ...(contact.former_phones.length > 0
              ? [{ label: t('Former numbers'), value: contact.former_phones.map((one) => one.phone_text).join(', ') }]
              : []),
            // Only if WhatsApp has another form of the number, as in Brazil.
            ...(wa_id && `+${wa_id}` !== phone ? [{ label: t('Number on WhatsApp'), value: `+${wa_id}` }] : []),
            {
              label: t('Greeting name'),
              value: contact.preferred_name || contact.name,
              edit: edit('preferred_name'),
            },
            {
              label: labels.language,
              value: contact.language && languageName(contact.language),
              edit: edit('language', {
                choices: [{ value: '', label: t('Not known') }, ...languageChoices(contact.language)],
              }),
            },
            {
              label: labels.time_zone,
              value: contact.time_zone_is_default
                ? t('{zone} (from phone number)', { zone: contact.time_zone })
                : contact.time_zone,
            },
            {
              label: labels.consent,
              value: <ConsentBadge consent={consent} />,
              edit: edit('consent', {
                choices: Consent.options.map((value) => ({ value, label: consentText(value) })),
              }),
            },
            ...(consent === 'unknown'
              ? []
              : [
                  {
                    label: t('Since'),
                    value: consent_at && day(consent_at),
                    edit: edit('consent_at', { type: 'date' }),
                  },
                  { label: t('How'), value: contact.consent_how, edit: edit('consent_how') },
                  { label: labels.consent_evidence, value: contact.consent_evidence, edit: edit('consent_evidence') },
                ]),
          ]}
        />
      </Section>
      <PositionPanel contact={contact} />
      <Section title={t('Details')}>
        <Facts
          facts={[
            { label: labels.name, value: contact.name, edit: edit('name') },
            {
              label: labels.email,
              value: email && <Copyable text={email} href={`mailto:${email}`} label={t('Copy address')} />,
              edit: edit('email', { type: 'email' }),
            },
            ...(contact.other_emails.length > 0
              ? [
                  {
                    label: labels.other_emails,
                    value: contact.other_emails.map((address) => (
                      <div key={address}>
                        <Copyable text={address} href={`mailto:${address}`} label={t('Copy address')} />
                      </div>
                    )),
                  },
                ]
              : []),
            { label: labels.company, value: contact.company, edit: edit('company') },
            { label: labels.job_title, value: contact.job_title, edit: edit('job_title') },
            {
              label: labels.tag_ids,
              value: contact.tags.length > 0 && <TagBadges tags={contact.tags} />,
              edit: edit('tag_ids', {
                editor: ({ value, onChange, ...field }) => (
                  <TagPicker
                    {...field}
                    value={value.split(',').filter(Boolean)}
                    onChange={(ids) => onChange(ids.join())}
                  />
                ),
              }),
            },
            { label: t('Added'), value: dateTime(contact.created_at) },
            { label: t('Changed'), value: dateTime(contact.updated_at) },
          ]}
        />
      </Section>
      <CustomFactPanel record="contact" kind={contactKind} of={contact} />
      {contact.notes && (
        <Section title={t('About')}>
          <Text mt={20} prose preWrap>
            {contact.notes}
          </Text>
        </Section>
      )}
    </>
  )
}

function withBreak(address: string): ReactNode {
  const at = address.lastIndexOf('@')
  return (
    <>
      {address.slice(0, at)}
      <wbr />
      {address.slice(at)}
    </>
  )
}

/** `shown`: display text, if it differs from the copied one. */
function Copyable({ text, shown, href, label }: { text: string; shown?: string | null; href: string; label: string }) {
  return (
    <Row as="span" inline gap={4} figures>
      {/* A long address breaks before its @; a number stays on one line. */}
      <Anchor href={href} style={shown ? { whiteSpace: 'nowrap' } : undefined}>
        {shown ?? withBreak(text)}
      </Anchor>
      <CopyButton text={text} label={label} />
    </Row>
  )
}
