// Saved views of a list: which one is open, the menu that opens, saves and deletes them, and the default that opens by itself.
import { Button, type Menu as MantineMenu } from '@mantine/core'
import { IconBookmark, IconChevronDown } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { cloneElement, lazy, Suspense, useEffect, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { type View, type ViewList, views } from '../../../contract/views.ts'
import { query } from '../../api.ts'
import { useMay } from '../../platform/lib/permissions.ts'
import { t } from '../../platform/lib/text.ts'
import { Row } from '../../platform/ui/box.tsx'
import { useLazyLoad } from '../../platform/ui/lazy-load.ts'
import type { SavedView } from '../../platform/ui/list-page.tsx'
import type { ViewItemsProps } from './view-item-list.tsx'
import { isSame, parametersOf, searchOf } from './view-parameters.ts'

const loadItems = () => import('./view-item-list.tsx')
const ViewItems = lazy(async () => ({ default: (await loadItems()).ViewItems }))
const ViewNameDialog = lazy(() => import('./view-name-dialog.tsx'))

/** The view of the address; opens the default one if the list is opened without parameters. */
export function useSavedView(list: ViewList) {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const answer = useQuery(query(views.list))
  const all = answer.data?.data.filter((view) => view.list === list) ?? []
  const id = params.get('saved') ?? undefined
  const view = all.find((each) => each.id === id)
  const first = all.find(({ is_default }) => is_default)
  const isPlain = params.size === 0
  const opened = isPlain && first ? searchOf(first) : undefined
  useEffect(() => {
    if (opened !== undefined) void navigate(opened, { replace: true })
  }, [opened, navigate])
  const saved: SavedView = {
    id,
    columns: view?.columns ?? undefined,
    isOpening: isPlain && (first !== undefined || answer.isLoading),
    mark: first && !id ? 'none' : undefined,
  }
  return { list, all, view, saved }
}

interface ListState {
  overrides: Record<string, boolean>
  isChosen: boolean
  choice: { reset: () => void }
}

/** The menu of the views, for `ListPage`. `state` is the result of `useList`. */
export function useViewMenu({ list, all, view }: ReturnType<typeof useSavedView>, state: ListState) {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const [asked, setAsked] = useState<{ view?: View }>()
  const parameters = parametersOf(params)
  const current = { parameters, columns: state.overrides }
  const isChanged = view !== undefined && (state.isChosen || !isSame(parameters, view.parameters))
  const open = (next: View | undefined) => navigate(next ? searchOf(next) : '?saved=none')
  const client = useQueryClient()
  const mayEdit = useMay('edit')
  const changes = async () =>
    (await import('./view-changes.ts')).viewChanges(client, { open, resetColumns: state.choice.reset })
  const reset = () => {
    state.choice.reset()
    void open(view)
  }
  const saveAs = () => setAsked({})
  const actions: Omit<ViewItemsProps, 'Menu'> = {
    ...{ all, view, isChanged },
    onOpen: open,
    onSave: async () => (await changes()).save(view!, current),
    onSaveAs: saveAs,
    onReset: reset,
    onEdit: () => setAsked({ view: view! }),
    onDefault: async (isDefault) => (await changes()).setDefault(list, isDefault ? view!.id : null),
    onRemove: async () => (await changes()).remove(view!),
  }
  const items = (Menu: typeof MantineMenu) => (
    <Suspense>
      <ViewItems Menu={Menu} {...actions} />
    </Suspense>
  )
  const button = (
    <Row gap={4} rowGap={4} wrap>
      <OpenButton {...actions} />
      {isChanged && (
        <>
          {(mayEdit || !view.is_shared) && (
            <Button variant="light" size="compact-sm" onClick={actions.onSave}>
              {t('Save')}
            </Button>
          )}
          <Button variant="subtle" size="compact-sm" onClick={saveAs}>
            {t('Save as')}
          </Button>
          <Button variant="subtle" color="gray" size="compact-sm" onClick={reset}>
            {t('Reset')}
          </Button>
        </>
      )}
    </Row>
  )
  const dialog = asked && (
    <Suspense>
      <ViewNameDialog
        view={asked.view}
        onSave={async (naming) => {
          const { rename, add } = await changes()
          await (asked.view ? rename(asked.view, naming) : add({ list, ...current, ...naming }))
        }}
        onClose={() => setAsked(undefined)}
      />
    </Suspense>
  )
  return { menu: { button, items }, dialog }
}

/** The button of the menu, which is loaded when the user reaches for it. */
function OpenButton(actions: Omit<ViewItemsProps, 'Menu'>) {
  const { part, handlers } = useLazyLoad(loadItems)
  const { view } = actions
  const button = (
    <Button
      variant="subtle"
      size="compact-md"
      leftSection={<IconBookmark size={16} aria-hidden />}
      rightSection={<IconChevronDown size={15} aria-hidden />}
      aria-label={view ? t('View: {name}', { name: view.name }) : undefined}
    >
      {view ? view.name : t('Views')}
    </Button>
  )
  if (part) return <part.ViewMenu button={button} {...actions} />
  return cloneElement(button, { ...handlers, 'aria-haspopup': 'menu', 'aria-expanded': false })
}
