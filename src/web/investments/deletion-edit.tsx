// Deletes an investment, with Undo; if it has settled transactions, offers another status instead.
import { Button } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import { type Investment, investments } from '../../contract/investments.ts'
import { ApiError, call, query } from '../api.ts'
import { t } from '../lib/text.ts'
import { notify, notifyError } from '../ui/notices.tsx'
import { useInvalidateInvestment } from './use-invalidate-investment.ts'
import { useStatusChange } from './use-status-change.ts'

const DeletionRefuseDialog = lazy(() => import('./deletion-refuse-dialog.tsx'))
const StatusChangeDialog = lazy(() => import('./status-change-dialog.tsx'))

export function DeletionEdit({ investment, list }: { investment: Investment; list: string }) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const touched = useInvalidateInvestment()
  const changing = useStatusChange(investment)
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  const { id, title } = investment

  const restore = () =>
    call(investments.restore, { params: { id } })
      .then(touched)
      .catch((error) => notifyError(error, t('{name} could not be restored', { name: title })))

  async function remove() {
    setBusy(true)
    try {
      await call(investments.remove, { params: { id } })
      navigate(list)
      client.removeQueries({ queryKey: query(investments.get, { params: { id } }).queryKey })
      void touched()
      notify({ title: t('{name} was deleted', { name: title }), undo: restore })
    } catch (error) {
      if (error instanceof ApiError && error.code === 'investment_has_transactions') setRefusal(error.detail)
      else notifyError(error, t('{name} could not be deleted', { name: title }))
      setBusy(false)
    }
  }
  return (
    <>
      <Button variant="default" leftSection={<IconTrash size={16} aria-hidden />} loading={busy} onClick={remove}>
        {t('Delete')}
      </Button>
      {refusal && (
        <Suspense>
          <DeletionRefuseDialog
            investment={investment}
            reason={refusal}
            onStatus={(to) => {
              setRefusal(undefined)
              void changing.change(to)
            }}
            onClose={() => setRefusal(undefined)}
          />
        </Suspense>
      )}
      {changing.asked && (
        <Suspense>
          <StatusChangeDialog
            investment={investment}
            to={changing.asked}
            onSave={changing.save}
            onClose={changing.close}
          />
        </Suspense>
      )}
    </>
  )
}
