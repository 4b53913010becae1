// Columns of the contact list, named as in its export.
import type { Contact, contactColumns as names } from '../../../contract/contacts.ts'
import { day } from '../../platform/lib/format.ts'
import { languageName } from '../../platform/lib/language-names.ts'
import { t } from '../../platform/lib/text.ts'
import { Ago } from '../../platform/ui/ago.tsx'
import { type Columns, columnsOf } from '../../platform/ui/data-table.tsx'
import { TagBadges } from '../tags/tag-badge.tsx'
import { ConsentBadge } from './consent-badge.tsx'

const column = columnsOf<Contact>()

export const contactColumns = (): Columns<Contact> =>
  column.columns([
    column.accessor('name', { header: t('Name'), meta: { sort: 'name', card: 'title', least: 13 } }),
    column.accessor('phone_text', {
      id: 'phone',
      header: t('Phone'),
      meta: { sort: 'phone', width: '10.5rem' },
      cell: ({ getValue }) =>
        getValue() ?? <span style={{ color: 'var(--mantine-color-dimmed)' }}>{t('No number')}</span>,
    }),
    column.accessor('company', { header: t('Company'), meta: { sort: 'company', wide: true, least: 9 } }),
    column.accessor(({ investors }) => investors.map(({ name }) => name).join(', '), {
      id: 'investors',
      header: t('Investors'),
      meta: { wide: true, least: 9 },
    }),
    column.accessor('email', {
      header: t('Email'),
      meta: { sort: 'email', wide: true, width: '12rem', card: 'hidden' },
      // An email address has no place to break a line.
      cell: ({ getValue }) => (
        <div title={getValue()} style={{ overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}>
          {getValue()}
        </div>
      ),
    }),
    column.accessor('tags', {
      header: t('Tags'),
      meta: { wide: true, width: '8rem' },
      cell: ({ getValue }) => <TagBadges tags={getValue()} most={2} />,
    }),
    column.accessor('consent', {
      header: t('Consent'),
      meta: { sort: 'consent', width: '11rem', card: 'aside' },
      cell: ({ getValue }) => <ConsentBadge consent={getValue()} />,
    }),
    column.accessor('last_contacted_at', {
      header: t('Last message'),
      meta: { sort: 'last_contacted_at', wide: 'very', width: '9rem', card: 'hidden' },
      cell: ({ getValue }) => getValue() && <Ago time={getValue()!} />,
    }),
    column.accessor('preferred_name', {
      header: t('Preferred name'),
      meta: { sort: 'preferred_name', optional: true },
    }),
    column.accessor('job_title', { header: t('Job title'), meta: { sort: 'job_title', optional: true } }),
    column.accessor('language', {
      header: t('Language'),
      meta: { sort: 'language', optional: true },
      cell: ({ getValue }) => getValue() && languageName(getValue()),
    }),
    column.accessor('time_zone', { header: t('Time zone'), meta: { optional: true } }),
    column.accessor(({ other_phones }) => other_phones.map(({ phone_text }) => phone_text).join(', '), {
      id: 'other_phones',
      header: t('Other numbers'),
      meta: { optional: true },
    }),
    column.accessor(({ other_emails }) => other_emails.join(', '), {
      id: 'other_emails',
      header: t('Other email addresses'),
      meta: { optional: true },
    }),
    column.accessor('created_at', {
      header: t('Added'),
      meta: { sort: 'created_at', optional: true, width: '8rem', card: 'hidden' },
      cell: ({ getValue }) => day(getValue()),
    }),
    column.accessor('updated_at', {
      header: t('Changed'),
      meta: { sort: 'updated_at', optional: true, width: '8rem', card: 'hidden' },
      cell: ({ getValue }) => <Ago time={getValue()} />,
    }),
  ])

/** Visible columns that the export has too: all of them. */
export const exported = (ids: readonly string[]) => ids as (typeof names)[number][]
