// Day of the next follow-up, and whether it is due.
import { IconAlertTriangle } from '@tabler/icons-react'
import { calendarDay, today } from '../../platform/lib/format.ts'
import { t } from '../../platform/lib/text.ts'
import { ToneBadge } from '../../platform/ui/badge.tsx'

export function FollowUpBadge({ day }: { day: string }) {
  const now = today()
  if (day > now) return <>{calendarDay(day)}</>
  return (
    <ToneBadge tone={day < now ? 'bad' : 'warning'}>
      {day < now && <IconAlertTriangle size={13} aria-label={t('Overdue')} />}
      {day < now ? calendarDay(day) : t('Today')}
    </ToneBadge>
  )
}
