// The board of the list of investments: requests its columns, and offers to group them by status or stage.
import { Button, type Menu as MantineMenu } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { pagination } from '../../../contract/common.ts'
import { type BoardQuery, type Investment, investments } from '../../../contract/investments.ts'
import { query } from '../../api.ts'
import { t } from '../../platform/lib/text.ts'
import type { BoardLayout } from '../../platform/ui/list-page.tsx'
import { ActionMenu } from '../../platform/ui/menu.tsx'

const BoardShow = lazy(() => import('./board-show.tsx'))

interface Search extends BoardQuery {
  per_page?: number | undefined
  figure?: string | undefined
  view?: 'board' | undefined
}

interface ListState {
  setSearch: (change: Record<string, string | undefined>) => void
  savedId: string | undefined
}

export function useBoard(search: Search, { setSearch, savedId }: ListState) {
  const { page: _page, per_page: _size, figure: _figure, view, ...request } = search
  const answer = useQuery({
    ...query(investments.board, { query: request as never }),
    placeholderData: keepPreviousData,
    enabled: view === 'board',
  })
  const count = answer.data?.columns.reduce((sum, column) => sum + column.count, 0)
  const by = search.by ?? 'status'
  const items = (Menu: typeof MantineMenu) => (
    <>
      <Menu.Label>{t('Columns by')}</Menu.Label>
      <Menu.RadioGroup value={by} onChange={(next) => setSearch({ by: next === 'stage' ? next : undefined })}>
        <Menu.RadioItem value="status">{t('Status')}</Menu.RadioItem>
        <Menu.RadioItem value="stage">{t('Stage')}</Menu.RadioItem>
      </Menu.RadioGroup>
    </>
  )
  const layout: BoardLayout = {
    isShown: view === 'board',
    // Keeps `by`, so that the board comes back with the same columns.
    onShow: (isShown) => setSearch({ view: isShown ? 'board' : undefined }),
    items,
    button: (
      <ActionMenu
        button={
          <Button variant="default" rightSection={<IconChevronDown size={15} aria-hidden />}>
            {by === 'status' ? t('By status') : t('By stage')}
          </Button>
        }
      >
        {items}
      </ActionMenu>
    ),
    content: (
      <Suspense>
        <BoardShow
          board={answer.data}
          request={request}
          search={{ ...request, view, saved: savedId }}
          isStale={answer.isPlaceholderData}
        />
      </Suspense>
    ),
  }
  return {
    layout,
    /** `ListPage` takes a page of rows: this one has only the number of cards, for the empty and the error state. */
    page: {
      data: count === undefined ? undefined : { data: [] as Investment[], pagination: pagination({}, count) },
      error: answer.error,
      isPlaceholderData: answer.isPlaceholderData,
      refetch: answer.refetch,
    },
  }
}
