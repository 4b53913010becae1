// Changes the status of an investment, immediately if the new status requires nothing else; with Undo.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Investment, type InvestmentChange, investments } from '../../../contract/investments.ts'
import { organization } from '../../../contract/organization.ts'
import { ApiError, call, query } from '../../api.ts'
import { dayIn } from '../../platform/lib/calendar.ts'
import { t } from '../../platform/lib/text.ts'
import { notify, notifyError } from '../../platform/ui/notices.tsx'
import { useRefetchShown, useStoreRecord } from '../../record.ts'
import { investmentKind } from './investment-kind.ts'
import { dayOfCommitment, formerly, isQuestion, type NextStatus } from './status-change.ts'

export function useStatusChange(investment: Investment) {
  const store = useStoreRecord(investmentKind)
  const refetch = useRefetchShown(investmentKind)
  const [pendingStatus, setPendingStatus] = useState<NextStatus>()
  const [busy, setBusy] = useState(false)
  const time_zone = useQuery(query(organization.get)).data?.time_zone
  const { id, version, status } = investment

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
      update({ version: next.version, ...formerly(investment) }).catch((error) =>
        notifyError(error, t('The status change could not be undone')),
      )
    notify({ title: t('The status is now “{status}”', { status: to.name }), undo })
  }
  const change = async (to: NextStatus) => {
    if (to.id === status.id) return
    if (isQuestion(investment, to)) return setPendingStatus(to)
    setBusy(true)
    try {
      await save(to, dayOfCommitment(investment, to, dayIn(time_zone)))
    } catch (error) {
      if (error instanceof ApiError && error.code === 'version_conflict') void refetch()
      notifyError(error, t('The status could not be changed'))
    } finally {
      setBusy(false)
    }
  }
  return { change, save, busy, pendingStatus, close: () => setPendingStatus(undefined) }
}
