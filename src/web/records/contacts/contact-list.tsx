// List of contacts.
import { Button } from '@mantine/core'
import { IconAddressBook, IconPlus } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { Consent, ContactQuery, contacts } from '../../../contract/contacts.ts'
import type { ExportFormat } from '../../../contract/exports.ts'
import { query } from '../../api.ts'
import { SampleStart } from '../../identity/sample-data/sample-panel.tsx'
import { InboxPanel } from '../../messaging/replies/inbox-panel.tsx'
import { useExport } from '../../platform/downloads/export-picker.tsx'
import type { BulkPart, ImportParts } from '../../platform/lib/page-parts.ts'
import { t } from '../../platform/lib/text.ts'
import { Empty } from '../../platform/ui/empty.tsx'
import type { Filter } from '../../platform/ui/filter-bar.tsx'
import { ListPage, useList } from '../../platform/ui/list-page.tsx'
import { useCustomColumns, useCustomFilters } from '../custom-fields/list-panel.tsx'
import { useTagFilter } from '../tags/tag-filter-picker.tsx'
import { useSavedView, useViewMenu } from '../views/view-picker.tsx'
import { consentText } from './consent-badge.tsx'
import { contactColumns, exported } from './contact-columns.tsx'
import { useOnward } from './onward-panel.tsx'

export default function ContactList(props: ImportParts & BulkPart) {
  const { BulkPanel, ImportPanel, ImportItem, ImportStart, useImportFilter } = props
  const view = useSavedView('contacts')
  const list = useList('contacts', ContactQuery, useCustomColumns('contact', contactColumns), view.saved)
  const custom = useCustomFilters('contact', list)
  const views = useViewMenu(view, list)
  const page = useQuery({ ...query(contacts.list, { query: list.search }), placeholderData: keepPreviousData })
  const tags = useTagFilter()
  const { onward, dialog } = useOnward(list.matching, page.data?.pagination.total)
  const exportOf = (format: ExportFormat, query: object) =>
    ({ kind: 'contacts', input: { format, query, columns: exported(list.ids) } }) as const
  const file = useExport({
    request: (format) => exportOf(format, list.exported),
    disabled: page.data?.pagination.total === 0,
  })
  return (
    <ListPage
      title={t('Contacts')}
      searchLabel={t('Search contacts')}
      list={custom.list}
      page={page}
      filters={[...contactFilters(), tags.filter, ...custom.filters, useImportFilter()]}
      path="/contacts"
      defaultSort="name"
      onward={onward}
      actions={<InboxPanel />}
      views={views.menu}
      file={file}
      imports={{ ImportPanel, ImportItem }}
      bulk={{ Panel: BulkPanel, nameOf: ({ name }) => name, filters: list.matching, exportOf }}
      add={
        <Button component={Link} to="/contacts/add" leftSection={<IconPlus size={16} aria-hidden />}>
          {t('Add contact')}
        </Button>
      }
      empty={<NoContacts ImportStart={ImportStart} />}
      noMatch={{
        title: t('No contacts match'),
        text: t('Search covers names, numbers, email addresses and companies. Use filters for other fields.'),
      }}
    >
      {views.dialog}
      {tags.dialog}
      {dialog}
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

function NoContacts({ ImportStart }: Pick<ImportParts, 'ImportStart'>) {
  return (
    <Empty
      icon={IconAddressBook}
      permission="edit"
      title={t('No contacts yet')}
      text={t(
        'Import a spreadsheet or an address book. Columns such as name and phone are detected automatically, and you review every row before saving.',
      )}
      action={
        <>
          <ImportStart />
          <Button component={Link} to="/contacts/add" variant="default">
            {t('Add manually')}
          </Button>
          <SampleStart />
        </>
      }
    />
  )
}
