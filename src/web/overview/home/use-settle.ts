// Settles the payment of an alert with today's date, with Undo.
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Alert } from '../../../contract/home.ts'
import { transactions } from '../../../contract/transactions.ts'
import { call, invalidate } from '../../api.ts'
import { today } from '../../platform/lib/format.ts'
import { t } from '../../platform/lib/text.ts'
import { notify, notifyError } from '../../platform/ui/notices.tsx'

/** Only for alerts with a `payment`. `label` names the payment in the notice. */
export function useSettle({ key, payment }: Alert, label: string) {
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  const refetch = () => invalidate(client, '/v1/home', '/v1/investments', '/v1/investors', '/v1/offerings')
  const failed = (error: unknown) => notifyError(error, t('The transaction could not be changed'))
  async function settle() {
    const { id, version } = payment!
    const params = { id: key, transaction_id: id }
    setBusy(true)
    try {
      const next = await call(transactions.update, {
        params,
        body: { state: 'settled', settled_on: today(), version },
      })
      const undo = () =>
        call(transactions.update, { params, body: { state: 'scheduled', settled_on: null, version: next.version } })
          .catch(failed)
          .then(refetch)
      notify({ title: t('Marked as settled'), text: label, undo })
    } catch (error) {
      failed(error)
    }
    await refetch()
    setBusy(false)
  }
  return { settle, busy }
}
