// The audit log: who changed, sent, exported or logged in, when and from where.
import { Anchor, Button } from '@mantine/core'
import { IconHistory, IconStack2 } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { type AuditEntry, AuditQuery, audit } from '../../../contract/audit.ts'
import { AuditGroup } from '../../../contract/audit-actions.ts'
import { team } from '../../../contract/team.ts'
import { query } from '../../api.ts'
import { useExport } from '../../platform/downloads/export-picker.tsx'
import { dateTime } from '../../platform/lib/format.ts'
import { t } from '../../platform/lib/text.ts'
import { useSearch } from '../../platform/lib/use-search.ts'
import { Text } from '../../platform/ui/box.tsx'
import { useIsPhone } from '../../platform/ui/breakpoints.ts'
import { columnsOf, DataTable } from '../../platform/ui/data-table.tsx'
import { Empty, NoMatch } from '../../platform/ui/empty.tsx'
import { type Filter, FilterBar, isFiltered, withoutFilters } from '../../platform/ui/filter-bar.tsx'
import { Page, Toolbar } from '../../platform/ui/page.tsx'
import { ViewMenu } from '../../platform/ui/view-menu.tsx'
import { groupLabels, kindLabels, linkOf, sentenceOf } from './words.ts'

export default function AuditList() {
  const [search, setSearch] = useSearch(AuditQuery)
  const page = useQuery({ ...query(audit.list, { query: search }), placeholderData: keepPreviousData })
  const { page: _page, per_page: _size, ...filtered } = search
  const file = useExport({
    request: (format) => ({ kind: 'audit', input: { format, query: filtered } }),
    disabled: page.data?.pagination.total === 0,
  })
  const isPhone = useIsPhone()
  const members = useQuery(query(team.get)).data?.members ?? []
  const filters: Filter[] = [
    {
      key: 'group',
      label: t('What'),
      choices: AuditGroup.options.map((group) => ({ value: group, label: t(groupLabels[group]) })),
    },
    { key: 'user_id', label: t('Who'), choices: members.map(({ id, name }) => ({ value: id, label: name })) },
    { key: 'from', label: t('From day'), day: true },
    { key: 'until', label: t('Until day'), day: true },
  ]
  return (
    <Page title={t('Audit log')} quietTitle width="wide">
      <Toolbar
        sticky
        actions={
          <>
            <Button
              component={Link}
              to="/bulk-changes"
              variant="default"
              leftSection={<IconStack2 size={16} aria-hidden />}
            >
              {t('Bulk changes')}
            </Button>
            {!isPhone && file.button}
            <ViewMenu
              columns={columns()}
              search={search}
              onSearch={setSearch}
              {...(isPhone && { items: file.items })}
            />
          </>
        }
      >
        <FilterBar filters={filters} search={search} onSearch={setSearch} />
      </Toolbar>
      <DataTable
        label={t('Audit log')}
        columns={columns()}
        page={page}
        search={search}
        onSearch={setSearch}
        isFiltered={isFiltered(filters, search)}
        empty={
          <Empty
            icon={IconHistory}
            title={t('Nothing recorded yet')}
            text={t('What you or your team change, send or export is listed here.')}
          />
        }
        noMatch={
          <NoMatch
            title={t('Nothing recorded matches')}
            clearLabel={t('Clear filters')}
            onClear={() => setSearch(withoutFilters(filters))}
          />
        }
      />
    </Page>
  )
}

function whoOf({ action, by_operator }: AuditEntry) {
  if (by_operator) return t('Operator of Kabar')
  return action === 'trash_purged' || action === 'webhook_disabled' ? 'Kabar' : t('Former member')
}

const column = columnsOf<AuditEntry>()

const columns = () => [
  column.accessor('at', {
    header: t('Date and time'),
    meta: { width: '11.5rem', card: 'line' },
    cell: ({ getValue }) => dateTime(getValue()),
  }),
  column.accessor('user', {
    header: t('Who'),
    meta: { width: '8.5rem', card: 'line', words: true },
    cell: ({ row: { original } }) => (
      <>
        <Text>{original.user?.name ?? whoOf(original)}</Text>
        {original.token && (
          <Text size={13} dimmed>
            {t('with the token {name}', { name: original.token.name })}
          </Text>
        )}
      </>
    ),
  }),
  column.accessor('action', {
    header: t('What'),
    meta: { width: '30%', card: 'title', words: true, least: 11 },
    cell: ({ row: { original } }) => sentenceOf(original),
  }),
  column.accessor('target', {
    header: t('Record'),
    meta: { card: 'line', words: true, least: 10.5 },
    cell: ({ row: { original } }) => {
      if (!original.target?.name) return null
      const link = linkOf(original)
      const { kind, name } = original.target
      return (
        <>
          <Text>
            {link ? (
              <Anchor component={Link} to={link}>
                {name}
              </Anchor>
            ) : (
              name
            )}
          </Text>
          <Text size={13} dimmed>
            {t(kindLabels[kind])}
          </Text>
        </>
      )
    },
  }),
  column.accessor('ip', { header: t('IP address'), meta: { width: '9rem', wide: true, card: 'hidden' } }),
]
