// Changes the status of an investment, immediately if the new status requires nothing else; with Undo.
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type Investment, type InvestmentChange, investments } from '../../contract/investments.ts'
import type { StatusCategory } from '../../contract/master-data.ts'
import { ApiError, call, query } from '../api.ts'
import { t } from '../lib/text.ts'
import { notify, notifyError } from '../ui/notices.tsx'
import { useInvalidateInvestment } from './use-invalidate-investment.ts'
import { needOf } from './values.ts'

export interface NextStatus {
  id: string
  name: string
  category: StatusCategory
}

export function useStatusChange(investment: Investment) {
  const client = useQueryClient()
  const touched = useInvalidateInvestment()
  const [asked, setAsked] = useState<NextStatus>()
  const [busy, setBusy] = useState(false)
  const { id, version, status, committed_amount, committed_on, lost_reason } = investment

  const update = async (body: InvestmentChange) => {
    const next = await call(investments.update, { params: { id }, body })
    client.setQueryData(query(investments.get, { params: { id } }).queryKey, next)
    void touched()
    return next
  }
  /** With the values that the new status requires, and optionally the day. */
  const save = async (to: NextStatus, more: Partial<InvestmentChange> = {}) => {
    const next = await update({ ...more, version, status_id: to.id })
    setAsked(undefined)
    const undo = () =>
      update({ version: next.version, status_id: status.id, committed_amount, committed_on, lost_reason }).catch(
        (error) => notifyError(error, t('The status change could not be undone')),
      )
    notify({ title: t('The status is now “{status}”', { status: to.name }), undo })
  }
  const change = async (to: NextStatus) => {
    if (to.id === status.id) return
    const need = needOf(to.category)
    if (need && !investment[need]) return setAsked(to)
    setBusy(true)
    try {
      await save(to)
    } catch (error) {
      if (error instanceof ApiError && error.code === 'version_conflict') void touched()
      notifyError(error, t('The status could not be changed'))
    } finally {
      setBusy(false)
    }
  }
  return { change, save, busy, asked, close: () => setAsked(undefined) }
}
