// The list of contacts.
import { Button } from '@mantine/core'
import { IconAddressBook, IconFileImport, IconPlus } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { Link, useSearchParams } from 'react-router'
import { Consent, ContactQuery, contacts } from '../../contract/contacts.ts'
import { query } from '../api.ts'
import { ExportPicker } from '../downloads/export-picker.tsx'
import { t } from '../lib/text.ts'
import { InboxPanel } from '../replies/inbox-panel.tsx'
import { useTagFilter } from '../tags/tag-filter-picker.tsx'
import { Empty } from '../ui/empty.tsx'
import type { Filter } from '../ui/filter-bar.tsx'
import { ListPage, useList } from '../ui/list-page.tsx'
import { consentText } from './consent-badge.tsx'
import { contactColumns, exported } from './contact-columns.tsx'

const ContactImportDialog = lazy(() => import('./contact-import-dialog.tsx'))

export default function ContactList() {
  const list = useList('contacts', ContactQuery, contactColumns)
  const page = useQuery({ ...query(contacts.list, { query: list.search }), placeholderData: keepPreviousData })
  const running = useImport()
  const tags = useTagFilter()
  return (
    <ListPage
      title={t('Contacts')}
      searchLabel={t('Search contacts')}
      list={list}
      page={page}
      filters={[...contactFilters(), tags.filter]}
      path="/contacts"
      defaultSort="name"
      actions={
        <>
          <InboxPanel />
          <ExportPicker
            request={(format) => ({
              kind: 'contacts',
              input: { format, query: list.exported, columns: exported(list.ids) },
            })}
            disabled={page.data?.pagination.total === 0}
          />
          <Button
            variant="default"
            leftSection={<IconFileImport size={16} aria-hidden />}
            onClick={() => running.open('new')}
          >
            {t('Import')}
          </Button>
          <Button component={Link} to="/contacts/add" leftSection={<IconPlus size={16} aria-hidden />}>
            {t('Add contact')}
          </Button>
        </>
      }
      empty={<NoContacts onImport={() => running.open('new')} />}
      noMatch={{
        title: t('No contact matches'),
        text: t('Search looks at names, numbers, e-mail addresses and companies.'),
      }}
    >
      {tags.dialog}
      {running.id && (
        <Suspense>
          <ContactImportDialog id={running.id} onId={running.open} onClose={running.close} />
        </Suspense>
      )}
    </ListPage>
  )
}

const contactFilters = (): Filter[] => [
  {
    key: 'consent',
    label: t('Consent'),
    choices: Consent.options.map((consent) => ({ value: consent, label: consentText(consent) })),
  },
  {
    key: 'has_phone',
    label: t('Number'),
    choices: [
      { value: 'true', label: t('with a number') },
      { value: 'false', label: t('without a number') },
    ],
  },
  {
    key: 'has_investor',
    label: t('Investor'),
    choices: [
      { value: 'true', label: t('of an investor') },
      { value: 'false', label: t('of no investor') },
    ],
  },
]

function NoContacts({ onImport }: { onImport: () => void }) {
  return (
    <Empty
      icon={IconAddressBook}
      title={t('No contacts yet')}
      text={t(
        'Bring them from a spreadsheet (CSV): columns such as name and phone are found by themselves, and you see every row before anything is kept.',
      )}
      action={
        <>
          <Button leftSection={<IconFileImport size={16} aria-hidden />} onClick={onImport}>
            {t('Import contacts')}
          </Button>
          <Button component={Link} to="/contacts/add" variant="default">
            {t('Add one by hand')}
          </Button>
        </>
      }
    />
  )
}

/** The import stands in the address, so that a reload comes back to it. */
function useImport() {
  const [params, setParams] = useSearchParams()
  const change = (id: string | null) =>
    setParams(
      (before) => {
        const after = new URLSearchParams(before)
        if (id) after.set('import', id)
        else after.delete('import')
        return after
      },
      { replace: true },
    )
  return { id: params.get('import'), open: (id: string) => change(id), close: () => change(null) }
}
