// List of templates: text and last change.
import { Button, VisuallyHidden } from '@mantine/core'
import { IconMessagePlus, IconMessages, IconSend } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { broadcastPath } from '../../../contract/broadcast-start.ts'
import { type Template, TemplateQuery, templates } from '../../../contract/templates.ts'
import { query } from '../../api.ts'
import { SampleStart } from '../../identity/sample-data/sample-panel.tsx'
import { languageName } from '../../platform/lib/language-names.ts'
import { t } from '../../platform/lib/text.ts'
import { useSearch } from '../../platform/lib/use-search.ts'
import { excerpt } from '../../platform/lib/whatsapp-text.ts'
import { Ago } from '../../platform/ui/ago.tsx'
import { columnsOf } from '../../platform/ui/data-table.tsx'
import { Empty } from '../../platform/ui/empty.tsx'
import { RowLink } from '../../platform/ui/row-link.tsx'
import { SearchList } from '../../platform/ui/search-list.tsx'

export default function TemplateList() {
  const [search, setSearch] = useSearch(TemplateQuery)
  const page = useQuery({ ...query(templates.list, { query: search }), placeholderData: keepPreviousData })
  const add = (
    <Button component={Link} to="/templates/add" leftSection={<IconMessagePlus size={18} aria-hidden />}>
      {t('Add template')}
    </Button>
  )
  return (
    <SearchList
      title={t('Templates')}
      searchLabel={t('Search templates')}
      text={search.q}
      onText={(q) => setSearch({ q }, { replace: true })}
      actions={add}
      columns={columns()}
      page={page}
      search={search}
      onSearch={(change) => setSearch(change as TemplateQuery)}
      defaultSort="name"
      rowTo={({ id }) => `/templates/${id}/edit`}
      empty={
        <Empty
          icon={IconMessages}
          permission="edit"
          title={t('No templates yet')}
          text={t('A template is a message with variables for each contact’s data: written once, sent to many.')}
          action={
            <>
              {add}
              <SampleStart />
            </>
          }
        />
      }
      noMatch={t('No templates match')}
    />
  )
}

const column = columnsOf<Template>()

const columns = () => [
  column.accessor('name', { header: t('Name'), meta: { sort: 'name', card: 'title', width: '26%' } }),
  column.accessor('preview', {
    header: t('Message'),
    meta: { words: true },
    cell: ({ getValue }) => excerpt(getValue()),
  }),
  column.accessor('language', {
    header: t('Language'),
    meta: { sort: 'language', wide: true, width: '9rem' },
    cell: ({ getValue }) => getValue() && languageName(getValue()),
  }),
  column.accessor('updated_at', {
    header: t('Changed'),
    meta: { sort: 'updated_at', width: '9rem' },
    cell: ({ getValue }) => <Ago time={getValue()} />,
  }),
  column.accessor('updated_by', { header: t('By'), meta: { sort: 'updated_by', wide: true, width: '11rem' } }),
  column.display({
    id: 'send',
    header: () => <VisuallyHidden>{t('Send')}</VisuallyHidden>,
    meta: { width: '4.5rem', align: 'end', card: 'hidden' },
    cell: ({ row: { original } }) => (
      <RowLink
        to={broadcastPath({ template_id: original.id })}
        label={t('Send {name}', { name: original.name })}
        icon={IconSend}
      />
    ),
  }),
]
