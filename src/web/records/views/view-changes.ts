// Saves, renames, shares and deletes views, with Undo.
import type { QueryClient } from '@tanstack/react-query'
import { type View, type ViewInput, type ViewList, views } from '../../../contract/views.ts'
import { call, invalidate, query } from '../../api.ts'
import { t } from '../../platform/lib/text.ts'
import { notify, notifyError } from '../../platform/ui/notices.tsx'

interface Surroundings {
  open: (view: View | undefined) => unknown
  /** Discards columns that were changed since the view was opened. */
  resetColumns: () => void
}
type Content = Pick<ViewInput, 'parameters' | 'columns'>
export type ViewNaming = { name: string; is_shared: boolean }

export function viewChanges(client: QueryClient, { open, resetColumns }: Surroundings) {
  const change = async (view: View, body: Partial<Content & ViewNaming>) => {
    const saved = await call(views.update, { params: { id: view.id }, body: { ...body, version: view.version } })
    store(client, saved)
    return saved
  }
  const attempt = (title: string, work: () => Promise<unknown>) =>
    work().catch((error) => {
      notifyError(error, title)
      void invalidate(client, views.list.path)
    })

  return {
    /** Fails with a notice if a colleague has changed the view since it was shown. */
    save: (view: View, { parameters, columns }: Content) =>
      attempt(t('The view could not be saved'), async () => {
        const saved = await change(view, { parameters, columns })
        resetColumns()
        const before = { parameters: view.parameters, columns: view.columns }
        const undo = () => attempt(t('The view could not be restored'), () => change(saved, before))
        notify({ title: t('{name} was saved', { name: view.name }), undo })
      }),
    add: async (input: Content & ViewNaming & { list: ViewList }) => {
      const view = await call(views.create, { body: input })
      resetColumns()
      store(client, view)
      void open(view)
      notify({ title: t('{name} was saved', { name: view.name }) })
    },
    rename: async (view: View, naming: ViewNaming) => {
      const saved = await change(view, naming)
      notify({ title: t('{name} was saved', { name: saved.name }) })
    },
    setDefault: (list: ViewList, view_id: string | null) =>
      attempt(t('The view could not be saved'), async () => {
        client.setQueryData(query(views.list).queryKey, await call(views.setDefault, { body: { list, view_id } }))
      }),
    remove: (view: View) =>
      attempt(t('The view could not be deleted'), async () => {
        await call(views.remove, { params: { id: view.id } })
        void open(undefined)
        void invalidate(client, views.list.path)
        const undo = () =>
          attempt(t('The view could not be restored'), async () => {
            const restored = await call(views.restore, { params: { id: view.id } })
            store(client, restored)
            void open(restored)
          })
        notify({ title: t('{name} was deleted', { name: view.name }), undo })
      }),
  }
}

/** Puts the view into the cache, so that the menu shows it before the list of views is fetched again. */
function store(client: QueryClient, view: View) {
  client.setQueryData(query(views.list).queryKey, (before: { data: View[] } | undefined) => ({
    data: [...(before?.data ?? []).filter(({ id }) => id !== view.id), view].sort((a, b) =>
      a.name.localeCompare(b.name),
    ),
  }))
  void invalidate(client, views.list.path)
}
