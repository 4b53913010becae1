// Labels of tasks: fields, repetition, and the record with its address.
import type { Repeat, Task, TaskDue, TaskRecordKind } from '../../../contract/tasks.ts'
import { t } from '../../platform/lib/text.ts'
import type { TaskValues } from './values.ts'

export const taskLabels = (): Record<keyof TaskValues, string> => ({
  title: t('Task'),
  due_on: t('Due day'),
  repeats: t('Repeats'),
  assignee_user_id: t('Assigned to'),
  record: t('About'),
  details: t('Details'),
})

export function repeatText(repeats: Repeat): string {
  return {
    daily: t('Every day'),
    weekly: t('Every week'),
    every_two_weeks: t('Every two weeks'),
    monthly: t('Every month'),
    quarterly: t('Every quarter'),
    yearly: t('Every year'),
  }[repeats]
}

export function dueText(due: TaskDue): string {
  return {
    overdue: t('Overdue'),
    today: t('Today'),
    week: t('Next 7 days'),
    later: t('Later'),
    none: t('No due day'),
  }[due]
}

export function recordKindText(kind: TaskRecordKind): string {
  return {
    investor: t('Investor'),
    contact: t('Contact'),
    investment: t('Investment'),
    offering: t('Offering'),
    broadcast: t('Broadcast'),
  }[kind]
}

/** An offering has no page, so this is the list of its investments. */
export function recordPath({ kind, id }: NonNullable<Task['record']>): string {
  return kind === 'offering' ? `/investments?offering_id=${id}` : `/${kind}s/${id}`
}

/** Name of the assignee; empty if there is none. */
export function assigneeText(assignee: Task['assignee']): string {
  if (!assignee) return ''
  return assignee.is_active ? assignee.name : t('{name} (former member)', { name: assignee.name })
}
