// List of broadcast groups: summary, current size, and the broadcasts that use them.
import { Button } from '@mantine/core'
import { IconPlus, IconUsersGroup } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { BroadcastGroupQuery, broadcastGroups } from '../../../contract/broadcast-groups.ts'
import { query } from '../../api.ts'
import { SampleStart } from '../../identity/sample-data/sample-panel.tsx'
import { t } from '../../platform/lib/text.ts'
import { useSearch } from '../../platform/lib/use-search.ts'
import { Empty } from '../../platform/ui/empty.tsx'
import { SearchList } from '../../platform/ui/search-list.tsx'
import { broadcastGroupColumns } from './broadcast-group-columns.tsx'

export default function BroadcastGroupList() {
  const [search, setSearch] = useSearch(BroadcastGroupQuery)
  const page = useQuery({ ...query(broadcastGroups.list, { query: search }), placeholderData: keepPreviousData })
  const add = (
    <Button component={Link} to="/broadcast-groups/new" leftSection={<IconPlus size={18} aria-hidden />}>
      {t('Add broadcast group')}
    </Button>
  )
  return (
    <SearchList
      title={t('Broadcast Groups')}
      searchLabel={t('Search broadcast groups')}
      text={search.q}
      onText={(q) => setSearch({ q }, { replace: true })}
      actions={add}
      columns={broadcastGroupColumns()}
      page={page}
      search={search}
      onSearch={(change) => setSearch(change as BroadcastGroupQuery)}
      defaultSort="name"
      rowTo={({ id }) => `/broadcast-groups/${id}/edit`}
      empty={
        <Empty
          icon={IconUsersGroup}
          permission="edit"
          title={t('No broadcast groups yet')}
          text={t(
            'A broadcast group is an audience with a name: contacts you pick, WA groups, and rules such as “Angels with more than IDR 500 million in Villa Canggu”.',
          )}
          action={
            <>
              {add}
              <SampleStart />
            </>
          }
        />
      }
      noMatch={t('No broadcast groups match')}
    />
  )
}
