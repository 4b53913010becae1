// Changes the status of an investment, immediately if the new status requires nothing else; with Undo.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Investment, type InvestmentChange, investments } from '../../../contract/investments.ts'
import type { StatusCategory } from '../../../contract/master-data.ts'
import { organization } from '../../../contract/organization.ts'
import { ApiError, call, query } from '../../api.ts'
import { dayIn } from '../../platform/lib/calendar.ts'
import { t } from '../../platform/lib/text.ts'
import { notify, notifyError } from '../../platform/ui/notices.tsx'
import { useRefetchShown, useStoreRecord } from '../../record.ts'
import { investmentKind } from './investment-kind.ts'
import { needOf } from './values.ts'

export interface NextStatus {
  id: string
  name: string
  category: StatusCategory
}

export function useStatusChange(investment: Investment) {
  const store = useStoreRecord(investmentKind)
  const refetch = useRefetchShown(investmentKind)
  const [pendingStatus, setPendingStatus] = useState<NextStatus>()
  const [busy, setBusy] = useState(false)
  const time_zone = useQuery(query(organization.get)).data?.time_zone
  const { id, version, status, committed_amount, committed_on, lost_reason } = investment

  const update = async (body: InvestmentChange) => {
    const next = await call(investments.update, { params: { id }, body })
    store(next)
    return next
  }
  /** With the values that the new status requires, and optionally the day. */
  const save = async (to: NextStatus, more: Partial<InvestmentChange> = {}) => {
    const next = await update({ ...more, version, status_id: to.id })
    setPendingStatus(undefined)
    const undo = () =>
      update({ version: next.version, status_id: status.id, committed_amount, committed_on, lost_reason }).catch(
        (error) => notifyError(error, t('The status change could not be undone')),
      )
    notify({ title: t('The status is now “{status}”', { status: to.name }), undo })
  }
  // A commitment needs a day. The list shows it at once, and Undo takes it back.
  const dayOf = (to: NextStatus) =>
    isCommitted(to.category) && !isCommitted(status.category) && committed_on === null
      ? { committed_on: dayIn(time_zone) }
      : {}
  const change = async (to: NextStatus) => {
    if (to.id === status.id) return
    const need = needOf(to.category)
    if (need && !investment[need]) return setPendingStatus(to)
    setBusy(true)
    try {
      await save(to, dayOf(to))
    } catch (error) {
      if (error instanceof ApiError && error.code === 'version_conflict') void refetch()
      notifyError(error, t('The status could not be changed'))
    } finally {
      setBusy(false)
    }
  }
  return { change, save, busy, pendingStatus, close: () => setPendingStatus(undefined) }
}

const isCommitted = (category: StatusCategory) => needOf(category) === 'committed_amount'
