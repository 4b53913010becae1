// Actions of an investor page: edit, archive, delete.
import { ActionIcon, Button } from '@mantine/core'
import { IconArchive, IconArchiveOff, IconDots, IconFileText, IconPencil, IconTrash } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { type Investor, investors } from '../../contract/investors.ts'
import { ApiError, call, invalidate, query } from '../api.ts'
import { t } from '../lib/text.ts'
import { ActionMenu } from '../ui/menu.tsx'
import { notify, notifyError } from '../ui/notices.tsx'

const ConfirmDialog = lazy(() => import('../ui/confirm-dialog.tsx'))

interface ActionPanelProps {
  investor: Investor
  /** The list that the investor was opened from, with the position. */
  list: string
  query: string
}

export function ActionPanel({ investor, list, query: place }: ActionPanelProps) {
  const { is_archived, name } = investor
  const archive = useArchive(investor)
  const [refusal, setRefusal] = useState<string>()
  const remove = useRemove(investor, { list, onRefusal: setRefusal })
  return (
    <>
      <Button
        component={Link}
        to={`/investors/${investor.id}/edit${place}`}
        leftSection={<IconPencil size={16} aria-hidden />}
      >
        {t('Edit')}
      </Button>
      <ActionMenu
        button={
          <ActionIcon variant="default" size="input-sm" aria-label={t('More')}>
            <IconDots size={18} aria-hidden />
          </ActionIcon>
        }
      >
        {(Menu) => (
          <>
            <Menu.Item
              component={Link}
              to={`/investors/${investor.id}/statement`}
              leftSection={<IconFileText size={16} aria-hidden />}
            >
              {t('Statement')}
            </Menu.Item>
            <Menu.Item
              leftSection={
                is_archived ? <IconArchiveOff size={16} aria-hidden /> : <IconArchive size={16} aria-hidden />
              }
              onClick={() => archive(!is_archived)}
            >
              {is_archived ? t('Unarchive') : t('Archive')}
            </Menu.Item>
            <Menu.Item leftSection={<IconTrash size={16} aria-hidden />} onClick={remove}>
              {t('Delete')}
            </Menu.Item>
          </>
        )}
      </ActionMenu>
      {refusal && (
        <Suspense>
          <ConfirmDialog
            title={t('{name} cannot be deleted', { name })}
            text={refusal}
            confirmLabel={t('Archive')}
            onConfirm={async () => {
              await archive(true)
              setRefusal(undefined)
            }}
            onClose={() => setRefusal(undefined)}
          />
        </Suspense>
      )}
    </>
  )
}

/** Archives or unarchives, with Undo. */
export function useArchive({ id, name, version }: Investor) {
  const client = useQueryClient()
  const set = async (is_archived: boolean, over: number): Promise<number> => {
    const next = await call(investors.update, { params: { id }, body: { is_archived, version: over } })
    client.setQueryData(query(investors.get, { params: { id } }).queryKey, next)
    void invalidate(client, '/v1/investors')
    return next.version
  }
  const fail = (error: unknown) => notifyError(error, t('{name} could not be changed', { name }))
  return async (is_archived: boolean) => {
    try {
      const next = await set(is_archived, version)
      notify({
        title: is_archived ? t('{name} was archived', { name }) : t('{name} unarchived', { name }),
        undo: () => set(!is_archived, next).catch(fail),
      })
    } catch (error) {
      fail(error)
    }
  }
}

function useRemove(
  { id, name, is_archived }: Investor,
  { list, onRefusal }: { list: string; onRefusal: (why: string) => void },
) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const refresh = () => invalidate(client, '/v1/investors', '/v1/contacts')
  const restore = () =>
    call(investors.restore, { params: { id } })
      .then(refresh)
      .catch((error) => notifyError(error, t('{name} could not be restored', { name })))
  return async () => {
    try {
      await call(investors.remove, { params: { id } })
      navigate(list)
      client.removeQueries({ queryKey: query(investors.get, { params: { id } }).queryKey })
      void refresh()
      notify({ title: t('{name} was deleted', { name }), undo: restore })
    } catch (error) {
      // Offers archiving instead, unless the investor is archived already.
      if (error instanceof ApiError && error.code === 'investor_has_investments' && !is_archived)
        onRefusal(error.detail)
      else notifyError(error, t('{name} could not be deleted', { name }))
    }
  }
}
