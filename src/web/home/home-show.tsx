// Home: the steps to the first broadcast, until they are done, and the ways on.
import { Skeleton } from '@mantine/core'
import { IconAddressBook, IconBrandWhatsapp, IconFileText, IconPlus, IconSpeakerphone } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { broadcasts } from '../../contract/broadcasts.ts'
import { contacts } from '../../contract/contacts.ts'
import { templates } from '../../contract/templates.ts'
import { waSessions } from '../../contract/wa-sessions.ts'
import { query } from '../api.ts'
import { number } from '../lib/format.ts'
import { t } from '../lib/text.ts'
import { useProfile } from '../session.tsx'
import { ErrorState } from '../ui/empty.tsx'
import { Page } from '../ui/page.tsx'
import { Section } from '../ui/section.tsx'
import styles from './home-show.module.css'
import { type Step, StepList, StepSkeleton } from './step-list.tsx'

export default function HomeShow() {
  const { data: profile } = useProfile()
  const { steps, error, retry } = useSteps()
  const done = steps?.filter((step) => step.done).length ?? 0
  return (
    <Page
      title={profile ? t('Hello, {name}', { name: profile.name }) : <Skeleton width="12rem" height={28} />}
      subtitle={
        steps && done === steps.length
          ? t('Everything is set up. What do you want to tell your investors today?')
          : t('Four steps to your first broadcast.')
      }
    >
      {error ? (
        <Section>
          <ErrorState error={error} onRetry={retry} />
        </Section>
      ) : (
        (!steps || done < steps.length) && (
          <Section
            title={t('Getting started')}
            text={
              steps ? t('{done} of {all} done', { done: number(done), all: number(steps.length) }) : t('One moment…')
            }
          >
            {steps ? <StepList steps={steps} /> : <StepSkeleton />}
          </Section>
        )
      )}
      {/* Below what is not known yet they would jump. */}
      {(steps || Boolean(error)) && <QuickLinks />}
    </Page>
  )
}

function QuickLinks() {
  return (
    <>
      <h2 className={styles.heading}>{t('Quick links')}</h2>
      <ul className={styles.links}>
        {quickLinks().map(({ to, title, text, icon: Icon }) => (
          <li key={to}>
            <Link to={to} className={styles.link}>
              <Icon size={20} stroke={1.7} aria-hidden />
              <span>
                <strong>{title}</strong>
                <span className={styles.text}>{text}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </>
  )
}

function useSteps(): { steps?: Step[]; error: unknown; retry: () => void } {
  // Home says what is so now, not what was five minutes ago.
  const now = { staleTime: 0 }
  const one = { query: { per_page: 1 } }
  const people = useQuery({ ...query(contacts.list, one), ...now })
  const status = useQuery({ ...query(waSessions.status), ...now })
  const texts = useQuery({ ...query(templates.list, one), ...now })
  const sent = useQuery({ ...query(broadcasts.list, { query: { per_page: 1, sort: '-started_at' } }), ...now })
  const all = [people, status, texts, sent]
  const retry = () => {
    for (const each of all) if (each.isError) void each.refetch()
  }
  if (!people.data || !status.data || !texts.data || !sent.data) {
    return { error: all.find(({ error }) => error)?.error, retry }
  }
  const count = people.data.pagination.total
  const steps: Step[] = [
    {
      title: t('Bring your contacts'),
      text:
        count > 0
          ? t.plural(count, 'One contact is here.', '{count} contacts are here.')
          : t('From a spreadsheet, or one by one.'),
      done: count > 0,
      to: '/contacts?import=new',
      action: t('Import contacts'),
      other: { to: '/contacts/add', label: t('Add one') },
    },
    {
      title: t('Connect WhatsApp'),
      text: status.data.has_working_session
        ? t('A session is running and connected.')
        : t(
            'Start the session and scan its code. The simulator tries everything without a phone: nothing leaves this machine.',
          ),
      done: status.data.has_working_session,
      to: '/account#whatsapp',
      action: t('Connect'),
    },
    {
      title: t('Write a template'),
      text:
        texts.data.pagination.total > 0
          ? t.plural(texts.data.pagination.total, 'One template is ready.', '{count} templates are ready.')
          : t('A message with a place for each person’s name.'),
      done: texts.data.pagination.total > 0,
      to: '/templates/add',
      action: t('Write one'),
    },
    {
      title: t('Send the first broadcast'),
      text: t('One by one to everybody you choose, and you see who got it.'),
      done: sent.data.data.some(({ started_at }) => started_at !== null),
      to: '/broadcasts/add',
      action: t('New broadcast'),
    },
  ]
  return { steps, error: undefined, retry }
}

function quickLinks() {
  return [
    { to: '/broadcasts/add', title: t('New broadcast'), text: t('One message to many'), icon: IconSpeakerphone },
    { to: '/contacts/add', title: t('Add contact'), text: t('Name and number'), icon: IconPlus },
    { to: '/contacts', title: t('Contacts'), text: t('Search and edit'), icon: IconAddressBook },
    { to: '/templates', title: t('Templates'), text: t('Messages to use again'), icon: IconFileText },
    { to: '/broadcasts', title: t('Broadcasts'), text: t('Who got what'), icon: IconSpeakerphone },
    { to: '/account#whatsapp', title: t('WhatsApp'), text: t('Sessions and devices'), icon: IconBrandWhatsapp },
  ]
}
