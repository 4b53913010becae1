// Due day of a task, marked if it is due or overdue.
import { IconAlertTriangle, IconRepeat } from '@tabler/icons-react'
import type { Task } from '../../../contract/tasks.ts'
import { calendarDay, today } from '../../platform/lib/format.ts'
import { t } from '../../platform/lib/text.ts'
import { ToneBadge } from '../../platform/ui/badge.tsx'
import { Row } from '../../platform/ui/box.tsx'
import { repeatText } from './labels.ts'

export function DueShow({ task: { due_on, done_at, repeats } }: { task: Task }) {
  if (!due_on) return null
  return (
    <Row as="span" inline gap={6}>
      <DayShow day={due_on} isOpen={done_at === null} />
      {repeats && <IconRepeat size={14} role="img" aria-label={repeatText(repeats)} />}
    </Row>
  )
}

function DayShow({ day, isOpen }: { day: string; isOpen: boolean }) {
  const now = today()
  if (!isOpen || day > now) return <>{calendarDay(day)}</>
  return (
    <ToneBadge tone={day < now ? 'bad' : 'warning'}>
      {day < now && <IconAlertTriangle size={13} aria-label={t('Overdue')} />}
      {day < now ? calendarDay(day) : t('Today')}
    </ToneBadge>
  )
}
