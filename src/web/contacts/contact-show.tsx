// Contact page.
import { Anchor, Button } from '@mantine/core'
import { IconPencil, IconTrash, IconUserOff } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router'
import { Consent, type Contact, ContactQuery, contacts } from '../../contract/contacts.ts'
import { ActivityPanel } from '../activity/activity-panel.tsx'
import { call, invalidate, query } from '../api.ts'
import { dateTime, day } from '../lib/format.ts'
import { languageChoices, languageName } from '../lib/language-names.ts'
import { language, t } from '../lib/text.ts'
import { useRecordPager } from '../lib/use-record-pager.ts'
import { NotePanel } from '../notes/note-panel.tsx'
import { ConversationPanel } from '../replies/conversation-panel.tsx'
import { TagBadges } from '../tags/tag-badge.tsx'
import { TagPicker } from '../tags/tag-picker.tsx'
import { ToneBadge } from '../ui/badge.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { Facts } from '../ui/facts.tsx'
import { notify, notifyError } from '../ui/notices.tsx'
import { RecordPage } from '../ui/record-page.tsx'
import { Section } from '../ui/section.tsx'
import { ConsentBadge, consentText } from './consent-badge.tsx'
import styles from './contact-show.module.css'
import { contactLabels } from './labels.ts'
import { RoleBadge } from './role-badge.tsx'
import { useFactEdit } from './use-fact-edit.ts'

const ConfirmDialog = lazy(() => import('../ui/confirm-dialog.tsx'))

/** Polls, because the page may stay open all day while others edit. */
const everyMs = 60_000

export default function ContactShow() {
  const id = useParams().id!
  const asked = useQuery({
    ...query(contacts.get, { params: { id } }),
    refetchOnMount: 'always',
    refetchInterval: everyMs,
  })
  const place = useRecordPager({ schema: ContactQuery, path: '/contacts', id }, (search) =>
    query(contacts.list, { query: search }),
  )
  return (
    <RecordPage
      asked={asked}
      place={place}
      words={{ list: t('Contacts'), one: t('Contact'), missing: t('Contact not found') }}
      icon={IconUserOff}
      path="/contacts"
      height={13.75}
      title={(contact) => contact.name}
      subtitle={(contact) => [contact.job_title, contact.company].filter(Boolean).join(' · ')}
      actions={(contact) => <Actions contact={contact} list={place.list} query={place.query} />}
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
  const edit = useFactEdit(contact)
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
          <ul className={styles.investors}>
            {investors.map((investor) => (
              <li key={investor.id}>
                <Anchor component={Link} to={`/investors/${investor.id}`}>
                  {investor.name}
                </Anchor>
                <span className={styles.quiet}>{investor.code}</span>
                <RoleBadge role={investor.role} />
                {investor.is_primary && <ToneBadge tone="accent">{t('Main contact')}</ToneBadge>}
              </li>
            ))}
          </ul>
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
          <p className={styles.notes}>{contact.notes}</p>
        </Section>
      )}
    </>
  )
}

function Actions({ contact, list, query: place }: { contact: Contact; list: string; query: string }) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)
  const [isAsking, setAsking] = useState(false)
  // Investors that would have no contact left.
  const orphans = contact.investors.filter(({ is_only }) => is_only)
  const refresh = () => invalidate(client, '/v1/contacts', '/v1/investors')

  const restore = () =>
    call(contacts.restore, { params: { id: contact.id } })
      .then(refresh)
      .catch((error) => notifyError(error, t('{name} could not be restored', { name: contact.name })))

  async function remove() {
    setBusy(true)
    try {
      await call(contacts.remove, { params: { id: contact.id } })
      navigate(list)
      client.removeQueries({ queryKey: query(contacts.get, { params: { id: contact.id } }).queryKey })
      void refresh()
      notify({ title: t('{name} was deleted', { name: contact.name }), undo: restore })
    } catch (error) {
      notifyError(error, t('{name} could not be deleted', { name: contact.name }))
      setBusy(false)
    }
  }

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
    <span className={styles.copyable}>
      <Anchor href={href}>{shown ?? text}</Anchor>
      <CopyButton text={text} label={label} />
    </span>
  )
}
