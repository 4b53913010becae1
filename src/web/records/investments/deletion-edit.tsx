// Deletes an investment, with Undo; if it has settled transactions, offers another status instead.
import { IconTrash } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import type { Investment } from '../../../contract/investments.ts'
import { ApiError } from '../../api.ts'
import { t } from '../../platform/lib/text.ts'
import { MoreMenu } from '../../platform/ui/more-menu.tsx'
import { useRemove } from '../../record.ts'
import { investmentKind } from './investment-kind.ts'
import { useStatusChange } from './use-status-change.ts'

const DeletionRefuseDialog = lazy(() => import('./deletion-refuse-dialog.tsx'))
const StatusChangeDialog = lazy(() => import('./status-change-dialog.tsx'))

export function DeletionEdit({ investment, list }: { investment: Investment; list: string }) {
  const changing = useStatusChange(investment)
  const [refusal, setRefusal] = useState<string>()
  const { remove, busy } = useRemove(investmentKind, investment, {
    list,
    onRefused: (error) => {
      if (!(error instanceof ApiError) || error.code !== 'investment_has_transactions') return false
      setRefusal(error.detail)
      return true
    },
  })
  return (
    <>
      <MoreMenu busy={busy}>
        {(Menu) => (
          <Menu.Item leftSection={<IconTrash size={16} aria-hidden />} onClick={remove}>
            {t('Delete')}
          </Menu.Item>
        )}
      </MoreMenu>
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
      {changing.pendingStatus && (
        <Suspense>
          <StatusChangeDialog
            investment={investment}
            to={changing.pendingStatus}
            onSave={changing.save}
            onClose={changing.close}
          />
        </Suspense>
      )}
    </>
  )
}
