// Contact page.
import { Anchor, Button } from '@mantine/core'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { Link } from 'react-router'
import { Consent, type Contact } from '../../../contract/contacts.ts'
import { ConversationPanel } from '../../messaging/replies/conversation-panel.tsx'
import { dateTime, day } from '../../platform/lib/format.ts'
import { languageChoices, languageName } from '../../platform/lib/language-names.ts'
import type { ActivityPart } from '../../platform/lib/page-parts.ts'
import { language, t } from '../../platform/lib/text.ts'
import { ToneBadge } from '../../platform/ui/badge.tsx'
import { PlainList, Row, Text } from '../../platform/ui/box.tsx'
import { CopyButton } from '../../platform/ui/copy-button.tsx'
import { Facts } from '../../platform/ui/facts.tsx'
import { RecordPage } from '../../platform/ui/record-page.tsx'
import { Section } from '../../platform/ui/section.tsx'
import { useFactEdit, useRecordPage, useRemove } from '../../record.ts'
import { NotePanel } from '../notes/note-panel.tsx'
import { TagBadges } from '../tags/tag-badge.tsx'
import { TagPicker } from '../tags/tag-picker.tsx'
import { ConsentBadge, consentText } from './consent-badge.tsx'
import { contactKind } from './contact-kind.ts'
import { contactLabels } from './labels.ts'
import { RoleBadge } from './role-badge.tsx'
import { useWording } from './use-wording.ts'
import { changeOf, valuesOf } from './values.ts'

const ConfirmDialog = lazy(() => import('../../platform/ui/confirm-dialog.tsx'))

export default function ContactShow({ ActivityPanel }: ActivityPart<{ contact_id: string }>) {
  const page = useRecordPage(contactKind)
  return (
    <RecordPage
      {...page}
      height={13.75}
      subtitle={(contact) => [contact.job_title, contact.company].filter(Boolean).join(' · ')}
      actions={(contact) => <Actions contact={contact} list={page.place.list} query={page.place.query} />}
    >
      {(contact) => (
        <>
          {/* A new key resets unsaved input when another contact is opened. */}
          <ContactFacts key={contact.id} contact={contact} />
          <ConversationPanel key={`${contact.id} conversation`} contacts={[contact]} />
          <NotePanel key={`${contact.id} notes`} about={{ contact_id: contact.id }} />
          <ActivityPanel key={`${contact.id} activity`} about={{ contact_id: contact.id }} />
        </>
      )}
    </RecordPage>
  )
}

function ContactFacts({ contact }: { contact: Contact }) {
  const wording = useWording(contact.tags)
  const edit = useFactEdit(contactKind, { record: contact, valuesOf, changeOf, wording })
  const labels = contactLabels()
  const { phone, phone_text, wa_id, email, consent, consent_at, investors } = contact
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
      {investors.length > 0 && (
        <Section title={t('Investors')}>
          <PlainList gap={8}>
            {investors.map((investor) => (
              <Row as="li" key={investor.id} gap={12} rowGap={0} align="stretch" wrap>
                <Anchor component={Link} to={`/investors/${investor.id}`}>
                  {investor.name}
                </Anchor>
                <Text as="span" dimmed>
                  {investor.code}
                </Text>
                <RoleBadge role={investor.role} />
                {investor.is_primary && <ToneBadge tone="accent">{t('Main contact')}</ToneBadge>}
              </Row>
            ))}
          </PlainList>
        </Section>
      )}
      <Section title={t('Details')}>
        <Facts
          facts={[
            { label: labels.name, value: contact.name, edit: edit('name') },
            {
              label: labels.email,
              value: email && <Copyable text={email} href={`mailto:${email}`} label={t('Copy address')} />,
              edit: edit('email', { type: 'email' }),
            },
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

function Actions({ contact, list, query: place }: { contact: Contact; list: string; query: string }) {
  const { remove, busy } = useRemove(contactKind, contact, { list })
  const [isAsking, setAsking] = useState(false)
  // Investors that would have no contact left.
  const orphans = contact.investors.filter(({ is_only }) => is_only)
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconTrash size={16} aria-hidden />}
        loading={busy}
        onClick={() => (orphans.length > 0 ? setAsking(true) : remove())}
      >
        {t('Delete')}
      </Button>
      <Button
        component={Link}
        to={`/contacts/${contact.id}/edit${place}`}
        leftSection={<IconPencil size={16} aria-hidden />}
      >
        {t('Edit')}
      </Button>
      {isAsking && (
        <Suspense>
          <ConfirmDialog
            title={t('Delete {name}?', { name: contact.name })}
            text={t('{investors} has no other contact and can no longer be messaged.', {
              investors: new Intl.ListFormat(language()).format(orphans.map(({ name }) => name)),
            })}
            confirmLabel={t('Delete')}
            onConfirm={remove}
            onClose={() => setAsking(false)}
          />
        </Suspense>
      )}
    </>
  )
}

/** `shown`: display text, if it differs from the copied one. */
function Copyable({ text, shown, href, label }: { text: string; shown?: string | null; href: string; label: string }) {
  return (
    <Row as="span" inline gap={4} figures>
      <Anchor href={href}>{shown ?? text}</Anchor>
      <CopyButton text={text} label={label} />
    </Row>
  )
}
