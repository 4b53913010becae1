// List of imported groups; the open one is in the URL.
import { Button } from '@mantine/core'
import { IconBrandWhatsapp, IconFileImport } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useMemo } from 'react'
import { Link, useSearchParams } from 'react-router'
import { ImportedGroupQuery, waGroups } from '../../../contract/wa-groups.ts'
import { query } from '../../api.ts'
import { t } from '../../platform/lib/text.ts'
import { useSearch } from '../../platform/lib/use-search.ts'
import { Empty } from '../../platform/ui/empty.tsx'
import { SearchList } from '../../platform/ui/search-list.tsx'
import { groupColumns } from './group-columns.tsx'

const GroupShowDialog = lazy(() => import('./group-show-dialog.tsx'))

export default function GroupList() {
  const [search, setSearch] = useSearch(ImportedGroupQuery)
  const opened = useOpened()
  const { data, ...page } = useQuery({
    ...query(waGroups.imported, { query: search }),
    placeholderData: keepPreviousData,
  })
  const columns = useMemo(groupColumns, [])
  const bring = (
    <Button component={Link} to="/wa-groups/import" leftSection={<IconFileImport size={18} aria-hidden />}>
      {t('Import groups')}
    </Button>
  )
  return (
    <SearchList
      title={t('WA Groups')}
      searchLabel={t('Search groups')}
      text={search.name}
      onText={(name) => setSearch({ name }, { replace: true })}
      actions={bring}
      columns={columns}
      page={{ ...page, data: data && { data: data.groups, pagination: data.pagination } }}
      search={search}
      onSearch={(change) => setSearch(change as ImportedGroupQuery)}
      defaultSort="name"
      rowTo={({ id }) => opened.to(id)}
      empty={
        <Empty
          icon={IconBrandWhatsapp}
          permission="edit"
          title={t('No groups yet')}
          text={t(
            'Choose from the groups of a connected phone. You can see which members are your contacts and which investors are missing.',
          )}
          action={bring}
        />
      }
      noMatch={t('No groups match')}
    >
      {opened.id && (
        <Suspense>
          <GroupShowDialog key={opened.id} id={opened.id} onClose={opened.close} />
        </Suspense>
      )}
    </SearchList>
  )
}

function useOpened() {
  const [params, setParams] = useSearchParams()
  const close = () =>
    setParams(
      (before) => {
        const after = new URLSearchParams(before)
        after.delete('group')
        return after
      },
      { replace: true, preventScrollReset: true },
    )
  const to = (id: string) => {
    const after = new URLSearchParams(params)
    after.set('group', id)
    return `/wa-groups?${after}`
  }
  return { id: params.get('group'), to, close }
}
