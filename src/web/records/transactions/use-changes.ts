// One-click changes of a transaction, with Undo.
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type Transaction, transactions } from '../../../contract/transactions.ts'
import { call, invalidate } from '../../api.ts'
import { t } from '../../platform/lib/text.ts'
import { notify, notifyError } from '../../platform/ui/notices.tsx'

export function useChanges({ id, investment_id, version, state, settled_on }: Transaction) {
  const touched = useInvalidateTransactions()
  const [busy, setBusy] = useState(false)
  const params = { id: investment_id, transaction_id: id }
  const failed = (error: unknown) => notifyError(error, t('The transaction could not be changed'))

  async function change(to: Partial<Pick<Transaction, 'state' | 'settled_on'>>, title: string) {
    setBusy(true)
    try {
      const next = await call(transactions.update, { params, body: { ...to, version } })
      const back = () => call(transactions.update, { params, body: { state, settled_on, version: next.version } })
      const text = next.warnings.includes('refunds_exceed_contributions')
        ? t('Refunds exceed contributions.')
        : undefined
      notify({ title, text, undo: () => back().catch(failed).then(touched) })
    } catch (error) {
      failed(error)
    }
    await touched()
    setBusy(false)
  }
  async function remove() {
    const restore = () => call(transactions.restore, { params }).catch(failed).then(touched)
    try {
      await call(transactions.remove, { params })
      notify({ title: t('The transaction was deleted'), undo: restore })
    } catch (error) {
      notifyError(error, t('The transaction could not be deleted'))
    }
    await touched()
  }
  return { change, remove, busy }
}

/** Invalidates every sum that includes a transaction. */
export function useInvalidateTransactions() {
  const client = useQueryClient()
  return () => invalidate(client, '/v1/investments', '/v1/investors', '/v1/offerings')
}
