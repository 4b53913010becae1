// Rules for changing an investment's status: what to ask first, what to set with it, what Undo restores. Pure.
import type { Investment, InvestmentChange } from '../../../contract/investments.ts'
import type { StatusCategory } from '../../../contract/master-data.ts'
import { needOf } from './values.ts'

export interface NextStatus {
  id: string
  name: string
  category: StatusCategory
}

/** Whether the user must be asked first. A deal that is lost a second time is lost for another reason. */
export function isQuestion(investment: Investment, to: NextStatus): boolean {
  const need = needOf(to.category)
  if (need === 'lost_reason' && investment.status.category !== 'lost') return true
  return need !== undefined && !investment[need]
}

/** A commitment needs a day: today, which Undo takes back. */
export function dayOfCommitment({ status, committed_on }: Investment, to: NextStatus, today: string) {
  const isNew = isCommitted(to.category) && !isCommitted(status.category) && committed_on === null
  return isNew ? { committed_on: today } : {}
}

/** The former values of all fields that a change of the status may set, for Undo. */
export function formerly(investment: Investment): Partial<InvestmentChange> {
  const { status, committed_amount, committed_on, lost_reason } = investment
  return { status_id: status.id, committed_amount, committed_on, lost_reason }
}

const isCommitted = (category: StatusCategory) => needOf(category) === 'committed_amount'
